import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { HttpError } from '../../../dataProvider/HttpError.ts'
import { byOren, claimOf, claimProvider, openQueue, takenByOren, until } from './queuePage.tsx'
import { fakeTimers } from '../../support/fakeTimers.ts'

afterEach(cleanup)

test('a record that was handed over while the person was elsewhere is named once the list is opened, and only once', async () => {
  const handed = { way: 'handed', before: 'Oren Vale' } as const
  const gateway = claimProvider([claimOf('1', handed), claimOf('2', { ...handed, changedAt: until - 120_000 })])
  // The second one was named before the page was loaded again.
  openQueue(gateway, { stored: { 'books.handed.1': until - 120_000 } })
  const notice = await screen.findByText(/^Oren Vale handed/)
  expect(notice.textContent).toContain('Oren Vale handed record 1 to you.')
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Continue' }))
  await screen.findByText(/^Yours until /)
  expect(screen.queryByText(/^Oren Vale handed/)).toBeNull()
})

test('a record that was handed over is kept for longer once it is opened, and no longer news in another browser', async () => {
  const handed = { way: 'handed', before: 'Oren Vale' } as const
  const gateway = claimProvider([claimOf('1', handed)])
  openQueue(gateway, { address: '/book/1' })
  await waitFor(() => expect(gateway.changes()).toEqual([{ change: 'claim', ids: ['1'] }]))
  cleanup()
  const opened = claimProvider([claimOf('1', { ...handed, isRenewed: true })])
  openQueue(opened, { address: '/book/1' })
  await screen.findByText(/^Yours until /)
  await act(async () => undefined)
  expect(screen.queryByText(/^Oren Vale handed/)).toBeNull()
  expect(opened.changes()).toEqual([])
})

test('the notice of a record that was handed over leads to the tab where the work is done, and ends there', async () => {
  const { router } = openQueue(claimProvider([claimOf('1', { way: 'handed', before: 'Oren Vale' })]))
  const notice = within((await screen.findByText(/^Oren Vale handed/)).closest('li') ?? document.body)
  fireEvent.click(notice.getByRole('link'))
  await screen.findByText(/^Yours until /)
  expect(router.state.location).toMatchObject({ pathname: '/book/1', search: '?tab=damage' })
  expect(screen.queryByText(/^Oren Vale handed/)).toBeNull()
})

test('keeping a record says until when it is the person’s now', async () => {
  const short = claimOf('1', { expiresAt: until - 20 * 60_000 })
  openQueue(claimProvider([short]), { address: '/book/1' })
  const status = await screen.findByText('Yours until 09:40 AM')
  expect(status).toBe(await screen.findByRole('status'))
  fireEvent.click(screen.getByRole('button', { name: 'More: hand over, give back, keep' }))
  fireEvent.click(screen.getByRole('menuitem', { name: 'Keep for 30 minutes' }))
  await waitFor(() => expect(status.textContent).toBe('Kept: yours until 10:00 AM'))
})

test('the record is read again once a colleague is done with it', async () => {
  fakeTimers()
  const gateway = claimProvider([claimOf('1', byOren)])
  const { read } = openQueue(gateway, { address: '/book/1' })
  await screen.findByText(/^Oren Vale works on this record/)
  expect(read).toEqual(['1'])
  gateway.set([claimOf('1', { ...byOren, state: 'done' })])
  await vi.advanceTimersByTimeAsync(15_000)
  await screen.findByText(/^Done by Oren Vale/)
  expect(read).toEqual(['1', '1'])
  vi.useRealTimers()
})

test('a record is read again after each change by a colleague, and not once that is long ago', async () => {
  fakeTimers()
  const gateway = claimProvider([])
  gateway.tell([{ id: '1', seq: 7 }])
  const { read } = openQueue(gateway, { address: '/book/1' })
  await screen.findByRole('button', { name: 'Claim' })
  const tell = async (changes: Parameters<typeof gateway.tell>[0]) => {
    gateway.tell(changes)
    await vi.advanceTimersByTimeAsync(15_000)
  }
  await tell([{ id: '2', seq: 8 }])
  await tell([{ id: '1', seq: 7 }])
  expect(read).toEqual(['1'])
  await tell([{ id: '1', seq: 9 }])
  expect(read).toEqual(['1', '1'])
  vi.useRealTimers()
})

test('the work of a record goes on by itself once, and not each time a tab of its page is opened', async () => {
  const { router } = openQueue(claimProvider([]))
  fireEvent.click(await screen.findByRole('button', { name: 'Start' }))
  await screen.findByText(/^Yours until /)
  const state: unknown = router.state.location.state
  const button = screen.getByRole('button', { name: 'Last part' })
  await screen.findByText('The work goes on')
  for (const tab of ['damage', 'facts']) {
    // The browser gives each entry of its history a copy.
    await act(() => router.navigate(`?tab=${tab}`, { replace: true, state: structuredClone(state) as object }))
    expect(document.activeElement).not.toBe(button)
  }
})

test('a question that is confirmed by keys while a colleague has the record says so, and can be sent once it was given back', async () => {
  const gateway = claimProvider([claimOf('1')])
  const action = vi.fn(async (): Promise<never> => {
    gateway.set([claimOf('1', takenByOren)])
    throw new HttpError(409, { code: 'RECORD_CLAIMED', message: 'Oren Vale took this record over from you.' })
  })
  openQueue(gateway, { address: '/book/1', action })
  await screen.findByText('Yours until 10:00 AM')
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  const dialog = await screen.findByRole('dialog', { name: 'Discard Book 1?' })
  const question = within(dialog)
  fireEvent.change(question.getByLabelText('Reason'), { target: { value: 'Torn' } })
  fireEvent.click(question.getByRole('button', { name: 'Discard' }))
  await question.findByRole('button', { name: 'Take over' })
  const pressEnter = async () => {
    await waitFor(() => expect(dialog.hasAttribute('data-unread')).toBe(false))
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Enter', ctrlKey: true })
  }
  await pressEnter()
  await question.findByText('Nothing was sent: take the record over first.')
  gateway.set([])
  await pressEnter()
  await question.findByText(/^It was taken over from you or given back/)
  await question.findByRole('button', { name: 'Try again' })
  expect(question.queryByText('Nothing was sent: take the record over first.')).toBeNull()
  expect(gateway.changes()).toEqual([])
  expect(action).toHaveBeenCalledTimes(1)
  await pressEnter()
  await waitFor(() => expect(action).toHaveBeenCalledTimes(2))
})

test('a record that a colleague has taken over and given back is soon known to be free, and is claimed once it is done', async () => {
  fakeTimers()
  const gateway = claimProvider([])
  openQueue(gateway)
  fireEvent.click(await screen.findByRole('button', { name: 'Start' }))
  await screen.findByText('Yours until 10:00 AM')
  gateway.set([claimOf('1', takenByOren)])
  await vi.advanceTimersByTimeAsync(5000)
  await screen.findByText(/^Oren Vale took this record over/)
  gateway.set([])
  await vi.advanceTimersByTimeAsync(5000)
  await screen.findByText(/^It was taken over from you or given back/)
  fireEvent.click(screen.getByRole('button', { name: 'Last part' }))
  await screen.findByRole('heading', { level: 1, name: 'Book 2' })
  expect(gateway.changes().slice(1)).toEqual([
    { change: 'claim', ids: ['1'] },
    { change: 'done', ids: ['1'] },
    { change: 'claim', ids: ['2', '3'] },
  ])
  vi.useRealTimers()
})
