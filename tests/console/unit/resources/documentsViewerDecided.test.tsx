import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { documentsProvider, showDocuments, snap } from './documentsPage.tsx'
import { httpError, muteExpectedErrors } from './renderPage.tsx'

beforeEach(muteExpectedErrors)
afterEach(() => vi.restoreAllMocks())

const viewed = () => within(screen.getByRole('dialog'))
const titleNow = () => viewed().getByRole('heading', { level: 2 }).textContent

/** Says that the picture has come and is painted. */
async function paint(picture: HTMLElement): Promise<void> {
  Object.assign(picture, { decode: async () => undefined })
  fireEvent.load(picture)
  await act(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await act(async () => undefined)
}

describe('the document viewer', () => {
  it('goes on to the document that waits once a question is closed that found its own decided by a colleague', async () => {
    const snaps = [
      snap(),
      snap({ snap_id: 'snap-2', proof: 'PASSPORT' }),
      snap({ snap_id: 'snap-3', status: 'approved' }),
    ]
    const provider = documentsProvider({ snaps })
    await showDocuments(provider)
    fireEvent.click(await screen.findByRole('button', { name: 'View: Passport (snap-2)' }))
    await waitFor(() => expect(titleNow()).toBe('Passport'))
    await paint(await screen.findByRole('img', { name: / of Mara Quill$/ }))
    fireEvent.click(viewed().getByRole('button', { name: 'Reject: Passport (snap-2)' }))
    const question = within(await screen.findByRole('dialog', { name: 'Are you sure?' }))
    const before = (await provider.getOne()) as { readonly data: Readonly<Record<string, unknown>> }
    const decided = snaps.map((each) => (each.snap_id === 'snap-2' ? { ...each, status: 'approved' } : each))
    provider.getOne.mockResolvedValue({ ...before, data: { ...before.data, snaps: decided } })
    provider.action.mockRejectedValue(httpError(409, 'CONFLICT', 'This changed since you opened it.'))
    fireEvent.change(question.getByRole('textbox'), { target: { value: 'Blurred' } })
    fireEvent.click(question.getByRole('button', { name: 'Yes' }))
    await question.findByText('Nothing was sent.')
    fireEvent.click(question.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(titleNow()).toBe('SSN card'))
    expect(viewed().getByText('1 of 3')).toBeDefined()
  })
})
