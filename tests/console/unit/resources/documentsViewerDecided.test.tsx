import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { draftsIn } from '../../../../src/data/drafts.ts'
import { documentsProvider, showDocuments, snap } from './documentsPage.tsx'
import { permissions } from '../../../../schemas/shared/permissions.ts'
import { httpError, muteExpectedErrors, personsClient } from './renderPage.tsx'

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

/** Asks whether the passport in the viewer is to be rejected. */
async function askToReject() {
  await waitFor(() => expect(titleNow()).toBe('Passport'))
  await paint(await screen.findByRole('img', { name: / of Mara Quill$/ }))
  fireEvent.click(viewed().getByRole('button', { name: 'Reject: Passport (snap-2)' }))
  return within(await screen.findByRole('dialog', { name: 'Are you sure?' }))
}

/** What the trail has of a decision about the passport. */
const decision = (person: string, name: string) => ({
  seq: 1,
  at: '2026-03-06T15:00:01.000Z',
  actor: `${person}@countersign.test`,
  actorType: 'human',
  operation: `accountDocuments.${name}`,
  label: '',
  target: 'snap_id=snap-2',
  reason: '',
  evidence: null,
  outcome: 'done',
  reference: '',
})

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
    const question = await askToReject()
    const before = (await provider.getOne()) as { readonly data: Readonly<Record<string, unknown>> }
    const decided = snaps.map((each) => (each.snap_id === 'snap-2' ? { ...each, status: 'approved' } : each))
    provider.getOne.mockResolvedValue({ ...before, data: { ...before.data, snaps: decided } })
    provider.action.mockRejectedValue(httpError(409, 'CONFLICT', 'This changed since you opened it.'))
    fireEvent.change(question.getByRole('textbox'), { target: { value: 'Blurred' } })
    fireEvent.click(question.getByRole('button', { name: 'Yes' }))
    await question.findByText('Nothing was changed.')
    fireEvent.click(question.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(titleNow()).toBe('SSN card'))
    expect(viewed().getByText('1 of 3')).toBeDefined()
  })

  it('goes on from a question of which the page has read that a colleague has decided its document', async () => {
    const taken = { state: 'held', way: 'taken', before: 'Ada Mint', isLost: true, left: null } as const
    const claims = [
      { id: '4107', userId: 2, name: 'Owen Vale', ...taken, changedAt: 0, expiresAt: 0, isRenewed: false },
    ]
    const list = { userId: 1, changed: null, mayWork: true, claims, colleagues: [], changes: [] }
    const provider = Object.assign(
      documentsProvider({ snaps: [snap(), snap({ snap_id: 'snap-2', proof: 'PASSPORT' })] }),
      { claims: async () => ({ data: list }) },
    )
    const client = personsClient()
    await showDocuments(provider, permissions, client)
    fireEvent.click(await screen.findByRole('button', { name: 'View: Passport (snap-2)' }))
    const question = await askToReject()
    await question.findByRole('button', { name: 'Take over' })
    const { getOne } = documentsProvider({
      snaps: [snap(), snap({ snap_id: 'snap-2', proof: 'PASSPORT', status: 'approved' })],
    })
    provider.getOne.mockImplementation(getOne)
    const approved = decision('owen', 'approve')
    provider.history.mockResolvedValue({ data: { ok: true, events: [approved] } })
    await act(() => client.refetchQueries({ queryKey: ['accounts', 'getOne'] }))
    await question.findByText('Approved by owen@countersign.test at 03/06/2026, 10:00 AM.')
    expect(question.getByRole('alert').textContent).toContain('This is no longer possible: the record has changed.')
    expect(question.getByText('Status: uploaded → approved')).toBeDefined()
    expect(question.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Close'])
    fireEvent.click(question.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(titleNow()).toBe('SSN card'))
    expect(provider.action).not.toHaveBeenCalled()
  })

  it.each([
    ['ada', 'reject', 'rejected', 'The record has changed since you saw it.', 'Rejected by ada@countersign.test'],
    ['me', 'reject', 'rejected', 'Your decision has arrived.', 'Rejected by you'],
    ['me', 'approve', 'approved', 'The record has changed since you saw it.', 'Approved by you'],
  ])('goes on from an attempt without an answer once it is read: by %s, %s', async (who, name, status, said, by) => {
    const provider = documentsProvider({ snaps: [snap(), snap({ snap_id: 'snap-2', proof: 'PASSPORT' })] })
    const client = personsClient()
    await showDocuments(provider, permissions, client)
    fireEvent.click(await screen.findByRole('button', { name: 'View: Passport (snap-2)' }))
    const question = await askToReject()
    fireEvent.change(question.getByRole('textbox'), { target: { value: 'Blurred' } })
    provider.action.mockRejectedValue(httpError(0, 'NETWORK', 'The connection broke.'))
    fireEvent.click(question.getByRole('button', { name: 'Yes' }))
    await question.findByRole('button', { name: 'Look again' })
    const { getOne } = documentsProvider({
      snaps: [snap(), snap({ snap_id: 'snap-2', proof: 'PASSPORT', status })],
    })
    provider.getOne.mockImplementation(getOne)
    const events = Promise.withResolvers<unknown>()
    provider.history.mockReturnValue(events.promise)
    await act(() => client.refetchQueries({ queryKey: ['accounts', 'getOne'] }))
    expect(question.getByRole('button', { name: 'Look again' })).toBeDefined()
    await act(async () => events.resolve({ data: { ok: true, events: [decision(who, name)] } }))
    await question.findByText(`${by} at 03/06/2026, 10:00 AM.`)
    expect(question.getByText(said)).toBeDefined()
    expect(question.getByText(`Status: uploaded → ${status}`)).toBeDefined()
    expect(question.queryByText('What is sent')).toBeNull()
    expect(question.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Close'])
    fireEvent.click(question.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(titleNow()).toBe('SSN card'))
    expect(provider.action).toHaveBeenCalledTimes(1)
  })

  it('says nothing of that in a question whose own answer is being sent', async () => {
    const provider = documentsProvider({ snaps: [snap()] })
    const client = personsClient()
    await showDocuments(provider, permissions, client)
    fireEvent.click(await screen.findByRole('button', { name: 'Reject: SSN card (snap-1)' }))
    const question = within(await screen.findByRole('dialog', { name: 'Are you sure?' }))
    fireEvent.change(question.getByRole('textbox'), { target: { value: 'Blurred' } })
    const answer = Promise.withResolvers<unknown>()
    provider.action.mockReturnValue(answer.promise)
    fireEvent.click(question.getByRole('button', { name: 'Yes' }))
    const { getOne } = documentsProvider({ snaps: [snap({ status: 'rejected' })] })
    provider.getOne.mockImplementation(getOne)
    await act(() => client.refetchQueries({ queryKey: ['accounts', 'getOne'] }))
    expect(question.queryByText(/no longer possible/)).toBeNull()
    await act(async () => answer.resolve({ data: { id: 'snap-1', ok: true, message: undefined } }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('shows the document of a question that is there again after the end of the session', async () => {
    const way = { list: '', from: 'list', isRestorable: true, resume: true }
    const provider = documentsProvider({ snaps: [snap(), snap({ snap_id: 'snap-2', proof: 'PASSPORT' })] })
    const client = personsClient()
    await showDocuments(provider, permissions, client, way)
    await waitFor(() => expect(titleNow()).toBe('SSN card'))
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'j' })
    const question = await askToReject()
    fireEvent.change(question.getByRole('textbox'), { target: { value: 'Blurred' } })
    draftsIn(client).hold()
    cleanup()
    client.clear()
    await showDocuments(provider, permissions, client, way)
    const again = within(await screen.findByRole('dialog', { name: 'Are you sure?' }))
    expect(again.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Blurred')
    await screen.findByRole('dialog', { name: 'Passport' })
  })

  it('shows it also where no queue has led to the account', async () => {
    const client = personsClient()
    const provider = documentsProvider({ snaps: [snap(), snap({ snap_id: 'snap-2', proof: 'PASSPORT' })] })
    await showDocuments(provider, permissions, client)
    fireEvent.click(await screen.findByRole('button', { name: 'View: Passport (snap-2)' }))
    const question = await askToReject()
    fireEvent.change(question.getByRole('textbox'), { target: { value: 'Blurred' } })
    draftsIn(client).hold()
    cleanup()
    client.clear()
    const opened = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
    await showDocuments(provider, permissions, client)
    const again = await screen.findByRole('dialog', { name: 'Are you sure?' })
    const viewer = await screen.findByRole('dialog', { name: 'Passport' })
    // What is opened last is above.
    expect(opened.mock.contexts).toEqual([viewer, again])
    fireEvent.click(within(again).getByRole('button', { name: 'No' }))
    await waitFor(() => expect(screen.getAllByRole('dialog')).toEqual([viewer]))
  })
})
