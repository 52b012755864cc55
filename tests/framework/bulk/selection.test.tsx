import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keysOfPage } from '../../../src/ui/useKeys.ts'
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

  it('gives the focus back to where it was in the table when it is cleared', async () => {
    open()
    await expect.poll(() => Object.fromEntries(keysOfPage())).toMatchObject({ j: 'Next row' })
    const third = await box('Book 4')
    third.focus()
    fireEvent.click(third)
    screen.getByRole('button', { name: 'Clear' }).focus()
    press('Clear')
    expect(screen.queryByText(/selected$/)).toBeNull()
    expect(document.activeElement).toBe(third)
  })

  it('is made with J and Space row by row; J goes to the name where the row has no such control', async () => {
    open()
    await screen.findByRole('button', { name: 'Lend: Book 4' })
    const first = await box('Book 4')
    first.focus()
    const key = (name: string) => {
      fireEvent.keyDown(document.activeElement ?? document.body, { key: name })
      return document.activeElement
    }
    await expect.poll(() => Object.fromEntries(keysOfPage())).toMatchObject({ j: 'Next row' })
    expect(key('j')).toBe(await box('Book 5'))
    expect(key('k')).toBe(first)
    screen.getByRole('button', { name: 'Lend: Book 4' }).focus()
    expect(key('j')?.textContent).toBe('Book 5')
  })

  it('is kept while the list is searched, says how many are elsewhere, and names all before it acts on them', async () => {
    const { action } = open()
    await select(2, 4)
    expect(screen.queryByText(/ on this page$/)).toBeNull()
    press('Next')
    expect((await screen.findByText(/ on this page$/)).parentElement?.textContent).toBe('2 selected, none on this page')
    press('Previous')
    const search = screen.getByRole('searchbox')
    fireEvent.change(search, { target: { value: 'Book 4' } })
    const elsewhere = await screen.findByText(/not on this page/)
    expect(elsewhere.parentElement?.textContent).toBe('2 selected, 1 of them not on this page')
    expect(screen.queryByRole('checkbox', { name: 'Select: Book 2' })).toBeNull()
    press('Lend')
    const named = within(await screen.findByRole('list', { name: 'Will run' })).getAllByRole('listitem')
    expect(named.map(({ textContent }) => textContent)).toEqual(['Book 2', 'Book 4'])
    fireEvent.change(screen.getByLabelText('Card'), { target: { value: 'M-1' } })
    press('Lend 2 books')
    await screen.findByText('2 done')
    expect(action).toHaveBeenCalledTimes(2)
  })
})
