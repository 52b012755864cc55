import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startGridKeys } from '../../../src/ui/gridKeys.ts'

// The role is set where the keys are, as in the lists.
const grid = { role: 'grid' } as const

const Table = ({ names }: { readonly names: readonly string[] }) => (
  <table {...grid} aria-label="Books">
    <thead>
      <tr>
        <th>
          <button>Sort by title</button>
        </th>
        <th>Shelf</th>
        <th>Actions</th>
      </tr>
    </thead>
    <tbody>
      {names.map((name) => (
        <tr key={name}>
          <th>
            <a href={`/${name}`}>{name}</a>
          </th>
          <td>{`shelf of ${name}`}</td>
          <td>
            <button>{`Lend ${name}`}</button>
            <button disabled>{`Lose ${name}`}</button>
            <button>{`Drop ${name}`}</button>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

let stop: () => void
let draw: (names: readonly string[]) => void
const focused = () => document.activeElement?.textContent
const press = (key: string, chord = {}) => fireEvent.keyDown(document.activeElement ?? document.body, { key, ...chord })
const stops = () =>
  [...screen.getByRole('grid').querySelectorAll('[tabindex="0"]')].map(({ textContent }) => textContent)

beforeEach(() => {
  const { rerender } = render(<Table names={['Emma', 'Dune']} />)
  draw = (names) => rerender(<Table names={names} />)
  stop = startGridKeys(screen.getByRole('grid'))
  screen.getByRole('link', { name: 'Emma' }).focus()
})
afterEach(() => {
  stop()
  cleanup()
})

describe('the keys of a table', () => {
  it('make it one stop of the Tab key, at the name of the first row and then where the focus was', () => {
    expect(stops()).toEqual(['Emma'])
    screen.getByRole('button', { name: 'Lend Dune' }).focus()
    expect(stops()).toEqual(['Lend Dune'])
  })

  it.each([
    [['ArrowRight'], 'shelf of Emma'],
    [['ArrowRight', 'ArrowRight'], 'Lend Emma'],
    [['End'], 'Drop Emma'],
    [['End', 'ArrowDown'], 'Drop Dune'],
    [['End', 'ArrowLeft'], 'Lend Emma'],
    [['ArrowRight', 'ArrowDown'], 'shelf of Dune'],
    [['ArrowUp'], 'Sort by title'],
    [['ArrowDown', 'ArrowDown'], 'Dune'],
    [['End', 'Home'], 'Emma'],
    [['ArrowLeft'], 'Emma'],
  ])('%j lead to %s', (keys, text) => {
    for (const key of keys) press(key)
    expect(focused()).toBe(text)
    expect(stops()).toEqual([text])
  })

  it('lead to the first and the last row with Ctrl', () => {
    press('End', { ctrlKey: true })
    expect(focused()).toBe('Dune')
    press('Home', { ctrlKey: true })
    expect(focused()).toBe('Emma')
  })

  it('lead a screenful of rows down and up, as far as there are rows', () => {
    draw(['Emma', 'Dune', 'Iliad', 'Odyssey', 'Ulysses', 'Beloved'])
    const table = screen.getByRole('grid')
    Object.defineProperty(table.parentElement, 'clientHeight', { value: 132, configurable: true })
    for (const part of table.querySelectorAll('thead, tbody tr'))
      Object.defineProperty(part, 'offsetHeight', { value: part.tagName === 'THEAD' ? 32 : 40 })
    const path = ['PageDown', 'PageDown', 'PageDown', 'PageUp', 'PageUp', 'PageUp'].map((key) => {
      press(key)
      return focused()
    })
    expect(path).toEqual(['Iliad', 'Ulysses', 'Beloved', 'Odyssey', 'Dune', 'Emma'])
    press('ArrowUp')
    press('PageUp')
    expect(focused()).toBe('Sort by title')
  })

  it('leave other chords to the browser', () => {
    press('ArrowRight', { altKey: true })
    press('ArrowDown', { ctrlKey: true })
    expect(focused()).toBe('Emma')
  })

  it('know rows that are drawn later, and begin again when the row with the stop is gone', async () => {
    draw(['Iliad', 'Odyssey'])
    await expect.poll(stops).toEqual(['Iliad'])
    expect(screen.getByRole('link', { name: 'Odyssey' }).tabIndex).toBe(-1)
  })
})
