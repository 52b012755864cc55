import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { RowKeys } from '../../../src/ui/RowKeys.tsx'

/** The titles of books; those that can be lent have buttons. */
const books = { Emma: true, Dune: false, Ulysses: false, Walden: true } as const

const rows = () => screen.getAllByRole('row')

beforeEach(() => {
  render(
    <>
      <table>
        <tbody>
          {Object.entries(books).map(([name, canLend]) => (
            <tr key={name}>
              <th>
                <a href={`/${name}`}>{name}</a>
              </th>
              <td>
                {canLend && <button>{`Lend ${name}`}</button>}
                {canLend && <button>{`Lose ${name}`}</button>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <RowKeys find={rows} />
    </>,
  )
})
afterEach(cleanup)

const focused = () => document.activeElement?.textContent
const press = (...keys: readonly string[]) =>
  keys.map((key) => {
    fireEvent.keyDown(document.activeElement ?? document.body, { key })
    return focused()
  })

it('J and K keep the column of a control over rows without one', () => {
  screen.getByRole('button', { name: 'Lose Emma' }).focus()
  expect(press('j', 'j', 'j', 'k', 'k', 'k')).toEqual([
    'Dune',
    'Ulysses',
    'Lose Walden',
    'Ulysses',
    'Dune',
    'Lose Emma',
  ])
})

it('the column is forgotten once the person moves the focus otherwise', () => {
  screen.getByRole('button', { name: 'Lend Emma' }).focus()
  press('j')
  screen.getByRole('link', { name: 'Ulysses' }).focus()
  expect(press('j')).toEqual(['Walden'])
  screen.getByRole('button', { name: 'Lend Emma' }).focus()
  press('j')
  screen.getByRole('link', { name: 'Ulysses' }).focus()
  screen.getByRole('link', { name: 'Dune' }).focus()
  expect(press('j', 'j')).toEqual(['Ulysses', 'Walden'])
})
