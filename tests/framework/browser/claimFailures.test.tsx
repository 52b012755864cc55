import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { HttpError, type FailureCode } from '../../../dataProvider/HttpError.ts'
import type { HasWork } from '../../../src/console/extensions.ts'
import { byOren, claimOf, claimProvider, numbers, openQueue, takenByOren } from './queuePage.tsx'
import { fakeTimers } from '../../support/fakeTimers.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('a claim that was not answered is said to be unknown, and is shown once it is read again', async () => {
  const gateway = claimProvider([])
  const claims: typeof gateway.claims = async (resource, params) => {
    const answer = await gateway.claims(resource, params)
    if (params.change !== undefined) throw new HttpError(0, { code: 'NETWORK', message: 'Nothing was answered.' })
    return answer
  }
  openQueue({ ...gateway, claims }, { address: '/book/1' })
  fireEvent.click(await screen.findByRole('button', { name: 'Claim' }))
  await screen.findByText(
    'Nothing was answered. Who has which record has been read again: look at it here before you repeat it.',
  )
  expect(await screen.findByText(/^Yours until /)).toBeDefined()
})

test('a claim whose answer was lost says so where the claims could not be read again', async () => {
  const gateway = claimProvider([])
  let isLost = false
  const claims: typeof gateway.claims = async (resource, params) => {
    isLost ||= params.change !== undefined
    if (isLost) throw new HttpError(0, { code: 'NETWORK', message: 'Nothing was answered.' })
    return gateway.claims(resource, params)
  }
  openQueue({ ...gateway, claims }, { address: '/book/1' })
  fireEvent.click(await screen.findByRole('button', { name: 'Claim' }))
  await screen.findByText(/Who has which record couldn’t be read again: load the page again before you repeat it\.$/)
})

test('the queue goes on after a Skip whose answer was lost, once the claims say that it was done', async () => {
  const gateway = claimProvider([claimOf('1', byOren)])
  let isDone = false
  const claims: typeof gateway.claims = async (resource, params) => {
    if (params.change?.change !== 'skip') return gateway.claims(resource, params)
    if (isDone) await gateway.claims(resource, params)
    throw new HttpError(0, { code: 'NETWORK', message: 'Nothing was answered.' })
  }
  openQueue({ ...gateway, claims })
  fireEvent.click(await screen.findByRole('button', { name: 'Start' }))
  await screen.findByText(/^Yours until /)
  fireEvent.click(screen.getByRole('button', { name: 'Skip' }))
  await screen.findByText(/^Nothing was answered\. Who has which record/)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Book 2')
  isDone = true
  fireEvent.click(await screen.findByRole('button', { name: 'Skip' }))
  await screen.findByRole('heading', { level: 1, name: 'Book 3' })
  await screen.findByText(/^Yours until /)
})

test('Start says that nothing was claimed where its list is not answered', async () => {
  const gateway = claimProvider([])
  let isLost = false
  const ids = () => {
    if (isLost) throw new HttpError(504, { code: 'HTTP_504', message: 'something went wrong' })
    return numbers(30)
  }
  openQueue(gateway, { ids })
  const start = await screen.findByRole('button', { name: 'Start' })
  await screen.findByText('To do 30')
  isLost = true
  fireEvent.click(start)
  await screen.findByText('The list could not be read, so nothing was claimed. No answer came. Try again in a moment.')
  expect(gateway.changes()).toEqual([])
})

test('Start claims nothing that could not be looked into while too much is read, and says how long to wait', async () => {
  const gateway = claimProvider([])
  const busy = new Set([2, 3])
  let code: FailureCode = 'RATE_LIMITED'
  const hasWork: HasWork = ({ id }) => {
    if (busy.has(Number(id))) throw new HttpError(429, { code, message: 'Wait 20 seconds.' })
    return Number(id) === 3 && { text: 'a torn page', parts: ['page'] }
  }
  openQueue(gateway, { hasWork: { books: async () => hasWork } })
  const start = await screen.findByRole('button', { name: 'Start' })
  fireEvent.click(start)
  await screen.findByText('The next records could not be looked into, so none was claimed. Wait 20 seconds.')
  expect(gateway.changes()).toEqual([])
  busy.clear()
  fireEvent.click(start)
  await screen.findByRole('heading', { level: 1, name: 'Book 3' })
  expect(gateway.changes()).toEqual([{ change: 'claim', ids: ['3'] }])
  cleanup()
  // Too many were read ahead: the page itself can be read.
  busy.add(2)
  code = 'READ_AHEAD_LIMITED'
  openQueue(claimProvider([]), { hasWork: { books: async () => hasWork } })
  fireEvent.click(await screen.findByRole('button', { name: 'Start' }))
  await screen.findByRole('heading', { level: 1, name: 'Book 2' })
})

test('a question about a record that was taken over asks to take it over also once the page was left', async () => {
  const gateway = claimProvider([claimOf('1', takenByOren)])
  const action = vi.fn(async (): Promise<never> => Promise.reject(new Error('sent')))
  openQueue(gateway, { address: '/book/1', action })
  await screen.findByText('Oren Vale took this record over at 09:59 AM. Agree with them before you decide.')
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  const question = within(await screen.findByRole('dialog', { name: 'Discard Book 1?' }))
  expect(question.queryByRole('button', { name: 'Discard' })).toBeNull()
  fireEvent.click(question.getByRole('button', { name: 'Take over' }))
  await question.findByRole('button', { name: 'Discard' })
  expect(action).not.toHaveBeenCalled()
})

test('a claim that was lost on the way says how, on the page and to the person', async () => {
  fakeTimers()
  const gateway = claimProvider([claimOf('1')])
  openQueue(gateway, { address: '/book/1' })
  await screen.findByText('Yours until 10:00 AM')
  gateway.set([claimOf('1', takenByOren)])
  await vi.advanceTimersByTimeAsync(5000)
  await screen.findByText(/^Oren Vale took this record over at 09:59 AM. Agree with them before you decide.$/)
  const moved = await screen.findByRole('link', { name: 'Book 1' })
  expect(moved.parentElement?.textContent).toContain('Oren Vale took over Book 1 from you.')
  gateway.set([])
  await vi.advanceTimersByTimeAsync(15_000)
  await screen.findByText(/^It was taken over from you or given back\. No one else has claimed this record/)
  vi.useRealTimers()
})

test('a claim that has ended by itself says so also on a page that is loaded later, and the work goes on from there', async () => {
  const gateway = claimProvider([claimOf('1', { state: 'expired' })])
  openQueue(gateway, { isNamed: true })
  fireEvent.click(await screen.findByRole('button', { name: 'Mine 0 · Ended 1 · Done 0' }))
  expect((await screen.findByRole('listitem')).textContent).toContain('Claim ended, 11/23/2026, 10:00 AM')
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  fireEvent.click(await screen.findByRole('link', { name: 'Book 1' }))
  await screen.findByText(/^Your claim ended at 10:00 AM. No one else has claimed this record/)
  expect(screen.getByRole('button', { name: 'Claim' })).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Last part' }))
  await screen.findByRole('heading', { level: 1, name: 'Book 2' })
  await screen.findByText(/^Yours until /)
  expect(gateway.changes()).toEqual([
    { change: 'done', ids: ['1'] },
    { change: 'claim', ids: ['2', '3'] },
  ])
})

test('a claim that is gone before its time says so, and the record is read again', async () => {
  fakeTimers()
  const gateway = claimProvider([claimOf('1', { expiresAt: Date.now() + 60_000 })])
  const { read } = openQueue(gateway, { address: '/book/1' })
  await screen.findByText(/^Yours until/)
  expect(read).toEqual(['1'])
  gateway.set([])
  await vi.advanceTimersByTimeAsync(15_000)
  await screen.findByText(/^It was taken over from you or given back\. No one else has claimed this record/)
  expect(read).toEqual(['1', '1'])
  vi.useRealTimers()
})
