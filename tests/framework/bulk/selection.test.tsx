import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { all, box, done, open, press, select } from './booksInBulk.tsx'

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('the selection', () => {
  it('exists only where an action runs on several records', async () => {
    open(done, {})
    await screen.findByText('Book 1')
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(['Title', 'State', 'Action'])
  })

  it('is made one by one, by ranges and by pages, survives paging and can be cleared', async () => {
    open()
    await select(2)
    expect((await all()).indeterminate).toBe(true)
    fireEvent.click(await box('Book 4'), { shiftKey: true })
    expect(screen.getByText('3 selected')).toBeDefined()
    fireEvent.click(await all())
    expect(screen.getByText('6 selected')).toBeDefined()
    press('Next')
    await screen.findByText('Book 7')
    expect((await all()).checked).toBe(false)
    await select(8)
    expect(screen.getByText('7 selected')).toBeDefined()
    fireEvent.click(await all())
    expect(screen.getByText('12 selected')).toBeDefined()
    fireEvent.click(await all())
    expect(screen.getByText('6 selected')).toBeDefined()
    press('Clear')
    expect(screen.queryByText(/selected$/)).toBeNull()
  })

  it('ends with a notice when the list is searched', async () => {
    open()
    await select(2, 4)
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'sea' } })
    expect(await screen.findByText(/^The selection was cleared/)).toBeDefined()
    expect(screen.queryByText(/selected$/)).toBeNull()
  })
})
