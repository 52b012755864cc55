import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  cases,
  category,
  chooseFile,
  chooseProof,
  documentsProvider,
  image,
  investigation,
  notices,
  pressSave,
  REQUIRED,
  saveButton,
  section,
  showDocuments,
  snap,
  twoApplicants,
} from './documentsPage.tsx'
import type { DocumentsProvider } from './documentsPage.tsx'
import { httpError, muteExpectedErrors } from './renderPage.tsx'

beforeEach(muteExpectedErrors)
afterEach(() => vi.restoreAllMocks())

/** Chooses everything that two applicants need. */
const chooseBoth = async () => {
  await chooseProof('SSN_CARD', 0)
  await chooseProof('SSA_LETTER', 1)
  chooseFile('Address of Mara Quill', image('address.png'))
  chooseFile('SSN of Ana Brandt', image('ssn.jpg'))
}

const named = (recordId: unknown) => ({ data: { ok: true, answer: { result: { record_id: recordId } } } })

const filesOf = ({ upload }: DocumentsProvider): readonly string[] =>
  upload.mock.calls.map((call) => (call[1] as { readonly files: readonly File[] }).files[0]?.name ?? '')

const keysOf = ({ upload }: DocumentsProvider): readonly string[] =>
  upload.mock.calls.map((call) => (call[1] as { readonly idempotencyKey: string }).idempotencyKey)

const savesOf = ({ action }: DocumentsProvider) =>
  action.mock.calls.map((call) => call[1] as { readonly name: string; readonly input: unknown })

const alertInRow = () => section(REQUIRED).findByRole('alert')

describe('saving', () => {
  it('is possible only when there are as many chosen documents as slots', async () => {
    const provider = twoApplicants()
    await showDocuments(provider)
    await chooseProof('SSN_CARD', 0)
    expect(screen.getByText('0 of 2 required documents chosen')).toBeDefined()
    chooseFile('Address of Mara Quill', image())
    expect(await screen.findByText('1 of 2 required documents chosen')).toBeDefined()
    expect(saveButton().getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(saveButton())
    expect(screen.queryByRole('progressbar')).toBeNull()
    await chooseProof('SSA_LETTER', 1)
    chooseFile('SSN of Ana Brandt', image('ssn.jpg'))
    await waitFor(() => expect(saveButton().getAttribute('aria-disabled')).toBe('false'))
  })

  it('asks for no file where the document is approved', async () => {
    await showDocuments(
      documentsProvider({
        snaps: [snap({ status: 'approved' })],
        cases: cases(
          investigation('case-1', [
            category('SSN'),
            category('IDENTITY', { requestedDocuments: [{ name: 'PASSPORT', description: 'Passport' }] }),
          ]),
        ),
      }),
    )
    const rows = section(REQUIRED)
    expect(await rows.findByText('Approved')).toBeDefined()
    expect(rows.getAllByLabelText('Proof type')).toHaveLength(1)
    expect(rows.queryByRole('button', { name: /SSN/ })).toBeNull()
    expect(screen.getByText('0 of 1 required document chosen')).toBeDefined()
    await chooseProof('PASSPORT', 0)
    chooseFile('Identity', image())
    await waitFor(() => expect(saveButton().getAttribute('aria-disabled')).toBe('false'))
  })

  it('uploads every file, saves them with one call, and reads account and cases again', async () => {
    const provider = twoApplicants()
    provider.upload.mockResolvedValueOnce(named('up-1')).mockResolvedValueOnce(named(72))
    provider.action.mockResolvedValue({ data: { id: 4107, ok: true, message: 'Snaps saved' } })
    await showDocuments(provider)
    await chooseBoth()
    const [reads, details] = [provider.read.mock.calls.length, provider.getOne.mock.calls.length]
    await pressSave()
    await waitFor(() => expect(notices()).toContain('success: Snaps saved'))
    expect(provider.upload.mock.calls.map((call) => call[0] as string)).toEqual(['accounts', 'accounts'])
    expect(provider.upload.mock.calls[0]?.[1]).toMatchObject({
      name: 'uploadDocument',
      record: { account_no: '9ZZ10041' },
    })
    expect(filesOf(provider)).toEqual(['address.png', 'ssn.jpg'])
    const snapOf = (id: string, proof: string) => ({ id, type: 'AFFILIATED_APPROVAL', proof, status: 'uploaded' })
    expect(savesOf(provider)).toMatchObject([
      {
        name: 'saveDocuments',
        input: {
          data: [
            { sketchId: 'case-1', snapIDs: [snapOf('up-1', 'SSN_CARD')] },
            { sketchId: 'case-2', snapIDs: [snapOf('72', 'SSA_LETTER')] },
          ],
        },
      },
    ])
    await waitFor(() => expect(provider.read.mock.calls.length).toBeGreaterThan(reads))
    expect(provider.getOne.mock.calls.length).toBeGreaterThan(details)
    expect(screen.queryByText('address.png')).toBeNull()
  })

  it('puts both documents of one case together', async () => {
    const provider = documentsProvider({
      cases: cases(investigation('case-1', [category('ADDRESS'), category('SSN')])),
    })
    provider.upload.mockResolvedValueOnce(named('a')).mockResolvedValueOnce(named('b'))
    await showDocuments(provider)
    await chooseProof('SSN_CARD', 0)
    await chooseProof('SSN_CARD', 1)
    chooseFile('Address', image())
    chooseFile('SSN', image())
    await pressSave()
    await waitFor(() => expect(savesOf(provider)).toHaveLength(1))
    expect(savesOf(provider)[0]?.input).toMatchObject({
      data: [{ sketchId: 'case-1', snapIDs: [{ id: 'a' }, { id: 'b' }] }],
    })
  })

  it('shows how far it is, locks the panel, and can be cancelled with nothing saved', async () => {
    const provider = documentsProvider()
    const held: { signal?: AbortSignal; onProgress?: (sent: number, total: number) => void } = {}
    provider.upload.mockImplementation((_, params: Required<typeof held>) => {
      Object.assign(held, params)
      return new Promise((_resolve, reject) => {
        params.signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
      })
    })
    await showDocuments(provider)
    await chooseProof()
    chooseFile('Address', image())
    await pressSave()
    const bar = await screen.findByRole<HTMLProgressElement>('progressbar', { name: 'Upload: Address' })
    await waitFor(() => expect(held.onProgress).toBeDefined())
    act(() => held.onProgress?.(43, 100))
    expect(bar.value).toBe(43)
    expect(screen.getByText('43 %')).toBeDefined()
    act(() => held.onProgress?.(100, 100))
    expect(screen.getByText('Being checked')).toBeDefined()
    expect((screen.getByLabelText('Proof type') as HTMLSelectElement).disabled).toBe(true)
    const review = screen.getByRole('button', { name: 'Approve: SSN card (snap-1)' })
    expect(review.closest('fieldset')?.disabled).toBe(true)
    fireEvent.click(screen.getByRole('button', { name: 'Cancel upload: Address' }))
    expect(await screen.findByText(/Upload cancelled, nothing was saved/)).toBeDefined()
    expect(provider.action).not.toHaveBeenCalled()
    provider.upload.mockResolvedValue(named('up-9'))
    fireEvent.click(screen.getByRole('button', { name: 'Try again: Address' }))
    await waitFor(() => expect(savesOf(provider)).toHaveLength(1))
    expect(new Set(keysOf(provider)).size).toBe(2)
  })

  it('ends with the page: an upload under way is broken off', async () => {
    const provider = documentsProvider()
    const signals: AbortSignal[] = []
    provider.upload.mockImplementation((_, { signal }: { readonly signal: AbortSignal }) => {
      signals.push(signal)
      return new Promise(() => undefined)
    })
    const { unmount } = await showDocuments(provider)
    await chooseProof()
    chooseFile('Address', image())
    await pressSave()
    await waitFor(() => expect(signals).toHaveLength(1))
    unmount()
    expect(signals[0]?.aborted).toBe(true)
  })

  it('saves nothing when one upload fails, and uploads only what is missing when tried again', async () => {
    const provider = twoApplicants()
    provider.upload.mockResolvedValueOnce(named('up-1'))
    provider.upload.mockRejectedValueOnce(httpError(0, 'NETWORK', 'The connection broke.'))
    await showDocuments(provider)
    await chooseBoth()
    await pressSave()
    expect((await alertInRow()).textContent).toBe('ErrorThe connection broke. Nothing was saved: try again.')
    expect(provider.action).not.toHaveBeenCalled()
    expect(screen.getByText(/Uploaded, not saved yet/)).toBeDefined()
    provider.upload.mockResolvedValueOnce(named('up-2'))
    fireEvent.click(screen.getByRole('button', { name: 'Try again: SSN of Ana Brandt' }))
    await waitFor(() => expect(savesOf(provider)).toHaveLength(1))
    expect(filesOf(provider)).toEqual(['address.png', 'ssn.jpg', 'ssn.jpg'])
    const keys = keysOf(provider)
    expect(keys[2]).toBe(keys[1])
    expect(JSON.stringify(savesOf(provider)[0]?.input)).toMatch(/up-1.*up-2/)
  })

  it.each([
    ['UNSUPPORTED_FILE', 422, 'Only .png,.jpg,.jpeg,.gif, image format are allowed'],
    ['TOO_LARGE', 413, 'The file card.png is too big. (files must be under 15MB in size).'],
  ])('gives a file back that the gateway refuses as %s', async (code, status, words) => {
    const provider = documentsProvider()
    provider.upload.mockRejectedValue(httpError(status, code, 'No.'))
    await showDocuments(provider)
    await chooseProof()
    chooseFile('Address', image())
    await pressSave()
    expect((await alertInRow()).textContent).toBe(words)
    expect(screen.queryByText('card.png')).toBeNull()
    await waitFor(() => expect(saveButton().getAttribute('aria-busy')).toBe('false'))
    expect(saveButton().getAttribute('aria-disabled')).toBe('true')
  })

  it('says Error with the words of the server for anything else', async () => {
    const provider = documentsProvider()
    provider.upload.mockRejectedValue(httpError(422, 'UPSTREAM_REFUSED', 'Image is blurred'))
    await showDocuments(provider)
    await chooseProof()
    chooseFile('Address', image())
    await pressSave()
    expect((await alertInRow()).textContent).toBe('ErrorImage is blurred')
  })

  it('says Error where the answer names no document, and saves nothing', async () => {
    const provider = documentsProvider()
    provider.upload.mockResolvedValue({ data: { ok: true, answer: { result: null } } })
    await showDocuments(provider)
    await chooseProof()
    chooseFile('Address', image())
    await pressSave()
    expect((await alertInRow()).textContent).toMatch(/^Error/)
    expect(provider.action).not.toHaveBeenCalled()
  })

  it('says Error for a file that has vanished, and takes another one', async () => {
    const provider = documentsProvider()
    await showDocuments(provider)
    await chooseProof()
    const gone = image('gone.png')
    Object.defineProperty(gone, 'slice', {
      value: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotFoundError')) }),
    })
    chooseFile('Address', gone)
    await pressSave()
    expect((await alertInRow()).textContent).toMatch(/^ErrorThe file could not be read/)
    expect(provider.upload).not.toHaveBeenCalled()
    chooseFile('Address', image('again.png'))
    await pressSave()
    await waitFor(() => expect(savesOf(provider)).toHaveLength(1))
  })

  it('says Error for a file that vanishes while it is read, whatever the connection says', async () => {
    const provider = documentsProvider()
    await showDocuments(provider)
    await chooseProof()
    const file = image()
    provider.upload.mockImplementation(() => {
      const arrayBuffer = () => Promise.reject(new DOMException('gone', 'NotReadableError'))
      Object.defineProperty(file, 'slice', { value: () => ({ arrayBuffer }) })
      return Promise.reject(httpError(0, 'NETWORK', 'The connection broke.'))
    })
    chooseFile('Address', file)
    await pressSave()
    expect((await alertInRow()).textContent).toMatch(/^ErrorThe file could not be read/)
  })

  it.each([
    [502, 'UPSTREAM_FAILED', 'The service did not answer.', 'Try again'],
    [422, 'UPSTREAM_REFUSED', 'The case is locked.', 'Save'],
  ])(
    'keeps the uploaded documents when %i kept them from being saved, and does not upload them twice',
    async (...refusal) => {
      const [status, code, message, next] = refusal
      const provider = documentsProvider()
      provider.action.mockRejectedValueOnce(httpError(status, code, message))
      const { panel } = await showDocuments(provider)
      await chooseProof()
      chooseFile('Address', image())
      await pressSave()
      expect((await panel.findByRole('alert')).textContent).toContain(message)
      await waitFor(() => expect(saveButton().getAttribute('aria-disabled')).toBe('false'))
      expect(saveButton().textContent).toBe(next)
      await pressSave()
      await waitFor(() => expect(notices()).toContain('success: Documents saved'))
      expect(provider.upload).toHaveBeenCalledTimes(1)
      expect(savesOf(provider)).toHaveLength(2)
    },
  )

  it('takes documents that turn up in the account as saved, although no one knows what became of the call', async () => {
    const provider = documentsProvider()
    provider.action.mockImplementation(() => {
      const saved = { data: { ...detailWith(snap(), snap({ snap_id: 'up-1' })) }, meta: { unreadable: 0 } }
      provider.getOne.mockResolvedValue(saved)
      return Promise.reject(httpError(504, 'OUTCOME_UNKNOWN', 'No answer came in time.'))
    })
    const first = (await provider.getOne()) as { readonly data: Readonly<Record<string, unknown>> }
    const detailWith = (...snaps: readonly unknown[]) => ({ ...first.data, snaps })
    await showDocuments(provider)
    await chooseProof()
    chooseFile('Address', image())
    await pressSave()
    expect(await section('Primary User Documents').findByText('up-1')).toBeDefined()
    await waitFor(() => expect(screen.queryByText('card.png')).toBeNull())
    expect(notices().join()).toContain('Outcome unknown')
  })

  it('is silent when the session is over', async () => {
    const provider = documentsProvider()
    provider.upload.mockRejectedValue(httpError(401, 'SESSION_OVER', 'The session is over.'))
    await showDocuments(provider)
    await chooseProof()
    chooseFile('Address', image())
    await pressSave()
    await waitFor(() => expect(saveButton().getAttribute('aria-busy')).toBe('false'))
    expect(section(REQUIRED).queryByRole('alert')).toBeNull()
    expect(provider.action).not.toHaveBeenCalled()
  })
})
