import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ClaimParams } from '../../../dataProvider/types.ts'
import { valueAt } from '../../../language/pointer.ts'
import type { HasWork } from '../../../src/console/extensions.ts'
import { draftsIn } from '../../../src/data/drafts.ts'
import { claimOf, claimProvider, openQueue, until, workOn } from './queuePage.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: until - 60_000 })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** Answers a claim of these records only once it is let through. */
function slowly(gateway: ReturnType<typeof claimProvider>, ...slow: readonly string[]) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const claims = async (resource: string, params: ClaimParams) => {
    const answer = await gateway.claims(resource, params)
    if (params.change?.change === 'claim' && slow.includes(params.change.ids[0] ?? '')) await promise
    return answer
  }
  return { gateway: { ...gateway, claims }, answer: resolve }
}

const MINE = claimOf('1')
const title = (name: string) => screen.findByRole('heading', { level: 1, name })
const asksFor = (gateway: ReturnType<typeof claimProvider>, id: string) =>
  waitFor(() => expect(gateway.changes().at(-1)).toMatchObject({ change: 'claim', ids: [id] }))

/** Opens the first book from the list, with what waits in these books. */
async function openFirst(gateway: ReturnType<typeof claimProvider>, hasWork = workOn(2)) {
  const opened = openQueue(gateway, { hasWork })
  fireEvent.click(await screen.findByRole('link', { name: 'Book 1' }))
  await title('Book 1')
  await screen.findByText(/^Yours until /)
  return opened
}

/** Begins to discard the book of the page, for a reason. */
async function typeReason() {
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'Torn' } })
}

const STAYED = 'The queue stayed here, as you had begun something else. Next goes on.'

/** The question is still the one that the person has typed into, and the page says why. */
async function keepsReason() {
  await screen.findByText(STAYED)
  expect(screen.getByRole('dialog', { name: 'Discard Book 1?' })).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe('Torn')
  expect(await title('Book 1')).toBeDefined()
}

test.each([
  ['another record is opened', '/book/3', () => title('Book 3')],
  ['the list has another order', '/books?first=oldest', () => screen.findByRole('checkbox', { checked: true })],
])('Start leads nowhere once %s, and gives back what it has claimed', async (_what, to, isThere) => {
  const { gateway, answer } = slowly(claimProvider([]), '2')
  const { router } = openQueue(gateway, { hasWork: workOn(2) })
  fireEvent.click(await screen.findByRole('button', { name: 'Start' }))
  await asksFor(gateway, '2')
  await router.navigate(to)
  await isThere()
  answer()
  await waitFor(() => expect(gateway.changes().at(-1)).toEqual({ change: 'release', ids: ['2'] }))
  expect(await isThere()).toBeDefined()
})

test.each(['n', 's'])('the key %s leads nowhere once a question is open', async (key) => {
  const { gateway, answer } = slowly(claimProvider([MINE]), '2')
  await openFirst(gateway)
  fireEvent.keyDown(document.body, { key })
  await asksFor(gateway, '2')
  await screen.findByText('Looking for another record…')
  await typeReason()
  answer()
  await waitFor(() => expect(gateway.changes().at(-1)).toEqual({ change: 'release', ids: ['2'] }))
  await waitFor(() => expect(screen.queryByText('Looking for another record…')).toBeNull())
  await keepsReason()
})

test('a field that the browser leaves behind its closed question is nothing that is begun', async () => {
  const { gateway, answer } = slowly(claimProvider([MINE]), '2')
  await openFirst(gateway)
  fireEvent.keyDown(document.body, { key: 's' })
  await asksFor(gateway, '2')
  document.body.dispatchEvent(new Event('change', { bubbles: true }))
  answer()
  expect(await title('Book 2')).toBeDefined()
  expect(screen.queryByText(STAYED)).toBeNull()
})

/** Starts with the first book, whose work is read only once another one is looked for. */
async function startLate() {
  const { gateway, answer } = slowly(claimProvider([]), '2')
  const work = Promise.withResolvers<void>()
  openQueue(gateway, { hasWork: workOn(1, 2), workIsRead: work.promise })
  fireEvent.click(await screen.findByRole('button', { name: 'Start' }))
  await title('Book 1')
  await screen.findByText(/^Yours until /)
  fireEvent.keyDown(document.body, { key: 'n' })
  await asksFor(gateway, '2')
  await screen.findByText('Looking for another record…')
  work.resolve()
  const part = await screen.findByRole('button', { name: 'Last part' })
  expect(document.activeElement).not.toBe(part)
  expect(screen.queryByText('The work goes on')).toBeNull()
  return { answer, part }
}

test('the work does not go on by itself on a record that the person leads on from', async () => {
  const { answer, part } = await startLate()
  const wentOn = vi.fn()
  part.addEventListener('focus', wentOn)
  answer()
  expect(await title('Book 2')).toBeDefined()
  await screen.findByText('The work goes on')
  expect(wentOn).not.toHaveBeenCalled()
  expect(screen.queryByText(STAYED)).toBeNull()
})

test('the work goes on by itself once the queue has stayed', async () => {
  const { answer, part } = await startLate()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  answer()
  await waitFor(() => expect(document.activeElement).toBe(part))
  expect(await title('Book 1')).toBeDefined()
})

test('what the person had skipped is skipped again', async () => {
  const { gateway, answer } = slowly(claimProvider([MINE, claimOf('2', { state: 'skipped' })]), '2')
  await openFirst(gateway)
  fireEvent.keyDown(document.body, { key: 's' })
  await asksFor(gateway, '2')
  fireEvent.keyDown(document.body, { key: 'Escape' })
  answer()
  await waitFor(() => expect(gateway.changes().at(-1)).toEqual({ change: 'skip', ids: ['2'] }))
  expect(await title('Book 1')).toBeDefined()
})

test('a record is not done after a decision about it while something else is begun there', async () => {
  const look = Promise.withResolvers<void>()
  const hasWork: HasWork = async ({ id }) => {
    if (Number(id) === 1) await look.promise
    return Number(id) === 2 && { text: 'a torn page', parts: ['page'] }
  }
  const gateway = claimProvider([MINE])
  await openFirst(gateway, { books: async () => hasWork })
  fireEvent.click(screen.getByRole('button', { name: 'Last part' }))
  await screen.findByText('Looking for another record…')
  await typeReason()
  look.resolve()
  await waitFor(() => expect(screen.queryByText('Looking for another record…')).toBeNull())
  expect(gateway.changes()).toEqual([])
  await keepsReason()
})

test('a record that was done after a decision is the person’s again once something else is begun there', async () => {
  const { gateway, answer } = slowly(claimProvider([MINE]), '2')
  await openFirst(gateway)
  fireEvent.click(screen.getByRole('button', { name: 'Last part' }))
  await asksFor(gateway, '2')
  await typeReason()
  answer()
  await waitFor(() =>
    expect(gateway.changes().slice(1)).toEqual([
      { change: 'claim', ids: ['2'] },
      { change: 'release', ids: ['2'] },
      { change: 'claim', ids: ['1'] },
    ]),
  )
  await screen.findByText(/^Yours until /)
  await keepsReason()
})

test.each([
  ['gives', 'forms/lend/attempts', '1'],
  ['does not give', 'books/1:mend', '2'],
])('N %s a record back while %s is kept', async (_what, key, released) => {
  const gateway = claimProvider([])
  const { client } = openQueue(gateway)
  const drafts = draftsIn(client)
  drafts.claim('1')
  drafts.keep(key, [])
  fireEvent.click(await screen.findByRole('button', { name: 'Start' }))
  await title('Book 1')
  await screen.findByText(/^Yours until /)
  fireEvent.keyDown(document.body, { key: 'n' })
  await title('Book 2')
  await screen.findByText(/^Yours until /)
  drafts.drop(key)
  fireEvent.keyDown(document.body, { key: 'n' })
  await title('Book 3')
  await waitFor(() => expect(gateway.changes().at(-1)).toEqual({ change: 'release', ids: ['2'] }))
  const ids = gateway.changes().flatMap((each) => (valueAt(each, '/change') === 'release' ? valueAt(each, '/ids') : []))
  expect((ids as readonly string[])[0]).toBe(released)
})
