import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { detail, form, id, openApprovals, row } from './approvalPage.tsx'
import { waitingKey } from '../../../src/data/useGrants.ts'
import { json } from './support.ts'
import { fakeTimers } from '../../support/fakeTimers.ts'

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

test('what waits on a further record is read by its key alone', async () => {
  const other = { ...row, recordId: '8', problem: 'It was lent.' }
  const about = {
    '/console/approvals/about?resource=books&id=8': () => json(200, { rows: [other], next: null }),
    '/console/approvals/about?resource=books': () => json(200, { rows: [other], next: null }),
  }
  const { client } = await openApprovals(about, '/approvals')
  await screen.findByRole('note')
  expect(await client.fetchQuery({ queryKey: waitingKey('books', '8') })).toEqual([other])
  expect(await client.fetchQuery({ queryKey: waitingKey('books') })).toEqual([other])
})

test('a record says that a form about it waits, too', async () => {
  await openApprovals(
    { '/console/approvals/about?resource=books&id=7': () => json(200, { rows: [form], next: null }) },
    '/approvals',
  )
  expect((await screen.findByRole('note')).textContent).toContain('Change a member: waiting for approval')
})

test('a request is shown to those alone who may review it', async () => {
  await openApprovals({}, '/approvals', ['read'])
  const note = await screen.findByRole('note')
  expect(within(note).queryByRole('link')).toBeNull()
})

describe('while a page is open', () => {
  beforeEach(() => void fakeTimers())
  afterEach(() => void vi.useRealTimers())

  test.each([
    ['rejected', 'Mend it.', 'Discard Emma?: Rejected by second@library.test: Mend it. Nothing was sent.'],
    ['approved', '', 'Discard Emma?: Approved by second@library.test.'],
  ])('the person who requested something sees wherever they are that it was %s', async (state, comment, said) => {
    let own: object = { ...row, isOwn: true }
    await openApprovals({ '/console/approvals': () => json(200, { rows: [own], next: null }) }, '/approvals')
    await screen.findByRole('note')
    own = { ...own, state, comment, decider: 'second@library.test' }
    await vi.advanceTimersByTimeAsync(20_000)
    await screen.findByText(said)
  })

  test('an open approval is read again once it can be approved no longer, and once it has ended', async () => {
    let now: object = detail
    let rows: readonly object[] = [row]
    await openApprovals({
      [`/console/approvals/${id}`]: () => json(200, now),
      '/console/approvals/about?resource=books&id=7': () => json(200, { rows, next: null }),
    })
    const drawer = within(await screen.findByRole('dialog'))
    await drawer.findByRole('button', { name: 'Approve and send' })
    const problem = 'It was lent, so it can’t be approved.'
    now = { ...detail, problem }
    rows = [{ ...row, problem }]
    await vi.advanceTimersByTimeAsync(20_000)
    await drawer.findByText(problem)
    now = { ...detail, state: 'rejected', decider: 'second@library.test' }
    rows = []
    await vi.advanceTimersByTimeAsync(20_000)
    await drawer.findByRole('heading', { name: 'Outcome' })
  })

  test('what colleagues request about a record comes to its page, and once it has ended the record is read again', async () => {
    let rows: readonly object[] = []
    const { client } = await openApprovals(
      { '/console/approvals/about?resource=books&id=7': () => json(200, { rows, next: null }) },
      '/approvals',
    )
    const isStale = () => client.getQueryState(['books', 'kept'])?.isInvalidated
    client.setQueryData(['books', 'kept'], true)
    await vi.advanceTimersByTimeAsync(1000)
    rows = [row]
    await vi.advanceTimersByTimeAsync(20_000)
    await screen.findByRole('note')
    expect(isStale()).toBe(false)
    rows = []
    await vi.advanceTimersByTimeAsync(20_000)
    expect(screen.queryByRole('note')).toBeNull()
    expect(isStale()).toBe(true)
  })

  test('the list is read again once another number of approvals waits', async () => {
    let rows: readonly object[] = []
    await openApprovals(
      {
        '/console/approvals': () => json(200, { rows, next: null }),
        '/console/approvals/waiting': () => json(200, { count: rows.length }),
      },
      '/approvals',
    )
    await screen.findByText('Nothing waits for you')
    rows = [row]
    await vi.advanceTimersByTimeAsync(20_000)
    await screen.findByRole('link', { name: 'Discard Emma?' })
  })
})
