import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { claimOf, claimProvider, openQueue, until, workOn } from './queuePage.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: until - 60_000 })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const title = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('a record that is opened again with the same history, as after a reload and the end of a session', () => {
  /** Opens the record of a page again, with nothing else that was known. */
  function openAgain({ router }: ReturnType<typeof openQueue>, change: object = {}, ids?: () => readonly number[]) {
    const { location } = router.state
    cleanup()
    const state: unknown = { ...(location.state as object), ...change }
    return openQueue(claimProvider([claimOf('2')]), {
      hasWork: workOn(2, 3),
      address: { ...location, state },
      ...(ids && { ids }),
    })
  }

  test('has its place in the list that a row was opened from, and leads on', async () => {
    const opened = openQueue(claimProvider([]), { hasWork: workOn(2, 3) })
    fireEvent.click(await screen.findByRole('link', { name: 'Book 2' }))
    await screen.findByText('2 of 3')
    openAgain(opened)
    await screen.findByText('2 of 3')
    await screen.findByText(/^Yours until /)
    fireEvent.click(screen.getByRole('button', { name: 'Skip' }))
    await title('Book 3')
    expect(screen.getByText('3 of 3')).toBeDefined()
  })

  test('has its place in the order that Start has gone by', async () => {
    const opened = openQueue(claimProvider([]), { hasWork: workOn(2, 3), address: '/books?first=oldest' })
    fireEvent.click(await screen.findByRole('button', { name: 'Start' }))
    await screen.findByText('1 of 3')
    await title('Book 2')
    openAgain(opened)
    await title('Book 2')
    await screen.findByText('1 of 3')
  })

  test('has its place in the order of the rows where one was opened, whatever order Start would go by', async () => {
    const opened = openQueue(claimProvider([]), { hasWork: workOn(2, 3), address: '/books?first=oldest' })
    fireEvent.click(await screen.findByRole('link', { name: 'Book 2' }))
    await screen.findByText('2 of 3')
    openAgain(opened)
    await title('Book 2')
    await screen.findByText('2 of 3')
  })

  test('has its place also where it has left the list since', async () => {
    const opened = openQueue(claimProvider([claimOf('2')]), { hasWork: workOn(2, 3) })
    fireEvent.click(await screen.findByRole('link', { name: 'Book 2' }))
    await screen.findByText('2 of 3')
    fireEvent.click(await screen.findByRole('button', { name: 'Skip' }))
    await title('Book 3')
    openAgain(opened, {}, () => [1, 2])
    await title('Book 3')
    await screen.findByText('3 of 3')
    expect(screen.getByText('No longer in your list:')).toBeDefined()
  })

  test('has none in a list that was searched, as the search is known no more', async () => {
    const opened = openQueue(claimProvider([]), { hasWork: workOn(2, 3) })
    fireEvent.click(await screen.findByRole('link', { name: 'Book 2' }))
    await screen.findByText('2 of 3')
    openAgain(opened, { isRestorable: false })
    await screen.findByText(/^Yours until /)
    expect(screen.queryByText('2 of 3')).toBeNull()
  })

  test('has its place in its own list, not in another one that was opened first in its document', async () => {
    const opened = openQueue(claimProvider([]), { hasWork: workOn(2, 3) })
    fireEvent.click(await screen.findByRole('link', { name: 'Book 2' }))
    await screen.findByText('2 of 3')
    const again = openAgain(opened)
    await screen.findByText('2 of 3')
    const { location } = again.router.state
    const state: unknown = { ...(location.state as object), list: '?first=oldest', oldestBy: 'lost_at' }
    await again.router.navigate(location.pathname, { state })
    await screen.findByText('1 of 3')
  })
})
