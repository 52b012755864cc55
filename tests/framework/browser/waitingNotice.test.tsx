import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { detail, form, id, openApprovals, row } from './approvalPage.tsx'
import { json } from './support.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('a record says what waits, for whom and since when', async () => {
  await openApprovals({}, '/approvals')
  const note = await screen.findByRole('note')
  expect(note.textContent).toBe(
    'Discard: waiting for approval by another person. Requested by first@library.test, 11/22/2026, 10:00 AM.Review',
  )
  expect(within(note).getByRole('link').getAttribute('href')).toBe(`/approvals?view=review&id=${id}`)
})

test('a record says why what waits can’t be approved, as soon as it is another', async () => {
  let problem = ''
  const about = {
    '/console/approvals/about?resource=books&id=7': () => json(200, { rows: [{ ...row, problem }], next: null }),
  }
  await openApprovals(about, '/approvals')
  await screen.findByText('Discard: waiting for approval by another person.')
  problem = 'It was lent, so it can’t be approved.'
  screen.getByRole('button', { name: 'Change the record' }).click()
  await screen.findByText('Discard: requested, but not possible.')
  expect(screen.getByRole('note').textContent).toContain(problem)
})

test('a record says that a form about it waits, too', async () => {
  await openApprovals(
    { '/console/approvals/about?resource=books&id=7': () => json(200, { rows: [form], next: null }) },
    '/approvals',
  )
  expect((await screen.findByRole('note')).textContent).toContain('Change a member: waiting for approval')
})

test.each([
  ['rejected', 'Mend it.', 'Discard: Rejected by second@library.test: Mend it. Nothing was sent.'],
  ['approved', '', 'Discard: Approved by second@library.test.'],
])('the person who requested it sees that it was %s', async (state, comment, said) => {
  vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout'], shouldAdvanceTime: true })
  let rows = [{ ...row, isOwn: true }]
  const decided = { ...detail, isOwn: true, state, comment, decider: 'second@library.test' }
  await openApprovals(
    {
      '/console/approvals/about?resource=books&id=7': () => json(200, { rows, next: null }),
      [`/console/approvals/${id}`]: () => json(200, decided),
    },
    '/approvals',
  )
  await screen.findByRole('note')
  rows = []
  await vi.advanceTimersByTimeAsync(20_000)
  await screen.findByText(said)
  expect(screen.queryByRole('note')).toBeNull()
  vi.useRealTimers()
})
