import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HttpError } from '../../../dataProvider/HttpError.ts'
import { checkModel } from '../../../language/check/checkModel.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import { consoleModel } from '../../../src/model/consoleModel.ts'
import { ListPage } from '../../../src/list/ListPage.tsx'
import { catalog } from '../guide/catalog.ts'
import { books } from '../guide/books.ts'
import { registry } from '../guide/console.ts'
import { extensions } from '../guide/extensions.ts'
import { mountConsole } from '../reactAdmin/mountConsole.tsx'

const KB = 1024
const permission = 'books.rate'
const stock = {
  ...books,
  bindings: {
    ...books.bindings,
    papers: {
      call: 'POST {library}/books/{id}/papers',
      permission,
      body: { note: { input: 'note' } },
      upload: {
        field: 'papers',
        kind: ['pdf', 'image', 'any'],
        maxBytes: 4 * KB,
        maxFiles: 2,
        required: 'Choose a paper',
      },
    },
    lines: {
      call: 'POST {library}/books/lines',
      permission,
      upload: { field: 'file', kind: 'table', required: 'Choose the lines' },
    },
    scan: {
      call: 'GET {library}/books/{id}/scan',
      permission,
      query: { page: { input: 'page' } },
      download: 'scan-{id}',
    },
    update: { call: 'PATCH {library}/books/{id}', permission, upload: { field: 'cover', label: 'Cover' } },
  },
  form: { fields: ['shelf'] },
  actions: {
    ...books.actions,
    papers: {
      label: 'Papers',
      binding: 'papers',
      input: {
        note: { schema: { type: 'string', minLength: 1, maxLength: 200 }, label: 'Note', required: 'Say what it is' },
      },
      success: { fallback: 'Papers of {title} stored' },
      failure: { title: 'Not stored', body: 'Try again.' },
    },
    scan: {
      label: 'Scan',
      binding: 'scan',
      input: { page: { schema: { type: 'integer', minimum: 1 }, label: 'Page', required: 'Which page?' } },
      success: 'Scan saved',
    },
    lines: { label: 'Lines', binding: 'lines', placement: 'list', success: 'Lines stored' },
  },
} as const

const model = resolveConsole({ registry, screens: [stock as never, catalog], home: '/books', nested: [] })

const record = { id: 1, title: 'Knots', state: 'LENT', shelf: 'A1', stars: null }
const done = async (_resource: string, _params: unknown): Promise<unknown> => ({
  data: { id: 1, ok: true, message: 'Stored as 17', record, answer: {} },
})

function open(upload = vi.fn(done), download = vi.fn(done)) {
  const pageInfo = { hasNextPage: false, hasPreviousPage: false }
  const getList = vi.fn(async () => ({ data: [record], total: 1, pageInfo }))
  const page = () => {
    const found = consoleModel().definitions[0]
    return found?.kind === 'list' ? <ListPage definition={found} /> : null
  }
  mountConsole({ model, extensions, provider: { getList, upload, download }, page })
  return upload
}

async function ask(button: RegExp) {
  const row = (await screen.findByText('Knots')).closest('tr')!
  const found = within(row).queryByRole('button', { name: button }) ?? screen.getByRole('button', { name: button })
  fireEvent.click(found)
  return within(await screen.findByRole('dialog'))
}

type Dialog = Awaited<ReturnType<typeof ask>>

const file = (name: string, content = 'text', size?: number): File => {
  const made = new File([content], name)
  if (size !== undefined) Object.defineProperty(made, 'size', { value: size })
  return made
}
const pdf = (name = 'Letter.pdf') => file(name, '%PDF-1.7 text')

const choose = async (asked: Dialog, label: string, ...files: readonly File[]) => {
  fireEvent.change(asked.getByLabelText(label, { selector: 'input' }), { target: { files } })
  await act(async () => {})
}
const send = (asked: Dialog, label: string) => fireEvent.click(asked.getByRole('button', { name: label }))
const sent = (upload: ReturnType<typeof open>, at = -1) =>
  upload.mock.calls.at(at)?.[1] as {
    readonly files: readonly File[]
    readonly idempotencyKey: string
    readonly input: object
  }

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('is nothing that the check refuses', () => {
  expect(checkModel(model)).toEqual([])
})

describe('the files of an action', () => {
  it('are asked for in its dialog, next to its inputs, and sent with them', async () => {
    const upload = open()
    const asked = await ask(/Papers/)
    expect(asked.getByText('Drop up to 2 files of at most 4 KB each here, or')).toBeDefined()
    fireEvent.change(asked.getByLabelText('Note'), { target: { value: 'Two of them' } })
    const files = [pdf(), file('Mail.eml')]
    await choose(asked, 'Files', ...files)
    expect(asked.getByText('Letter.pdf').closest('li')?.textContent).toContain('1 KB')
    expect(asked.getByText('Mail.eml')).toBeDefined()
    send(asked, 'Papers')
    await waitFor(() => expect(upload).toHaveBeenCalled())
    expect(upload.mock.calls[0]).toMatchObject([
      'books',
      { name: 'papers', record, input: { note: 'Two of them' }, files },
    ])
    expect(await screen.findByText(/^Stored as 17 · /)).toBeDefined()
  })

  it('are asked for by an action of the list, too', async () => {
    const upload = open()
    const asked = await ask(/Lines/)
    expect(asked.getByText('Drop a .csv, .xlsx or .xls file of at most 15 MB here, or')).toBeDefined()
    await choose(asked, 'File', file('lines.xlsx', 'a,b'))
    expect(asked.getByText(/^The content of this file is not what its name says\. Save the table again/)).toBeDefined()
    await choose(asked, 'File', file('lines.csv', 'a,b'))
    await choose(asked, 'File', file('others.xlsx', 'a,b'))
    expect(asked.getByText(/^others\.xlsx: The content of this file is not what its name says/)).toBeDefined()
    expect(asked.queryByText('lines.csv')).toBeNull()
    send(asked, 'Lines')
    await choose(asked, 'File', file('lines.csv', 'a,b'))
    send(asked, 'Lines')
    await waitFor(() => expect(upload).toHaveBeenCalledTimes(1))
    expect(sent(upload).files.map(({ name }) => name)).toEqual(['lines.csv'])
    expect(await screen.findByText('Lines stored')).toBeDefined()
  })

  it('are a change of a record by themselves, in its form', async () => {
    const upload = open()
    const asked = await ask(/Edit/)
    expect(asked.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
    await choose(asked, 'Cover', new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])], 'cover.png'))
    await waitFor(() => expect(document.querySelector('.cs-thumb img')).not.toBeNull())
    send(asked, 'Save')
    await waitFor(() => expect(sent(upload)).toMatchObject({ input: {}, files: [{ name: 'cover.png' }] }))
  })

  it('are missing in words, and the button to choose them takes the focus', async () => {
    const upload = open()
    const asked = await ask(/Papers/)
    fireEvent.change(asked.getByLabelText('Note'), { target: { value: 'None' } })
    send(asked, 'Papers')
    const error = await asked.findByText('Choose a paper')
    const button = asked.getByRole('button', { name: 'Choose files' })
    expect(button.getAttribute('aria-describedby')).toContain(error.id)
    expect(document.activeElement).toBe(button)
    expect(upload).not.toHaveBeenCalled()
  })

  it.each([
    ['too big', file('Mail.eml', 'x', 4 * KB + 1), 'The file Mail.eml is too big: at most 4 KB can be uploaded.'],
    ['empty', file('Mail.eml', ''), 'The file Mail.eml is empty.'],
    ['named otherwise than they are', file('a.pdf', 'MZ'), 'The content of the file a.pdf is not what its name says.'],
  ])('are refused where they are %s, and the chosen ones stay', async (_why, wrong, message) => {
    open()
    const asked = await ask(/Papers/)
    await choose(asked, 'Files', pdf())
    await choose(asked, 'Files', wrong)
    expect(await asked.findByText(message)).toBeDefined()
    expect(asked.getByText('Letter.pdf')).toBeDefined()
    expect(asked.queryByText(wrong.name)).toBeNull()
  })

  it('are refused where they are too many, may be dropped, and may be removed', async () => {
    open()
    const asked = await ask(/Papers/)
    const zone = document.querySelector('.cs-file-drop')!
    fireEvent.drop(zone, { dataTransfer: { files: [pdf('One.pdf'), pdf('Two.pdf')] } })
    expect(await asked.findByText('Two.pdf')).toBeDefined()
    await choose(asked, 'Files', pdf('Three.pdf'))
    expect(asked.getByText('At most 2 files can be uploaded.')).toBeDefined()
    fireEvent.click(asked.getByRole('button', { name: 'Remove One.pdf' }))
    expect(asked.queryByText('One.pdf')).toBeNull()
    expect(asked.queryByText('At most 2 files can be uploaded.')).toBeNull()
    expect(document.activeElement).toBe(asked.getByRole('button', { name: 'Add files' }))
  })

  it('stay with what is typed when they are refused, and go again under another key', async () => {
    const refused = new HttpError(422, { code: 'UPSTREAM_REFUSED', message: 'The archive is closed.' })
    const upload = open(vi.fn(done).mockRejectedValueOnce(refused))
    const asked = await ask(/Papers/)
    fireEvent.change(asked.getByLabelText('Note'), { target: { value: 'Letter' } })
    await choose(asked, 'Files', pdf())
    send(asked, 'Papers')
    expect(await asked.findByText(/The archive is closed\./)).toBeDefined()
    expect(asked.getByText('Letter.pdf')).toBeDefined()
    expect(asked.getByLabelText('Note')).toHaveProperty('value', 'Letter')
    send(asked, 'Papers')
    await waitFor(() => expect(upload).toHaveBeenCalledTimes(2))
    expect(sent(upload, 1).files).toEqual(sent(upload, 0).files)
    expect(sent(upload, 1).idempotencyKey).not.toBe(sent(upload, 0).idempotencyKey)
  })

  it('keep their key after an unanswered call only while they are the same', async () => {
    const broken = new HttpError(0, { code: 'NETWORK', message: 'The connection broke.' })
    const upload = open(vi.fn(() => Promise.reject(broken)))
    const asked = await ask(/Lines/)
    await choose(asked, 'File', file('lines.csv', 'a,b'))
    send(asked, 'Lines')
    await waitFor(() => expect(upload).toHaveBeenCalledTimes(1))
    send(asked, (await asked.findByRole('button', { name: 'Try again' })).textContent ?? '')
    await waitFor(() => expect(upload).toHaveBeenCalledTimes(2))
    expect(sent(upload, 1).idempotencyKey).toBe(sent(upload, 0).idempotencyKey)
    await asked.findByText(/The connection broke/)
    await choose(asked, 'File', file('lines.csv', 'a,b,c'))
    send(asked, 'Try again')
    await waitFor(() => expect(upload).toHaveBeenCalledTimes(3))
    expect(sent(upload, 2).idempotencyKey).not.toBe(sent(upload, 0).idempotencyKey)
  })

  it('show how far they are, and can be stopped', async () => {
    const answer = Promise.withResolvers<unknown>()
    const upload = open(vi.fn(() => answer.promise))
    const asked = await ask(/Lines/)
    await choose(asked, 'File', file('lines.csv', 'a,b'))
    send(asked, 'Lines')
    await waitFor(() => expect(upload).toHaveBeenCalled())
    const call = sent(upload) as unknown as {
      readonly signal: AbortSignal
      readonly onProgress: (sent: number, total: number) => void
    }
    call.signal.addEventListener('abort', () => answer.reject(new DOMException('stopped', 'AbortError')))
    act(() => call.onProgress(50, 200))
    expect(await asked.findByText('25 %')).toBeDefined()
    fireEvent.click(asked.getByRole('button', { name: 'Stop the upload' }))
    expect(await asked.findByText('Upload stopped. Nothing was sent to the service.')).toBeDefined()
    expect(asked.getByText('lines.csv')).toBeDefined()
  })

  it('are not sent once they have disappeared', async () => {
    const upload = open()
    const asked = await ask(/Lines/)
    const lost = file('lines.csv', 'a,b')
    await choose(asked, 'File', lost)
    vi.spyOn(lost, 'slice').mockImplementation(() => {
      throw new DOMException('gone', 'NotReadableError')
    })
    send(asked, 'Lines')
    expect(await asked.findByText(/^The file could not be read/)).toBeDefined()
    expect(upload).not.toHaveBeenCalled()
  })
})

it('a file comes down from an action with inputs', async () => {
  const content = new Blob(['%PDF-1.7'])
  const download = vi.fn(async () => ({ data: { ok: true, blob: content, fileName: 'scan-1.pdf' } }))
  const create = vi.spyOn(URL, 'createObjectURL')
  open(vi.fn(done), download)
  const asked = await ask(/Scan/)
  fireEvent.change(asked.getByLabelText('Page'), { target: { value: '2' } })
  send(asked, 'Scan')
  await waitFor(() => expect(download).toHaveBeenCalledWith('books', { name: 'scan', record, input: { page: 2 } }))
  expect(await screen.findByText(/^Scan saved · /)).toBeDefined()
  expect(create).toHaveBeenCalledWith(content)
})
