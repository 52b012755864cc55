import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { HttpError } from '../../../dataProvider/HttpError.ts'
import type { HasWork } from '../../../src/console/extensions.ts'
import { keysOfPage } from '../../../src/ui/useKeys.ts'
import { byOren, claimOf, claimProvider, listOf, numbers, openQueue, takenByOren, workOn } from './queuePage.tsx'
import { fakeTimers } from '../../support/fakeTimers.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('Start claims the first record that no one has, and Done and Skip go on to the next', async () => {
  const gateway = claimProvider([claimOf('1', byOren)])
  const { router } = openQueue(gateway)
  expect((await screen.findByTitle('Oren Vale: at work on this')).textContent).toBe('OVOren Vale: at work on this')
  expect(await screen.findByText('To do 2')).toBeDefined()
  fireEvent.keyDown(document.body, { key: 's' })
  await screen.findByText(/^Yours until /)
  expect(router.state.location).toMatchObject({ pathname: '/book/2', search: '?tab=damage' })
  expect(gateway.changes()).toEqual([{ change: 'claim', ids: ['2', '3'] }])
  fireEvent.click(screen.getByRole('button', { name: 'Skip' }))
  await screen.findByRole('heading', { level: 1, name: 'Book 3' })
  await screen.findByText(/^Yours until /)
  expect(gateway.changes().slice(1)).toEqual([
    { change: 'skip', ids: ['2'] },
    { change: 'claim', ids: ['3'] },
  ])
  expect(screen.getByRole('button', { name: 'Done' }).title).toBe('Done with it: go on to the next one (D)')
  expect(keysOfPage()).toContainEqual(['d', 'Done'])
  fireEvent.keyDown(document.body, { key: 'd' })
  // What was put off comes again once nothing else is free.
  await screen.findByRole('heading', { level: 1, name: 'Book 2' })
  fireEvent.click(screen.getByRole('link', { name: 'Back' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Mine 1 · Done 1' }))
  expect(within(await screen.findByRole('dialog', { name: 'My records' })).getAllByRole('listitem')).toHaveLength(2)
})

test('a list of which some may wait for someone else says how many are to do at most, unless it is long', async () => {
  const hasOnlyWork = vi.fn(() => false)
  openQueue(claimProvider([]), { hasWork: workOn(2), hasOnlyWork: { books: hasOnlyWork } })
  expect((await screen.findByText('To do up to 3')).title).toBe(
    'Some may wait for someone else: Start passes these over',
  )
  expect(hasOnlyWork).toHaveBeenCalledWith({})
  cleanup()
  const ids = vi.fn(() => numbers(200))
  openQueue(claimProvider([]), { hasWork: workOn(2), ids, isCounted: false })
  await screen.findByText('Mine 0 · Done 0')
  await waitFor(() => expect(ids).toHaveBeenCalledTimes(15))
  await act(async () => undefined)
  expect(screen.queryByText(/^To do/)).toBeNull()
  cleanup()
  openQueue(claimProvider([]), { hasWork: workOn(1, 2, 3), hasOnlyWork: { books: () => true } })
  await screen.findByText('To do 3')
})

test('what a colleague has on another page of the list is not to do', async () => {
  openQueue(claimProvider([claimOf('1', byOren)]), { address: '/books?page=2', ids: () => numbers(12) })
  await screen.findByText('Mine 0 · Done 0')
  await screen.findByText('To do 11')
})

test('Start passes over what a colleague has finished', async () => {
  const gateway = claimProvider([claimOf('1', { ...byOren, state: 'done' })])
  openQueue(gateway)
  await screen.findByText('Mine 0 · Done 0')
  expect(await screen.findByText('To do 2')).toBeDefined()
  fireEvent.click(await screen.findByRole('button', { name: 'Start' }))
  await screen.findByRole('heading', { level: 1, name: 'Book 2' })
  expect(gateway.changes()).toEqual([{ change: 'claim', ids: ['2', '3'] }])
})

test('a person who may change nothing sees who is at work, and takes no turns', async () => {
  const own = claimProvider([claimOf('1', byOren)])
  const gateway = { ...own, claims: async () => ({ data: { ...listOf([claimOf('1', byOren)]), mayWork: false } }) }
  openQueue(gateway)
  await screen.findByTitle('Oren Vale: at work on this')
  expect(screen.queryByRole('button', { name: 'Start' })).toBeNull()
  expect(screen.queryByText(/^Mine/)).toBeNull()
  cleanup()
  openQueue(gateway, { address: '/book/1' })
  await screen.findByText('Oren Vale works on this record until 10:00 AM.')
  expect(screen.queryByRole('button', { name: 'Take over' })).toBeNull()
})

test('Start takes the oldest first if the person wants that, and the queue goes on in that order', async () => {
  const gateway = claimProvider([])
  openQueue(gateway)
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Oldest first' }))
  fireEvent.click(screen.getByRole('button', { name: 'Start' }))
  await screen.findByRole('heading', { level: 1, name: 'Book 2' })
  expect(screen.getByText('1 of 3')).toBeDefined()
  fireEvent.click(await screen.findByRole('button', { name: 'Done' }))
  await screen.findByRole('heading', { level: 1, name: 'Book 1' })
  expect(gateway.changes()).toEqual([
    { change: 'claim', ids: ['2', '1', '3'] },
    { change: 'done', ids: ['2'] },
    { change: 'claim', ids: ['1', '3'] },
  ])
})

test('the address keeps that the oldest come first, for a page that is loaded again and for the way back', async () => {
  const { router } = openQueue(claimProvider([]), { address: '/books?first=oldest' })
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Oldest first' })
  expect(box.checked).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Start' }))
  await screen.findByRole('heading', { level: 1, name: 'Book 2' })
  fireEvent.click(screen.getByRole('link', { name: 'Back' }))
  const again = await screen.findByRole('checkbox', { name: 'Oldest first' })
  expect(router.state.location.search).toBe('?first=oldest')
  fireEvent.click(again)
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

test('the notice after an action leads to its record', async () => {
  openQueue(claimProvider([]), { address: '/book/1' })
  fireEvent.click(await screen.findByRole('button', { name: 'Mend' }))
  const notice = (await screen.findByText('Done:')).parentElement
  expect(notice?.textContent).toBe('Done: Mended Book 1')
  expect(notice?.querySelector('a')?.getAttribute('href')).toBe('/book/1')
})

test('a record of a colleague says so, is taken over, and can be handed on', async () => {
  const gateway = claimProvider([claimOf('1', byOren)])
  openQueue(gateway, { address: '/book/1' })
  await screen.findByText('Oren Vale works on this record until 10:00 AM. Agree with them before you decide.')
  fireEvent.click(screen.getByRole('button', { name: 'Take over' }))
  const question = within(await screen.findByRole('dialog', { name: 'Take over from Oren Vale?' }))
  expect(gateway.changes()).toEqual([])
  fireEvent.click(question.getByRole('button', { name: 'Take over' }))
  await screen.findByText('Yours until 10:00 AM')
  fireEvent.click(screen.getByRole('button', { name: 'More: hand over, give back, keep' }))
  fireEvent.click(screen.getByRole('menuitem', { name: 'Hand to Oren Vale' }))
  await waitFor(() =>
    expect(gateway.changes()).toEqual([
      { change: 'take', ids: ['1'] },
      { change: 'hand', ids: ['1'], to: 2 },
    ]),
  )
  await screen.findByText('Handed Book 1 to Oren Vale.')
})

test('handing a record over is found by typing, and opens its menu', async () => {
  openQueue(claimProvider([claimOf('1')]), { address: '/book/1' })
  await screen.findByRole('button', { name: 'Done' })
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  const field = await screen.findByRole('combobox', { name: 'Record, screen or action' })
  fireEvent.change(field, { target: { value: 'hand over' } })
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
  fireEvent.click(screen.getByRole('option'))
  expect(await screen.findByRole('menuitem', { name: 'Hand to Oren Vale' })).toBeDefined()
})

test('Skip of a record that was not opened from a list says so', async () => {
  openQueue(claimProvider([claimOf('1')]), { address: '/book/1' })
  fireEvent.click(await screen.findByRole('button', { name: 'Skip' }))
  await screen.findByText('Skipped Book 1. Start in the list goes on with the next one.')
  await screen.findByText('Skipped at 09:59 AM')
  fireEvent.click(screen.getByRole('button', { name: 'Claim again' }))
  await screen.findByText('Yours until 10:00 AM')
  cleanup()
  openQueue(claimProvider([claimOf('1', { state: 'later' })]), { address: '/book/1' })
  await screen.findByText('Put back at 09:59 AM')
})

test('an action that is refused because a colleague has the record shows at once who has it', async () => {
  const gateway = claimProvider([claimOf('1')])
  const action = async () => {
    gateway.set([claimOf('1', takenByOren)])
    throw new HttpError(409, { code: 'CONFLICT', message: 'Oren Vale took this record over from you.' })
  }
  openQueue(gateway, { address: '/book/1', action })
  await screen.findByText('Yours until 10:00 AM')
  fireEvent.click(screen.getByRole('button', { name: 'Mend' }))
  await screen.findByText(/^Oren Vale took this record over at 09:59 AM/)
  expect(screen.getByRole('button', { name: 'Take over' })).toBeDefined()
})

test('a question whose record a colleague has taken over takes it back, and then may be confirmed', async () => {
  const gateway = claimProvider([claimOf('1')])
  const sent: string[] = []
  const action = async () => {
    sent.push('discard')
    gateway.set([claimOf('1', takenByOren)])
    throw new HttpError(409, { code: 'RECORD_CLAIMED', message: 'Oren Vale took this record over from you.' })
  }
  openQueue(gateway, { address: '/book/1', action })
  await screen.findByText('Yours until 10:00 AM')
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  const dialog = await screen.findByRole('dialog', { name: 'Discard Book 1?' })
  const question = within(dialog)
  const pressEnter = async () => {
    await waitFor(() => expect(dialog.hasAttribute('data-unread')).toBe(false))
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Enter', ctrlKey: true })
  }
  fireEvent.change(question.getByLabelText('Reason'), { target: { value: 'Torn' } })
  await pressEnter()
  await question.findByRole('button', { name: 'Take over' })
  expect(screen.getAllByText(/Oren Vale took/)).toHaveLength(2)
  expect(question.getAllByText(/Oren Vale took/)).toHaveLength(1)
  expect(question.queryByRole('button', { name: 'Try again' })).toBeNull()
  await pressEnter()
  expect(gateway.changes()).toEqual([])
  fireEvent.click(question.getByRole('button', { name: 'Take over' }))
  await question.findByRole('button', { name: 'Discard' })
  expect(gateway.changes()).toEqual([{ change: 'take', ids: ['1'] }])
  expect(sent).toHaveLength(1)
  expect(question.getByLabelText<HTMLInputElement>('Reason').value).toBe('Torn')
  expect(screen.queryByText(/Oren Vale took/)).toBeNull()
  await pressEnter()
  await waitFor(() => expect(sent).toHaveLength(2))
})

test('a question about a record that a colleague has taken meanwhile asks to take it over before anything is sent', async () => {
  fakeTimers()
  const gateway = claimProvider([claimOf('1')])
  const action = vi.fn(async (): Promise<never> => Promise.reject(new Error('sent')))
  openQueue(gateway, { address: '/book/1', action })
  await screen.findByText('Yours until 10:00 AM')
  gateway.set([claimOf('1', takenByOren)])
  await vi.advanceTimersByTimeAsync(15_000)
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  const question = within(await screen.findByRole('dialog', { name: 'Discard Book 1?' }))
  expect(question.getAllByText(/^Oren Vale took this record over/)).toHaveLength(1)
  expect(question.queryByRole('button', { name: 'Discard' })).toBeNull()
  fireEvent.click(question.getByRole('button', { name: 'Take over' }))
  await question.findByRole('button', { name: 'Discard' })
  expect(gateway.changes()).toEqual([{ change: 'take', ids: ['1'] }])
  expect(action).not.toHaveBeenCalled()
})

test('N goes on with the work, as S does, once the person has a record, and only shows the next one before', async () => {
  openQueue(claimProvider([claimOf('2')]))
  fireEvent.click(await screen.findByRole('link', { name: 'Book 1' }))
  await screen.findByRole('heading', { level: 1, name: 'Book 1' })
  fireEvent.keyDown(document.body, { key: 'n' })
  await screen.findByRole('heading', { level: 1, name: 'Book 2' })
  await screen.findByText(/^Yours until /)
  expect(screen.queryByText('The work goes on')).toBeNull()
  fireEvent.keyDown(document.body, { key: 'n' })
  await screen.findByRole('heading', { level: 1, name: 'Book 3' })
  await screen.findByText('The work goes on')
})

test('a record that is finished says by whom and when, and can be claimed again', async () => {
  const gateway = claimProvider([claimOf('1'), claimOf('2', { ...byOren, state: 'done' })])
  openQueue(gateway, { address: '/book/1' })
  fireEvent.click(await screen.findByRole('button', { name: 'Done' }))
  await screen.findByText('Done at 09:59 AM')
  fireEvent.click(screen.getByRole('button', { name: 'Claim again' }))
  await screen.findByText('Yours until 10:00 AM')
  expect(gateway.changes().at(-1)).toEqual({ change: 'claim', ids: ['1'] })
  cleanup()
  openQueue(gateway, { address: '/book/2' })
  await screen.findByText('Done by Oren Vale at 09:59 AM')
})

test('the page opens at the tab where the work is done', async () => {
  const tabs: Partial<Record<string | number, string>> = { 1: 'facts', 3: 'facts' }
  const work: HasWork = ({ id }) => ({
    text: 'a torn page',
    parts: ['page'],
    ...(tabs[id] !== undefined && { tab: tabs[id] }),
  })
  const { router } = openQueue(claimProvider([]), { hasWork: { books: async () => work } })
  const isAt = (address: string) =>
    waitFor(() => expect(`${router.state.location.pathname}${router.state.location.search}`).toBe(address))
  fireEvent.click(await screen.findByRole('button', { name: 'Start' }))
  await isAt('/book/1?tab=facts')
  for (const [key, address] of [
    ['n', '/book/2?tab=damage'],
    ['s', '/book/3?tab=facts'],
    ['p', '/book/2?tab=damage'],
  ] as const) {
    await screen.findByText(/^Yours until /)
    await screen.findByText(/^\d of 3/)
    // The keys of the page follow what it draws.
    await act(async () => undefined)
    fireEvent.keyDown(document.body, { key })
    await isAt(address)
  }
  await screen.findByText(/^Yours until /)
  fireEvent.click(screen.getByRole('link', { name: 'Back' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Continue' }))
  await isAt('/book/2?tab=damage')
})
