import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  chooseFile,
  chooseProof,
  documentsProvider,
  image,
  notices,
  pressSave,
  REQUIRED,
  section,
  showDocuments,
} from './documentsPage.tsx'
import { httpError, muteExpectedErrors } from './renderPage.tsx'

beforeEach(muteExpectedErrors)
afterEach(() => vi.restoreAllMocks())

const uploaded = { data: { ok: true, answer: { result: { record_id: 'up-1' } } } }

/** Saves a document whose upload is not answered yet, and looks at another tab. */
async function saveAndLookAway() {
  const provider = documentsProvider()
  const answer = Promise.withResolvers<unknown>()
  provider.upload.mockReturnValue(answer.promise)
  const { router } = await showDocuments(provider)
  await chooseProof()
  chooseFile('Address', image())
  await pressSave()
  await waitFor(() => expect(provider.upload).toHaveBeenCalledTimes(1))
  fireEvent.click(screen.getByRole('tab', { name: 'More' }))
  await waitFor(() => expect(screen.queryByText('card.png')).toBeNull())
  const [, params] = provider.upload.mock.calls[0] as [string, { readonly signal: AbortSignal }]
  return { provider, answer, router, signal: params.signal }
}

const lookBack = async () => {
  fireEvent.click(screen.getByRole('tab', { name: /^Documents/ }))
  await screen.findByRole('heading', { name: REQUIRED })
}

describe('a save of documents while the person looks at another tab', () => {
  it('goes on, and is said to be done', async () => {
    const { provider, answer, router } = await saveAndLookAway()
    answer.resolve(uploaded)
    await waitFor(() => expect(notices()).toContain('success: Documents saved'))
    expect(provider.action.mock.calls[0]?.[1]).toMatchObject({ name: 'saveDocuments' })
    await lookBack()
    expect(screen.queryByText('card.png')).toBeNull()
    await act(() => router.navigate('/accounts'))
    await waitFor(() => expect(router.state.location.pathname).toBe('/accounts'))
  })

  it('is still under way on return, and can be cancelled there', async () => {
    const { answer, signal } = await saveAndLookAway()
    await lookBack()
    expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-busy')).toBe('true')
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel upload: Address' }))
    answer.reject(new DOMException('cancelled', 'AbortError'))
    await screen.findByText(/Upload cancelled, nothing was saved/)
    expect(signal.aborted).toBe(true)
    expect(notices()).toEqual([])
  })

  it.each([
    [httpError(422, 'UPSTREAM_REFUSED', 'The file is locked.'), 'Not uploaded', 'The file is locked.'],
    [
      httpError(504, 'OUTCOME_UNKNOWN', 'No answer.'),
      'Outcome unknown',
      'The service did not confirm the upload. Nothing is saved yet. ' +
        'The page has been read again: if the document is not in the list, try again.',
    ],
  ])('that fails says so there, and on return why: %s', async (error, state, detail) => {
    const { provider, answer } = await saveAndLookAway()
    const reads = provider.getOne.mock.calls.length
    answer.reject(error)
    await waitFor(() =>
      expect(notices()).toEqual(['warning: The documents are not saved. The Documents tab says why.']),
    )
    await lookBack()
    expect(screen.getByText(new RegExp(`· ${state}$`))).toBeDefined()
    expect(section(REQUIRED).getByRole('alert').textContent).toBe(`Error${detail}`)
    expect(provider.getOne.mock.calls.length > reads).toBe(state === 'Outcome unknown')
  })

  it('whose documents were uploaded, but not saved, says so there and on return', async () => {
    const { provider, answer } = await saveAndLookAway()
    provider.action.mockRejectedValueOnce(httpError(422, 'UPSTREAM_REFUSED', 'The case is locked.'))
    answer.resolve(uploaded)
    const text = 'The documents are uploaded, but not saved.'
    await waitFor(() => expect(notices()).toEqual([`warning: ${text} The Documents tab says why.`]))
    await lookBack()
    await screen.findByText(`${text} The case is locked.`)
    await pressSave()
    await waitFor(() => expect(notices()).toContain('success: Documents saved'))
    expect(provider.upload).toHaveBeenCalledTimes(1)
  })

  it('is stopped by leaving the page, which asks first', async () => {
    const { router, signal } = await saveAndLookAway()
    await act(() => router.navigate('/accounts'))
    expect(signal.aborted).toBe(false)
    fireEvent.click(await screen.findByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(signal.aborted).toBe(true))
  })

  it('asks about the upload while files are uploaded, and no more once the save is sent', async () => {
    const { provider, answer, router } = await saveAndLookAway()
    const saved = Promise.withResolvers<unknown>()
    provider.action.mockReturnValueOnce(saved.promise)
    await act(() => router.navigate('/accounts'))
    const title = 'Leave while the documents are being uploaded?'
    const dialog = await screen.findByRole('dialog', { name: title })
    expect(dialog.textContent).toContain(
      'The upload stops, and nothing is saved. The documents have to be chosen again.',
    )
    answer.resolve(uploaded)
    await waitFor(() => expect(provider.action).toHaveBeenCalledTimes(1))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(router.state.location.pathname).toBe('/account/4107')
    const closing = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(closing)
    expect(closing.defaultPrevented).toBe(true)
    await act(() => router.navigate('/accounts'))
    await waitFor(() => expect(router.state.location.pathname).toBe('/accounts'))
    saved.resolve({ data: { id: 4107, ok: true, message: undefined } })
    await waitFor(() => expect(notices()).toContain('success: Documents saved'))
  })

  it.each([
    [
      httpError(422, 'UPSTREAM_REFUSED', 'The case is locked.'),
      'The documents are uploaded, but not saved. The case is locked.',
    ],
    [
      httpError(502, 'UPSTREAM_FAILED', 'The service failed.'),
      'It is not known whether the documents are saved. The service failed.',
    ],
    [
      httpError(504, 'OUTCOME_UNKNOWN', 'No answer.'),
      'Outcome unknown: no answer came in time. The data has been read again: check it before you try again.',
    ],
  ])('that fails after the page was left says so wherever the person is: %s', async (error, text) => {
    const { provider, answer, router } = await saveAndLookAway()
    const saved = Promise.withResolvers<unknown>()
    provider.action.mockReturnValueOnce(saved.promise)
    answer.resolve(uploaded)
    await waitFor(() => expect(provider.action).toHaveBeenCalledTimes(1))
    await act(() => router.navigate('/accounts'))
    await waitFor(() => expect(router.state.location.pathname).toBe('/accounts'))
    saved.reject(error)
    await waitFor(() => expect(notices()).toEqual([`warning: ${text}`]))
  })
})
