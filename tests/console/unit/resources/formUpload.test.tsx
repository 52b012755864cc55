import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { act } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { UPLOAD_BYTES } from '../../../../language/uploads.ts'
import { draftsIn } from '../../../../src/data/drafts.ts'
import { tableMessages } from '../../../support/tableMessages.ts'
import {
  answerYes,
  formProvider,
  httpError,
  doneText,
  renderForms,
  send,
  submitButton,
  table,
  setUpForms,
  type FormProvider,
} from './renderForms.tsx'
import { personsClient } from './renderPage.tsx'
import { manualUpload } from '../../support/resources.ts'

setUpForms()

const open = (provider = formProvider()) => {
  renderForms('/populate-details?form=manualUpload', { provider })
  return provider
}
const choose = (file: File) => fireEvent.change(screen.getByLabelText('File'), { target: { files: [file] } })

interface Sent {
  readonly files: readonly File[]
  readonly record: unknown
  readonly signal: AbortSignal
  readonly onProgress: (sent: number, total: number) => void
}

const sentTo = (provider: FormProvider): Sent => {
  const call: readonly unknown[] = provider.upload.mock.calls.at(-1) ?? []
  return call[1] as Sent
}

describe('a chosen table', () => {
  it('is shown by name and size, named in the question, and sent as it is', async () => {
    const provider = open()
    const file = table('June.CSV', 3 * 1024 * 1024)
    choose(file)
    expect(screen.getByText('June.CSV')).toBeDefined()
    expect(screen.getByText('3.0 MB')).toBeDefined()
    fireEvent.click(submitButton())
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('June.CSV (3.0 MB)')).toBeDefined()
    await answerYes(manualUpload)
    await waitFor(() => expect(doneText()).toMatch(/^File Uploaded/))
    expect(sentTo(provider)).toMatchObject({ files: [file], record: { id: 'manualUpload' } })
    await waitFor(() => expect(screen.queryByText('June.CSV')).toBeNull())
  })

  it('is there again for the same person after the end of a session, and gone for another', async () => {
    const queryClient = personsClient()
    const drafts = draftsIn(queryClient)
    const again = (person?: string) => {
      cleanup()
      if (person !== undefined) drafts.claim(person)
      renderForms('/populate-details?form=manualUpload', { queryClient })
    }
    again()
    choose(table('June.csv'))
    drafts.hold()
    again('1')
    expect(await screen.findByText('June.csv')).toBeDefined()
    drafts.hold()
    again('2')
    expect(screen.queryByText('June.csv')).toBeNull()
  })

  it('may be dropped, and taken away again', () => {
    open()
    const zone = document.querySelector('.cs-file-drop')
    if (zone === null) throw new Error('there is no place to drop a file')
    fireEvent.drop(zone, { dataTransfer: { files: [table('lines.xlsx')] } })
    expect(screen.getByText('lines.xlsx')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Remove' }))
    expect(screen.queryByText('lines.xlsx')).toBeNull()
  })

  it.each([
    ['lines.txt', 10, tableMessages.wrongType],
    ['csv', 10, tableMessages.wrongType],
    ['lines.csv.exe', 10, tableMessages.wrongType],
    ['lines.csv', 0, tableMessages.empty],
    ['lines.csv', UPLOAD_BYTES + 1, tableMessages.tooBig('lines.csv')],
  ])('%s of %i bytes is refused by its name, and what it was to replace is not sent', async (name, bytes, sentence) => {
    const provider = open()
    choose(table('before.csv'))
    choose(table(name, bytes))
    const text = sentence.includes(name) ? sentence : `${name}: ${sentence}`
    expect(screen.getByText(text)).toBeDefined()
    expect(screen.queryByText('before.csv')).toBeNull()
    fireEvent.click(submitButton())
    await act(async () => {})
    expect(screen.getByText(text)).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(provider.upload).not.toHaveBeenCalled()
  })

  it.each([
    ['lines.txt', 10, tableMessages.wrongType],
    ['lines.csv', 0, tableMessages.empty],
    ['lines.csv', UPLOAD_BYTES + 1, tableMessages.tooBig('lines.csv')],
  ])('%s of %i bytes: why it is refused stays where it is sent all the same', async (name, bytes, sentence) => {
    const provider = open()
    fireEvent.click(submitButton())
    await screen.findByText('Please choose a file!')
    choose(table(name, bytes))
    fireEvent.click(submitButton())
    await act(async () => {})
    expect(screen.getByText(sentence)).toBeDefined()
    expect(screen.queryByText('Please choose a file!')).toBeNull()
    choose(table())
    expect(screen.queryByText(sentence)).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Remove' }))
    fireEvent.click(submitButton())
    await screen.findByText('Please choose a file!')
    expect(provider.upload).not.toHaveBeenCalled()
  })

  it('is asked about before another page is opened', async () => {
    const { router } = renderForms('/populate-details?form=manualUpload')
    choose(table())
    await act(() => router.navigate('/elsewhere'))
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Stay' }))
    fireEvent.click(screen.getByRole('button', { name: 'Remove' }))
    await act(() => router.navigate('/elsewhere'))
    await screen.findByRole('heading', { name: 'Elsewhere' })
  })

  const compound = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
  const OTHER_CONTENT =
    'The content of this file is not what its name says. Save the table again as .csv, .xlsx or .xls.'

  it('of exactly 15 MB is taken', async () => {
    open()
    choose(new File([compound, new Uint8Array(UPLOAD_BYTES - compound.length)], 'lines.xls'))
    expect(await screen.findByText('15.0 MB')).toBeDefined()
  })

  it.each([
    ['a page', '<table><tr><td>ZZTK</td></tr></table>', 'lines.xls'],
    ['another kind of Excel file', 'PK\u0003\u0004', 'LINES.XLS'],
  ])('that is an old Excel file by its name alone is refused before anything is asked: %s', async (_, text, name) => {
    const provider = open()
    choose(table('before.csv'))
    choose(new File([text], name))
    const error = await screen.findByText(`${name}: ${OTHER_CONTENT}`)
    expect(screen.queryByText('before.csv')).toBeNull()
    fireEvent.click(submitButton())
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-describedby')).toContain(error.id))
    expect(screen.queryByText(name)).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(provider.upload).not.toHaveBeenCalled()
    choose(new File([compound], name))
    expect(await screen.findByText(/^An \.xls file gets no preview\./)).toBeDefined()
    expect(screen.queryByText(error.textContent)).toBeNull()
  })

  it('that has gone meanwhile is not sent', async () => {
    const provider = open()
    const file = table()
    vi.spyOn(file, 'slice').mockImplementation(() => {
      throw new DOMException('gone', 'NotReadableError')
    })
    choose(file)
    fireEvent.click(submitButton())
    await screen.findByText(/^The file could not be read/)
    expect(provider.upload).not.toHaveBeenCalled()
  })
})

describe('a table on its way', () => {
  const start = async () => {
    const provider = open()
    const answer = Promise.withResolvers<unknown>()
    provider.upload.mockReturnValue(answer.promise)
    choose(table())
    await send(manualUpload)
    await waitFor(() => expect(provider.upload).toHaveBeenCalled())
    return { answer, sent: sentTo(provider) }
  }

  it('shows how far it has come, and cannot be stopped once all of it has left', async () => {
    const { answer, sent } = await start()
    sent.onProgress(50, 200)
    await screen.findByText('25 %')
    sent.onProgress(200, 200)
    await screen.findByText('Being checked')
    expect(screen.getByRole('button', { name: 'Stop the upload' })).toHaveProperty('disabled', true)
    answer.resolve({ data: { ok: true, answer: {} } })
    await waitFor(() => expect(doneText()).toMatch(/^File Uploaded/))
  })

  it('can be stopped: nothing was sent then, and the file is still chosen', async () => {
    const { answer, sent } = await start()
    sent.signal.addEventListener('abort', () => answer.reject(new DOMException('stopped', 'AbortError')))
    fireEvent.click(await screen.findByRole('button', { name: 'Stop the upload' }))
    await screen.findByText('Upload stopped. Nothing was sent to the service.', { selector: '.cs-form-ending p' })
    expect(screen.getByText('lines.csv')).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('that the service refuses comes back with its reasons below the words, and with a link to what it may have changed', async () => {
    const { answer } = await start()
    answer.reject(httpError(422, 'UPSTREAM_REFUSED', 'The header has no ticker'))
    const words = await screen.findByText(/Something Went Wrong/, { selector: '.cs-form-ending p' })
    expect(words.textContent).toBe('Something Went Wrong\nThe header has no ticker')
    expect(screen.getByRole('link', { name: 'Look at Trade Basket (new tab)' }).getAttribute('href')).toBe('/trades')
  })
})
