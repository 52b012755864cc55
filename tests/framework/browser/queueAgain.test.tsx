import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HasWork } from '../../../src/console/extensions.ts'
import { impossibleMark, waitingMark } from '../../../src/data/permissions.ts'
import { CLAIMS_KEY } from '../../../src/data/useConsoleProvider.ts'
import { ABOUT, waitingKey } from '../../../src/data/useGrants.ts'
import { waitingApproval } from './support.ts'
import { byOren, claimOf, claimProvider, numbers, openQueue, until, workOn } from './queuePage.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: until - 60_000 })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** A claim of a colleague who has finished the record. */
const doneBy = (id: string, left: readonly string[] | null) => claimOf(id, { ...byOren, state: 'done', left })

const start = async () => fireEvent.click(await screen.findByRole('button', { name: 'Start' }))

/** Calls the record of the page done, with something left to decide. */
async function endUndecided(name: string): Promise<void> {
  await screen.findByRole('heading', { level: 1, name })
  await screen.findByText(/^Yours until /)
  fireEvent.click(screen.getByRole('button', { name: 'Done' }))
  const question = within(await screen.findByRole('dialog', { name: 'Done, with something left to decide?' }))
  fireEvent.click(question.getByRole('button', { name: 'Done' }))
}

/** As `endUndecided`, for the last record that is offered on the way. Goes back to the list. */
async function endLast(name: string): Promise<void> {
  await endUndecided(name)
  await screen.findByText(/^That was the last one left/)
  fireEvent.click(screen.getByRole('link', { name: 'Back' }))
}

test('Start offers what anyone has finished again for what came after, and not for what was left then', async () => {
  // What was left of the third is not known.
  const gateway = claimProvider([doneBy('1', []), doneBy('2', ['page']), doneBy('3', null), doneBy('4', ['cover'])])
  openQueue(gateway, { hasWork: workOn(1, 2, 3, 4, 5), ids: () => numbers(6) })
  await screen.findByText('To do up to 5')
  for (const name of ['Book 5', 'Book 1', 'Book 4']) {
    await start()
    await endLast(name)
  }
  await start()
  await screen.findByText(/^Nothing left to decide in this list/)
  expect(gateway.changes()).toEqual(
    [['5', '1'], ['1', '4'], ['4']].flatMap((ids) => [
      { change: 'claim', ids },
      { change: 'done', ids: ids.slice(0, 1), left: ['page'] },
    ]),
  )
})

test('what came after is offered before what the person has put off', async () => {
  const gateway = claimProvider([claimOf('1', { state: 'later' }), doneBy('2', [])])
  openQueue(gateway, { hasWork: workOn(1, 2) })
  await start()
  await screen.findByRole('heading', { level: 1, name: 'Book 2' })
})

test('what was finished is not offered again while it can’t be read', async () => {
  const gateway = claimProvider([doneBy('1', []), doneBy('2', ['page'])])
  const hasWork: HasWork = () => {
    throw new Error('unread')
  }
  openQueue(gateway, { hasWork: { books: async () => hasWork } })
  await start()
  await endLast('Book 3')
  await start()
  await screen.findByText(/^Nothing left to decide in this list/)
  // What was left is not known, so that nothing brings it back.
  expect(gateway.changes().at(-1)).toEqual({ change: 'done', ids: ['3'] })
})

test('in a list of only work what was finished with nothing left is to do again', async () => {
  const gateway = claimProvider([doneBy('1', []), doneBy('2', ['page']), doneBy('3', null)])
  openQueue(gateway, { hasWork: workOn(1, 2, 3), hasOnlyWork: { books: () => true } })
  await screen.findByText('To do 1')
})

test('the page of a record that was finished says what is open again', async () => {
  const open = (left: readonly string[], hasWork = workOn(1)) =>
    openQueue(claimProvider([doneBy('1', left)]), { address: '/book/1', hasWork })
  open(['cover'])
  await screen.findByText('Done by Oren Vale at 09:59 AM. Open again: a torn page')
  cleanup()
  open([], { books: async () => () => true })
  await screen.findByText('Done by Oren Vale at 09:59 AM. Open again')
  cleanup()
  const looked = vi.fn(() => ({ text: 'a torn page', parts: ['page'] }))
  open(['page'], { books: async () => looked })
  await vi.waitFor(() => expect(looked).toHaveBeenCalled())
  await screen.findByText('Done by Oren Vale at 09:59 AM')
})

test('what is open again does not count what was left when the record was finished', async () => {
  const hasWork: HasWork = (_detail, { leftThen = [] }) => {
    const parts = ['page.1', 'page.2', 'page.3'].filter((part) => !leftThen.includes(part))
    return { text: `${parts.length} torn`, parts }
  }
  const gateway = claimProvider([doneBy('1', ['page.1', 'page.2'])])
  openQueue(gateway, { address: '/book/1', hasWork: { books: async () => hasWork } })
  await screen.findByText('Done by Oren Vale at 09:59 AM. Open again: 1 torn')
})

test('Start looks afresh at what was finished, and counts it apart from what waits for someone else', async () => {
  const found = { parts: ['page'] }
  const hasWork: HasWork = ({ id }) => Number(id) === 1 && { text: 'a torn page', parts: found.parts }
  openQueue(claimProvider([doneBy('1', ['page'])]), { hasWork: { books: async () => hasWork } })
  await start()
  await screen.findByText('Nothing left to decide in this list: 2 wait for someone else, 1 is done.')
  found.parts = ['page', 'cover']
  vi.setSystemTime(until - 20_000)
  await start()
  await screen.findByRole('heading', { level: 1, name: 'Book 1' })
})

test('N after the last record says that none is free there, and goes on with the turns from one that was only looked at', async () => {
  const gateway = claimProvider([])
  openQueue(gateway, { hasWork: workOn(1, 2, 3) })
  const press = (key: string) => fireEvent.keyDown(document.body, { key })
  const isAt = (name: string) => screen.findByRole('heading', { level: 1, name })
  await start()
  await endUndecided('Book 1')
  await isAt('Book 2')
  await screen.findByText(/^Yours until /)
  press('p')
  await isAt('Book 1')
  await screen.findByText(/^Done at /)
  press('n')
  await isAt('Book 2')
  await screen.findByText(/^Yours until /)
  gateway.set([claimOf('2'), claimOf('3', byOren)])
  cleanup()
  openQueue(gateway, { hasWork: workOn(1, 2, 3) })
  fireEvent.click(await screen.findByRole('button', { name: 'Continue' }))
  await isAt('Book 2')
  await screen.findByText(/^Yours until /)
  press('n')
  await screen.findByText('No record after this one is free.')
})

test('N comes back to those that the person has left for later where none is free after, although they have left the list by that', async () => {
  let listed = numbers(4)
  const gateway = claimProvider([claimOf('1', { state: 'later' }), doneBy('2', []), claimOf('4', byOren)])
  openQueue(gateway, { hasWork: workOn(1, 2, 3, 4), ids: () => listed })
  await start()
  await screen.findByRole('heading', { level: 1, name: 'Book 3' })
  await screen.findByText(/^Yours until /)
  listed = [2, 3, 4]
  fireEvent.keyDown(document.body, { key: 'n' })
  await screen.findByText('1 of 4, back to those left for later')
  await screen.findByText(/^Yours until /)
  expect(gateway.changes().at(-1)).toEqual({ change: 'release', ids: ['3'] })
  expect(screen.queryByText('No longer in your list:')).toBeNull()
})

test('N and its button lead from the last record to those that were left for later, once the person takes turns', async () => {
  const gateway = claimProvider([claimOf('1', { state: 'skipped' }), doneBy('2', [])])
  openQueue(gateway, { hasWork: workOn(1, 2, 3) })
  await start()
  await screen.findByText('3 of 3, 1 passed over: done')
  await screen.findByText(/^Yours until /)
  const next = screen.getByRole('button', { name: 'Next record' })
  await vi.waitFor(() => expect(next.title).toBe('Next record (N)'))
  expect(next.getAttribute('aria-disabled')).not.toBe('true')
  fireEvent.keyDown(document.body, { key: 'n' })
  await screen.findByText('1 of 3, back to those left for later')
  cleanup()
  gateway.set([claimOf('1', { state: 'skipped' })])
  openQueue(gateway)
  fireEvent.click(await screen.findByRole('link', { name: 'Book 3' }))
  await screen.findByText('3 of 3')
  await screen.findByRole('button', { name: 'Claim' })
  expect(screen.getByRole('button', { name: 'Next record' }).title).toBe('This is the last one')
})

test('the notice that none is left goes once the queue opens a record', async () => {
  const found = { parts: ['page'] }
  const hasWork: HasWork = ({ id }) => Number(id) === 1 && { text: 'a torn page', parts: found.parts }
  openQueue(claimProvider([]), { hasWork: { books: async () => hasWork } })
  await start()
  await endLast('Book 1')
  found.parts = ['page', 'cover']
  vi.setSystemTime(until - 20_000)
  await start()
  await screen.findByRole('heading', { level: 1, name: 'Book 1' })
  await vi.waitFor(() => expect(screen.queryByText(/^That was the last one left/)).toBeNull())
})

test('the queue goes on after a decision that is not answered, and stays where more than that is left', async () => {
  const gateway = claimProvider([])
  const found = { parts: ['page', 'cover'] }
  const hasWork: HasWork = ({ id }) => Number(id) < 3 && { text: 'a torn page', parts: found.parts, tab: 'loans' }
  const { router } = openQueue(gateway, { hasWork: { books: async () => hasWork } })
  await start()
  await screen.findByRole('heading', { level: 1, name: 'Book 1' })
  await screen.findByText(/^Yours until /)
  await router.navigate('?tab=damage', { replace: true, state: router.state.location.state })
  fireEvent.click(screen.getByRole('button', { name: 'Last part, not answered' }))
  await vi.waitFor(() => expect(router.state.location.search).toBe('?tab=loans'))
  await screen.findByRole('heading', { level: 1, name: 'Book 1' })
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Last part'))
  found.parts = ['page']
  fireEvent.click(screen.getByRole('button', { name: 'Last part, not answered' }))
  await screen.findByRole('heading', { level: 1, name: 'Book 2' })
  // Start does not offer it again while the decision is not answered.
  expect(gateway.changes().slice(1, 2)).toEqual([{ change: 'done', ids: ['1'], left: ['page'] }])
})

test('before Start says that nothing is left it looks again where the last look is some minutes old', async () => {
  const minute = 60_000
  const work = vi.fn<HasWork>(() => false)
  const { ahead } = openQueue(claimProvider([]), { hasWork: { books: async () => work }, ids: () => numbers(16) })
  const isIdle = () => screen.findByText('Nothing left to decide in this list: 16 wait for someone else.')
  const dismiss = () => fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  await start()
  await isIdle()
  dismiss()
  vi.setSystemTime(until + minute)
  await start()
  await isIdle()
  dismiss()
  expect(ahead).toHaveLength(16)
  vi.setSystemTime(until + 4 * minute)
  // What can't be read is taken as it was.
  work.mockImplementation(() => {
    throw new Error('unread')
  })
  await start()
  await isIdle()
  dismiss()
  expect(work).toHaveBeenCalledTimes(32)
  work.mockImplementation(({ id }) => Number(id) === 2 && { text: 'a torn page', parts: ['page'] })
  await start()
  await screen.findByRole('heading', { level: 1, name: 'Book 2' })
})

test('Start looks again into what a colleague has changed', async () => {
  const gateway = claimProvider([])
  const found = { parts: ['page'] }
  const hasWork: HasWork = ({ id }) => Number(id) === found.parts.length && { text: 'a torn page', parts: found.parts }
  const { client } = openQueue(gateway, { hasWork: { books: async () => hasWork } })
  await start()
  await endUndecided('Book 1')
  await screen.findByText(/^That was the last one left/)
  found.parts = ['page', 'cover']
  const changes = [{ id: '2', seq: 7 }]
  gateway.tell(changes)
  fireEvent.click(screen.getByRole('link', { name: 'Back' }))
  await vi.waitFor(() => expect(client.getQueryData([...CLAIMS_KEY, 'books'])).toMatchObject({ changes }))
  await start()
  await screen.findByRole('heading', { level: 1, name: 'Book 2' })
})

test('what waits for a second person on a record is known where its work is asked for', async () => {
  const asked = vi.fn<HasWork>(async () => ({ text: 'a torn page', parts: ['page'] }))
  const { client } = openQueue(claimProvider([]), { hasWork: { books: async () => asked } })
  await start()
  await screen.findByText(/^Yours until /)
  const row = waitingApproval({ operation: 'books.discard', title: 'Discard Book 1', recordId: '1' })
  client.setQueryData(waitingKey('books', '1'), [row])
  await endUndecided('Book 1')
  const [, { permissions } = { permissions: [] }] = asked.mock.lastCall ?? []
  expect(permissions).toContain(waitingMark('books.discard', '1'))
})

test('a request of the list that can’t be approved any more keeps no record out of the queue', async () => {
  const marks: (readonly string[])[] = []
  const hasWork: HasWork = async ({ id }, { permissions = [] }) => {
    if (id === 1) marks.push(permissions)
    return false
  }
  const { client } = openQueue(claimProvider([]), { hasWork: { books: async () => hasWork } })
  const subject = { resource: 'books', id: '1' }
  const row = waitingApproval({ operation: 'books.discard', title: 'Discard Book 1', subject, recordId: '1' })
  const read = vi.fn(async () => [{ ...row, problem: 'It was lent, so it can’t be approved.' }])
  client.setQueryDefaults(ABOUT, { queryFn: read })
  client.setQueryData(waitingKey('books'), [row])
  await start()
  await vi.waitFor(() => expect(marks.at(-1)).toContain(impossibleMark('books.discard', '1')))
  expect(marks.at(-1)).not.toContain(waitingMark('books.discard', '1'))
  cleanup()
  marks.length = 0
  const other = openQueue(claimProvider([]), { hasWork: { books: async () => hasWork } })
  other.client.setQueryDefaults(ABOUT, { queryFn: () => Promise.reject(new Error('unread')), retry: false })
  other.client.setQueryData(waitingKey('books'), [row])
  await start()
  await vi.waitFor(() => expect(marks.at(-1)).toContain(waitingMark('books.discard', '1')))
})

test('a record comes back once what waited on it has ended, also where its page was read before', async () => {
  const hasWork: HasWork = async ({ id }, { permissions = [] }) =>
    id === 1 && !permissions.includes(waitingMark('books.discard', '1')) && { text: 'a torn page', parts: ['page'] }
  const { client } = openQueue(claimProvider([]), { hasWork: { books: async () => hasWork } })
  const subject = { resource: 'books', id: '1' }
  const row = waitingApproval({ operation: 'books.discard', title: 'Discard Book 1', subject, recordId: '1' })
  client.setQueryDefaults(ABOUT, { queryFn: () => [row] })
  client.setQueryData(waitingKey('books'), [row])
  await start()
  await screen.findByText('Nothing left to decide in this list: 3 wait for someone else.')
  client.setQueryData(waitingKey('books'), [])
  await start()
  await screen.findByRole('heading', { level: 1, name: 'Book 1' })
})

test('the page of a record that was finished stops saying that it is open once that waits for a second person', async () => {
  const hasWork: HasWork = async (_detail, { permissions = [] }) =>
    !permissions.includes(waitingMark('books.discard', '1')) && { text: 'a torn page', parts: ['page'] }
  const { client } = openQueue(claimProvider([doneBy('1', [])]), {
    address: '/book/1',
    hasWork: { books: async () => hasWork },
  })
  await screen.findByText('Done by Oren Vale at 09:59 AM. Open again: a torn page')
  const row = waitingApproval({ operation: 'books.discard', title: 'Discard Book 1', recordId: '1' })
  client.setQueryData(waitingKey('books', '1'), [row])
  await screen.findByText('Done by Oren Vale at 09:59 AM')
})
