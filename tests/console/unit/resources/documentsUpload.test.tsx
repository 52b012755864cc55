import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { UPLOAD_BYTES } from '../../../../language/uploads.ts'
import { draftsIn } from '../../../../src/data/drafts.ts'
import {
  cases,
  category,
  chooseFile,
  chooseProof,
  documentsProvider,
  image,
  investigation,
  pressSave,
  REQUIRED,
  saveButton,
  section,
  showDocuments,
  snap,
  twoApplicants,
} from './documentsPage.tsx'
import { httpError, muteExpectedErrors } from './renderPage.tsx'

beforeEach(muteExpectedErrors)
afterEach(() => vi.restoreAllMocks())

const alertInRow = () => section(REQUIRED).findByRole('alert')

describe('the rows of required documents', () => {
  it('are one for each rejected category that asks for documents, with the applicant where there are two', async () => {
    await showDocuments(twoApplicants())
    await screen.findAllByLabelText('Proof type')
    const titles = section(REQUIRED)
      .getAllByRole('heading', { level: 4 })
      .map((heading) => heading.textContent)
    expect(titles).toEqual(['Address Mara Quill', 'SSN Ana Brandt'])
    const [select] = screen.getAllByLabelText('Proof type')
    const options = within(select as HTMLElement).getAllByRole('option')
    expect(options.map((option) => option.textContent)).toEqual([
      'Choose',
      'Social Security card',
      'Letter from the SSA',
    ])
  })

  it('take no file before a proof type is chosen', async () => {
    await showDocuments(documentsProvider())
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Choose file: Address' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
    const row = button.closest('li') as HTMLElement
    fireEvent.drop(row, { dataTransfer: { files: [image()] } })
    expect((await alertInRow()).textContent).toBe('Choose a proof type first.')
    await chooseProof()
    expect(button.getAttribute('aria-disabled')).toBe('false')
    expect(section(REQUIRED).queryByRole('alert')).toBeNull()
  })

  it.each(['drop', 'paste'] as const)('take a file by %s', async (way) => {
    await showDocuments(documentsProvider())
    await chooseProof()
    const row = screen.getByRole('button', { name: 'Choose file: Address' }).closest('li') as HTMLElement
    if (way === 'drop') fireEvent.drop(row, { dataTransfer: { files: [image()] } })
    else fireEvent.paste(row, { clipboardData: { files: [image()] } })
    expect(await screen.findByText('card.png')).toBeDefined()
  })

  it.each([
    [
      'scan.pdf',
      10,
      'Only .png,.jpg,.jpeg,.gif, image format are allowedTake a picture of the document, or export it as PNG.',
    ],
    ['card.svg', 10, 'Only .png,.jpg,.jpeg,.gif, image format are allowed'],
    ['card', 10, 'Only .png,.jpg,.jpeg,.gif, image format are allowed'],
    ['card.png', UPLOAD_BYTES + 1, 'The file card.png is too big. (files must be under 15MB in size).'],
    ['card.png', 0, 'ErrorThe file is empty.'],
  ])('refuse %s of %d bytes at once', async (name, bytes, words) => {
    const provider = documentsProvider()
    await showDocuments(provider)
    await chooseProof()
    chooseFile('Address', image(name, bytes))
    expect((await alertInRow()).textContent).toBe(words)
    expect(saveButton().getAttribute('aria-disabled')).toBe('true')
    expect(provider.upload).not.toHaveBeenCalled()
    chooseFile('Address', image('good.JPG', UPLOAD_BYTES))
    expect(await screen.findByText('good.JPG')).toBeDefined()
    expect(section(REQUIRED).queryByRole('alert')).toBeNull()
  })

  it.each([
    ['a PDF', '%PDF-1.7', /image format are allowedTake a picture/],
    ['a drawing', '<svg xmlns=', /image format are allowed$/],
    ['text', 'Dear Sir or Madam', /image format are allowed$/],
  ])('refuse %s under the name of a picture before it is sent', async (_what, content, words) => {
    const provider = documentsProvider()
    await showDocuments(provider)
    await chooseProof()
    chooseFile('Address', new File([content], 'card.png', { type: 'image/png' }))
    expect((await alertInRow()).textContent).toMatch(words)
    expect(saveButton().getAttribute('aria-disabled')).toBe('true')
    expect(provider.upload).not.toHaveBeenCalled()
  })

  it('refuse an image that does not decode when it is chosen, and say why', async () => {
    const provider = documentsProvider()
    await showDocuments(provider)
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('cut', 'InvalidStateError')))
    await chooseProof()
    chooseFile('Address', image())
    expect((await section(REQUIRED).findByRole('alert')).textContent).toContain('This image is damaged or incomplete.')
    expect(screen.queryByText('card.png')).toBeNull()
    expect(provider.upload).not.toHaveBeenCalled()
  })

  it.each([
    ['does not decode', image('other.png'), 'This image is damaged or incomplete.'],
    ['is of another type', image('other.pdf'), 'Only .png,.jpg,.jpeg,.gif, image format are allowed'],
  ])('keep the chosen file where its replacement %s, and say so next to it', async (_what, other, words) => {
    const provider = documentsProvider()
    await showDocuments(provider)
    await chooseProof()
    chooseFile('Address', image())
    await screen.findByText('card.png')
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new DOMException('cut', 'InvalidStateError')))
    chooseFile('Address', other)
    const { textContent } = await alertInRow()
    expect(textContent).toContain(words)
    expect(textContent).toContain(`${other.name} was not taken. card.png stays chosen.`)
    expect(screen.getByText('card.png')).toBeDefined()
    expect(saveButton().getAttribute('aria-disabled')).toBe('false')
    vi.unstubAllGlobals()
    await pressSave()
    await waitFor(() => expect(provider.upload).toHaveBeenCalled())
    expect(provider.upload.mock.calls[0]?.[1]).toMatchObject({ files: [{ name: 'card.png' }] })
  })

  it('say that they are uploaded, and not that none is chosen, once the case has the documents', async () => {
    await showDocuments(documentsProvider({ snaps: [snap()] }))
    await screen.findByText('The required documents are uploaded')
    cleanup()
    await showDocuments(documentsProvider({ snaps: [snap({ status: 'rejected' })] }))
    await screen.findByText('0 of 1 required document chosen')
  })

  it('give a chosen file back, and revoke the address of its picture', async () => {
    await showDocuments(documentsProvider())
    const create = vi.spyOn(URL, 'createObjectURL')
    const revoke = vi.spyOn(URL, 'revokeObjectURL')
    await chooseProof()
    chooseFile('Address', image())
    fireEvent.click(await screen.findByRole('button', { name: 'Remove: Address' }))
    expect(screen.queryByText('card.png')).toBeNull()
    const made = create.mock.results.map(({ value }) => value as string)
    expect(made).toHaveLength(1)
    expect(revoke.mock.calls.map(([address]) => address)).toEqual(made)
  })

  it('say that what is required could not be read, and read it again', async () => {
    const provider = documentsProvider()
    provider.read.mockRejectedValue(httpError(502, 'UPSTREAM', 'The service did not answer.'))
    const { panel } = await showDocuments(provider)
    expect(await panel.findByText("Couldn't load what is required")).toBeDefined()
    expect(panel.getByRole('button', { name: 'View: SSN card (snap-1)' })).toBeDefined()
    provider.read.mockResolvedValue(cases(investigation('case-1', [category('ADDRESS')])))
    fireEvent.click(section(REQUIRED).getByRole('button', { name: 'Retry' }))
    expect(await panel.findByLabelText('Proof type')).toBeDefined()
  })

  it('are none where nothing is required', async () => {
    await showDocuments(documentsProvider({ cases: cases(investigation('case-1', [])) }))
    expect(await section(REQUIRED).findByText('No documents required')).toBeDefined()
    expect(screen.getByText('No documents are required')).toBeDefined()
    expect(saveButton().getAttribute('aria-disabled')).toBe('true')
  })

  it.each([
    ['the call fails', () => Promise.reject(httpError(502, 'UPSTREAM', 'The service did not answer.'))],
    ['parts of the answer were dropped', () => Promise.resolve({ ...cases(), meta: { unreadable: 1 } })],
    ['the answer has no cases at all', () => Promise.resolve({ data: { result: null }, meta: { unreadable: 0 } })],
  ])('are never said to be none where %s', async (_what, read) => {
    const provider = documentsProvider()
    provider.read.mockImplementation(read)
    await showDocuments(provider)
    expect((await section(REQUIRED).findByRole('alert')).textContent).toMatch(/^Couldn't load what is required/)
    expect(section(REQUIRED).getByRole('button', { name: 'Retry' })).toBeDefined()
    expect(screen.queryByText(/No documents (are )?required/)).toBeNull()
    expect(screen.getByText('It is not known which documents are required')).toBeDefined()
    expect(saveButton().getAttribute('aria-disabled')).toBe('true')
  })

  it('are not said to be none while they are read', async () => {
    const provider = documentsProvider()
    provider.read.mockImplementation(() => new Promise(() => undefined))
    await showDocuments(provider)
    expect(await screen.findByText('Loading required documents')).toBeDefined()
    expect(screen.queryByText(/No documents (are )?required/)).toBeNull()
  })

  it('that are known stay where parts of the answer were dropped', async () => {
    const known = cases(investigation('case-1', [category('ADDRESS')]))
    await showDocuments(documentsProvider({ cases: { ...known, meta: { unreadable: 1 } } }))
    expect(await section(REQUIRED).findByRole('alert')).toBeDefined()
    expect(screen.getByLabelText('Proof type')).toBeDefined()
  })

  it.each([
    [['accounts.read'], {}, 'You need the permission documents.upload. Ask an administrator.'],
    [undefined, { account_no: null }, 'No account number yet'],
  ])(
    'are named where no one could upload, with the reason once and nothing to choose',
    async (held, account, reason) => {
      const { panel } = await showDocuments(documentsProvider({ account }), held)
      expect(await section(REQUIRED).findByText(/^Any of: /)).toBeDefined()
      expect(panel.getAllByText(reason)).toHaveLength(1)
      expect(screen.queryByLabelText('Proof type')).toBeNull()
      expect(screen.queryByRole('button', { name: /^Choose file/ })).toBeNull()
      if (held !== undefined)
        expect(panel.getByRole('button', { name: 'Appeal' }).title).toMatch(/^You need the permission /)
    },
  )
})

describe('leaving with chosen documents', () => {
  it('asks first, on whatever tab; they stay unless they are given up', async () => {
    const { router } = await showDocuments(documentsProvider())
    await chooseProof()
    chooseFile('Address', image())
    fireEvent.click(screen.getByRole('tab', { name: 'More' }))
    await waitFor(() => expect(screen.queryByText('card.png')).toBeNull())
    await act(() => router.navigate('/accounts'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
    fireEvent.click(dialog.getByRole('button', { name: 'Stay' }))
    expect(router.state.location.pathname).toBe('/account/4107')
    fireEvent.click(screen.getByRole('tab', { name: /^Documents/ }))
    await screen.findByText('card.png')
    await act(() => router.navigate('/accounts'))
    fireEvent.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/accounts'))
    await act(() => router.navigate('/account/4107?tab=documents'))
    await screen.findByRole('heading', { name: REQUIRED })
    expect(screen.queryByText('card.png')).toBeNull()
  })

  it('keeps them while the session is over, for the same person', async () => {
    const { queryClient } = await showDocuments(documentsProvider())
    await chooseProof()
    chooseFile('Address', image())
    await screen.findByText('card.png')
    draftsIn(queryClient).hold()
    await showDocuments(documentsProvider(), undefined, queryClient)
    await screen.findByText('card.png')
    expect(screen.getByLabelText<HTMLSelectElement>('Proof type').value).toBe('SSN_CARD')
    draftsIn(queryClient).hold()
    cleanup()
    draftsIn(queryClient).claim('2')
    await showDocuments(documentsProvider(), undefined, queryClient)
    await screen.findByLabelText('Proof type')
    expect(screen.queryByText('card.png')).toBeNull()
  })

  it('asks nothing where nothing is chosen', async () => {
    const { router } = await showDocuments(documentsProvider())
    fireEvent.click(screen.getByRole('tab', { name: 'More' }))
    await waitFor(() => expect(router.state.location.search).toBe('?tab=more'))
  })
})

describe('a save', () => {
  it('keeps what was chosen on the screen until the account has been read again', async () => {
    const provider = documentsProvider()
    const reread = Promise.withResolvers<unknown>()
    const before: unknown = await provider.getOne()
    await showDocuments(provider)
    await chooseProof()
    chooseFile('Address', image())
    provider.action.mockImplementation(() => {
      provider.getOne.mockReturnValue(reread.promise)
      return Promise.resolve({ data: { id: 4107, ok: true } })
    })
    await pressSave()
    await waitFor(() => expect(provider.action).toHaveBeenCalledTimes(1))
    await act(async () => undefined)
    expect(section(REQUIRED).getByText('card.png')).toBeDefined()
    reread.resolve(before)
    await waitFor(() => expect(screen.queryByText('card.png')).toBeNull())
  })

  it('says that it is not known whether they were saved where no answer came', async () => {
    const provider = documentsProvider()
    provider.action.mockRejectedValue(httpError(0, 'NETWORK', 'The connection broke.'))
    const { panel } = await showDocuments(provider)
    await chooseProof()
    chooseFile('Address', image())
    await pressSave()
    expect((await panel.findByRole('alert')).textContent).toMatch(
      /^The documents are uploaded\. The connection broke\..*check here whether they are saved\./,
    )
  })
})
