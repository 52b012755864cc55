import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HasWork } from '../../../src/console/extensions.ts'
import { byOren, claimOf, claimProvider, numbers, openQueue, until, workOn } from './queuePage.tsx'
import { fakeTimers } from '../../support/fakeTimers.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: until - 60_000 })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** Moves the clock of a test to the next reading of the claims, once it runs by `fakeTimers`. */
const nextReading = () => vi.advanceTimersByTimeAsync(15_000)

const press = (key: string) => fireEvent.keyDown(document.body, { key })
const title = (name: string) => screen.findByRole('heading', { level: 1, name })
const isYours = () => screen.findByText(/^Yours until /)

/** Calls a record done that has something left to decide. */
async function endUndecided(): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: 'Done' }))
  const question = await screen.findByRole('dialog', { name: 'Done, with something left to decide?' })
  fireEvent.click(within(question).getByRole('button', { name: 'Done' }))
}

test('Start offers the first record with something to decide, and says what it passed over', async () => {
  const gateway = claimProvider([])
  const { ahead } = openQueue(gateway, { hasWork: workOn(6, 8), ids: () => numbers(9) })
  fireEvent.click(await screen.findByRole('button', { name: 'Start' }))
  await title('Book 6')
  await screen.findByText('6 of 9, 5 passed over: waiting for someone else')
  // A few at a time, not the whole list.
  expect(ahead).toEqual(numbers(8).map(String))
  expect(gateway.changes()).toEqual([{ change: 'claim', ids: ['6', '8'] }])
  await endUndecided()
  await title('Book 8')
  await screen.findByText('8 of 9, 1 passed over: waiting for someone else')
  await endUndecided()
  await screen.findByText('That was the last one left in this list. 7 more wait for someone else.')
})

test('Start, Skip and Done say of records on the way that a colleague has them, or that they are done', async () => {
  const done = claimOf('4', { ...byOren, state: 'done' })
  openQueue(claimProvider([claimOf('1', byOren), done, claimOf('6', byOren), claimOf('8', byOren)]), {
    hasWork: workOn(3, 5, 7),
    ids: () => numbers(8),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Start' }))
  await screen.findByText('3 of 8, 2 passed over: 1 with colleagues, 1 waiting for someone else')
  await isYours()
  fireEvent.click(screen.getByRole('button', { name: 'Skip' }))
  await screen.findByText('5 of 8, 1 passed over: done')
  await isYours()
  await endUndecided()
  await screen.findByText('7 of 8, 1 passed over: with colleagues')
})

test('the search over screens and actions offers Start after all else, and presses it', async () => {
  openQueue(claimProvider([]))
  await screen.findByRole('button', { name: 'Start' })
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  const field = await screen.findByRole('combobox', { name: 'Record, screen or action' })
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Sessions', 'Settings', 'Start'])
  fireEvent.change(field, { target: { value: 'start' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  await title('Book 1')
})

test('a look reads more about a record by its id as the service has it', async () => {
  const gateway = claimProvider([])
  const isSecond: HasWork = async (_detail, { read }) => JSON.stringify(await read('damage')).includes('"id":2')
  openQueue(gateway, { hasWork: { books: async () => isSecond } })
  fireEvent.click(await screen.findByRole('button', { name: 'Start' }))
  await title('Book 2')
  expect(gateway.changes()).toEqual([{ change: 'claim', ids: ['2'] }])
})

test('Start looks at a bounded number of records, says so, and goes on from there without reading any twice', async () => {
  const gateway = claimProvider([])
  const { ahead } = openQueue(gateway, { hasWork: workOn(), ids: () => numbers(18) })
  fireEvent.click(await screen.findByRole('button', { name: 'Start' }))
  await screen.findByText('Looked at 16 records: all wait for someone else. Press Start in the list to look further.')
  expect(ahead).toHaveLength(16)
  fireEvent.click(screen.getByRole('button', { name: 'Start' }))
  await screen.findByText('Nothing left to decide in this list: 18 wait for someone else.')
  expect(ahead).toEqual(numbers(18).map(String))
  expect(gateway.changes()).toEqual([])
})

test('a record with more to decide comes back after the others once its part of the work is done', async () => {
  const gateway = claimProvider([])
  openQueue(gateway, { hasWork: workOn(1, 2) })
  fireEvent.click(await screen.findByRole('button', { name: 'Start' }))
  await title('Book 1')
  await isYours()
  fireEvent.click(screen.getByRole('button', { name: 'Last part' }))
  await title('Book 2')
  const notice = await screen.findByText(/^More is left to decide about/)
  expect(within(notice).getByRole('link', { name: 'Book 1' }).getAttribute('href')).toBe('/book/1')
  expect(gateway.changes().slice(1, 2)).toEqual([{ change: 'later', ids: ['1'] }])
  expect(notice.textContent).toContain('Book 1 (a torn page): back after the others, and under My records.')
  await isYours()
  // What the person says is done is done, once they have been asked.
  const before = gateway.changes().length
  fireEvent.click(screen.getByRole('button', { name: 'Done' }))
  await screen.findByText(/^Still open: a torn page\./)
  fireEvent.click(screen.getByRole('button', { name: 'Not yet' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(gateway.changes()).toHaveLength(before)
  await endUndecided()
  await title('Book 1')
  await screen.findByText('1 of 3, back to those left for later')
  await isYours()
  // The only one left stays, and stays the person's.
  fireEvent.click(screen.getByRole('button', { name: 'Last part' }))
  await waitFor(() => expect(gateway.changes().at(-1)).toEqual({ change: 'claim', ids: ['1'] }))
  await isYours()
  await title('Book 1')
})

test('Continue goes on with the own record that is not finished before any other', async () => {
  const gateway = claimProvider([claimOf('3'), claimOf('1', { state: 'done' })])
  openQueue(gateway, { hasWork: workOn(2) })
  await screen.findByText('Mine 1 · Done 1')
  expect(screen.queryByRole('button', { name: 'Start' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Continue' }).title).toBe('Go on with the record that is yours (S)')
  press('s')
  await title('Book 3')
  await isYours()
  expect(gateway.changes()).toEqual([{ change: 'claim', ids: ['3'] }])
  // What is left comes after it: none of this person's own, and one that is free.
  fireEvent.click(screen.getByRole('button', { name: 'Done' }))
  await title('Book 2')
})

test('a record that is held but not in the list does not keep the person from Start', async () => {
  const gateway = claimProvider([claimOf('9')])
  openQueue(gateway)
  fireEvent.click(await screen.findByRole('button', { name: 'Start' }))
  await title('Book 1')
})

test('the panel says until when a record is held, and when one was finished', async () => {
  openQueue(
    claimProvider([
      claimOf('3'),
      claimOf('1', { state: 'done' }),
      claimOf('2', { state: 'skipped' }),
      claimOf('4', { state: 'later' }),
    ]),
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Mine 1 · Skipped 1 · Put back 1 · Done 1' }))
  await screen.findByText('Yours until 11/23/2026, 10:00 AM')
  await screen.findByText('Done, 11/23/2026, 09:59 AM')
  await screen.findByText('Skipped, 11/23/2026, 09:59 AM')
  await screen.findByText('Put back, not finished, 11/23/2026, 09:59 AM')
})

test('N and P claim while the person works in the queue, and pass over what a colleague has', async () => {
  fakeTimers()
  const gateway = claimProvider([claimOf('2', byOren)])
  openQueue(gateway, { ids: () => numbers(4) })
  fireEvent.click(await screen.findByRole('button', { name: 'Start' }))
  await title('Book 1')
  await isYours()
  press('n')
  await title('Book 3')
  await isYours()
  await screen.findByText('3 of 4, 1 passed over: with colleagues')
  // Nothing was done about the record that was left, so it is given back.
  await waitFor(() =>
    expect(gateway.changes().slice(1)).toEqual([
      { change: 'claim', ids: ['3', '4'] },
      { change: 'release', ids: ['1'] },
    ]),
  )
  press('p')
  await title('Book 1')
  await isYours()
  await waitFor(() =>
    expect(gateway.changes().slice(3)).toEqual([
      { change: 'claim', ids: ['1'] },
      { change: 'release', ids: ['3'] },
    ]),
  )
  press('d')
  await title('Book 3')
  await isYours()
  gateway.set([claimOf('3'), claimOf('2', byOren), claimOf('1', byOren)])
  await nextReading()
  press('p')
  await screen.findByText('Someone else has or has finished each record before this one.')
  await title('Book 3')
})

test('N keeps the claim of a record on which something was done', async () => {
  const gateway = claimProvider([])
  openQueue(gateway)
  fireEvent.click(await screen.findByRole('button', { name: 'Start' }))
  await title('Book 1')
  await isYours()
  fireEvent.click(screen.getByRole('button', { name: 'Mend' }))
  await screen.findByText('Done:')
  press('n')
  await title('Book 2')
  await isYours()
  press('n')
  await title('Book 3')
  await waitFor(() => expect(gateway.changes().at(-1)).toEqual({ change: 'release', ids: ['2'] }))
  expect(gateway.changes()).not.toContainEqual({ change: 'release', ids: ['1'] })
})

test('P after a Skip that found no other record passes over what a colleague has', async () => {
  const gateway = claimProvider([claimOf('2', byOren)])
  openQueue(gateway, { hasWork: workOn(3) })
  fireEvent.click(await screen.findByRole('button', { name: 'Start' }))
  await title('Book 3')
  await isYours()
  fireEvent.click(screen.getByRole('button', { name: 'Skip' }))
  await screen.findByText(/^That was the last one left/)
  press('p')
  await title('Book 1')
  await screen.findByText('1 of 3, 1 passed over: with colleagues')
})

test('P goes back to the record that was shown before, and says so where others are in between', async () => {
  openQueue(claimProvider([]), { hasWork: workOn(1, 4, 5), ids: () => numbers(5) })
  fireEvent.click(await screen.findByRole('button', { name: 'Start' }))
  for (const name of ['Book 1', 'Book 4', 'Book 5']) {
    await title(name)
    await isYours()
    if (name !== 'Book 5') press('n')
  }
  press('p')
  await title('Book 4')
  await screen.findByText('4 of 5')
  await isYours()
  press('p')
  await title('Book 1')
  await screen.findByText('1 of 5, back to the one you had before')
})

test('P goes back to what was shown before: a skipped record is claimed again, one that is finished or idle is only shown', async () => {
  const gateway = claimProvider([])
  openQueue(gateway, { hasWork: workOn(2, 4, 5), ids: () => numbers(5) })
  fireEvent.click(await screen.findByRole('button', { name: 'Start' }))
  await title('Book 2')
  await isYours()
  await endUndecided()
  await title('Book 4')
  await isYours()
  fireEvent.click(screen.getByRole('button', { name: 'Skip' }))
  await title('Book 5')
  await isYours()
  press('p')
  await title('Book 4')
  await isYours()
  const before = gateway.changes().length
  for (const [name, way] of [
    ['Book 2', 'Claim again'],
    ['Book 1', 'Claim'],
  ] as const) {
    press('p')
    await title(name)
    expect(await screen.findByRole('button', { name: way })).toBeDefined()
  }
  expect(gateway.changes().slice(before)).toEqual([{ change: 'release', ids: ['4'] }])
})

test('a claim that ends by itself leaves the person in the queue: N claims the next record', async () => {
  fakeTimers()
  const gateway = claimProvider([])
  openQueue(gateway)
  fireEvent.click(await screen.findByRole('button', { name: 'Start' }))
  await title('Book 1')
  await isYours()
  gateway.set([claimOf('1', { state: 'expired' })])
  await nextReading()
  await screen.findByText(/^Your claim ended at /)
  press('n')
  await title('Book 2')
  await isYours()
})

test('a claim that ends in the middle of a decision says so in its question, and who has the record now', async () => {
  fakeTimers()
  const gateway = claimProvider([claimOf('1')])
  openQueue(gateway, { address: '/book/1' })
  await isYours()
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  const question = within(await screen.findByRole('dialog'))
  fireEvent.change(question.getByRole('textbox', { name: 'Reason' }), { target: { value: 'Torn' } })
  gateway.set([claimOf('1', { state: 'expired' })])
  await nextReading()
  await question.findByText(/^Your claim ended at 10:00 AM. No one else has claimed this record/)
  gateway.set([claimOf('1', { ...byOren, before: 'Ada Mint' })])
  await nextReading()
  await question.findByText(/^Oren Vale claimed this record after your claim had ended, at 09:59 AM\. Agree with them/)
  gateway.set([claimOf('1', { ...byOren, state: 'done' })])
  await nextReading()
  await question.findByText(/^Your claim had ended, and Oren Vale was done with this record at 09:59 AM\. See what/)
  expect(question.getByRole<HTMLInputElement>('textbox', { name: 'Reason' }).value).toBe('Torn')
})

test('a record that leaves the filter while someone works on it says so, and the queue goes on from its place', async () => {
  let listed = numbers(3)
  const gateway = claimProvider([])
  openQueue(gateway, { ids: () => listed })
  fireEvent.click(await screen.findByRole('button', { name: 'Start' }))
  await title('Book 1')
  await isYours()
  listed = [2, 3]
  fireEvent.click(screen.getByRole('button', { name: 'Mend' }))
  await screen.findByText('No longer in your list:')
  expect(screen.getByText('1 of 3')).toBeDefined()
  await isYours()
  const [, inNotice] = screen.getAllByRole('button', { name: 'Next record' })
  if (inNotice !== undefined) fireEvent.click(inNotice)
  await title('Book 2')
  await waitFor(() => expect(screen.queryByText('No longer in your list:')).toBeNull())
  expect(screen.getByText('2 of 3')).toBeDefined()
})
