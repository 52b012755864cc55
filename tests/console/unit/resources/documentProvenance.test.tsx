import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { permissions } from '../../../../schemas/shared/permissions.ts'
import { documentsProvider, showDocuments, snap } from './documentsPage.tsx'
import { httpError, muteExpectedErrors, personsClient } from './renderPage.tsx'

beforeEach(muteExpectedErrors)
afterEach(() => vi.restoreAllMocks())

const rowOf = (id: string) => within(screen.getByText(id).closest('li') as HTMLElement)

const recorded = (seq: number, change: object) => ({
  seq,
  at: `2026-03-06T15:00:0${seq}.000Z`,
  actor: 'ada@countersign.test',
  actorType: 'human',
  label: '',
  target: 'snap_id=snap-1',
  reason: '',
  evidence: null,
  outcome: 'done',
  reference: '',
  ...change,
})

test('documents say when and by whom they were uploaded, and why they were rejected', async () => {
  const seen = { first_seen_at: '2026-03-05T14:00:00.000Z' }
  const others = { 'snap-2': 'approved', 'snap-3': 'rejected' }
  const known = Object.entries(others).map(([snap_id, status]) => snap({ snap_id, status, ...seen }))
  const provider = documentsProvider({ snaps: [snap({ status: 'rejected' }), ...known] })
  const events = [
    recorded(3, { operation: 'accountDocuments.reject', target: 'snap_id=snap-3' }),
    recorded(2, { operation: 'accountDocuments.reject', reason: 'Unreadable' }),
    recorded(1, { operation: 'accounts.uploadDocument', reference: 'snap-1', actorType: 'automation' }),
  ]
  provider.history.mockResolvedValue({ data: { ok: true, events } })
  await showDocuments(provider)
  await rowOf('snap-1').findByText('Uploaded 03/06/2026, 10:00 AM by ada@countersign.test, automatically')
  for (const [id, text] of [
    ['snap-1', 'Rejected 03/06/2026, 10:00 AM by ada@countersign.test'],
    ['snap-1', 'Unreadable'],
    ['snap-2', 'Uploaded and approved outside this console, first seen 03/05/2026, 09:00 AM'],
    ['snap-3', 'Uploaded outside this console, first seen 03/05/2026, 09:00 AM'],
  ] as const)
    expect(rowOf(id).getByText(text)).toBeDefined()
})

test('documents say of a status that has just changed who changed it, and nothing until that is read', async () => {
  const provider = documentsProvider()
  const client = personsClient()
  await showDocuments(provider, permissions, client)
  await rowOf('snap-1').findByText('Uploaded outside this console')
  const answer = Promise.withResolvers<unknown>()
  provider.history.mockReturnValue(answer.promise)
  const { getOne } = documentsProvider({ snaps: [snap({ status: 'rejected' })] })
  provider.getOne.mockImplementation(getOne)
  await act(() => client.refetchQueries({ queryKey: ['accounts', 'getOne'] }))
  await waitFor(() => expect(rowOf('snap-1').getByText('rejected')).toBeDefined())
  expect(rowOf('snap-1').queryByText(/outside this console/)).toBeNull()
  const events = [recorded(1, { operation: 'accountDocuments.reject', reason: 'Unreadable' })]
  answer.resolve({ data: { ok: true, events } })
  await rowOf('snap-1').findByText('Unreadable')
  expect(rowOf('snap-1').getByText('Uploaded outside this console')).toBeDefined()
})

test('documents say that it could not be read by whom', async () => {
  const provider = documentsProvider()
  provider.history.mockRejectedValue(httpError(503, 'AUDIT_UNAVAILABLE', 'no'))
  await showDocuments(provider)
  await rowOf('snap-1').findByText('By whom could not be read')
})
