import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { useOnlyHit } from '../../../src/list/useOnlyHit.ts'

afterEach(cleanup)

const onOpen = vi.fn()

interface ListProps {
  /** What the rows were found by. */
  readonly search: string
  readonly titles?: readonly string[]
}

/** A list in which nothing listens to keys but the hook. */
const List = ({ search, titles }: ListProps) => {
  const section = useRef<HTMLElement>(null)
  useOnlyHit(section, search, titles !== undefined)
  return (
    <section ref={section}>
      <search>
        <input aria-label="Search" />
      </search>
      <input aria-label="Page" />
      <ul className="cs-list-scroller">
        {titles?.map((title) => (
          <li key={title}>
            <a
              href="#book"
              onClick={(event) => {
                event.preventDefault()
                onOpen(title)
              }}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

const show = (first: ListProps) => {
  onOpen.mockClear()
  const { rerender } = render(<List {...first} />)
  return (next: ListProps) => rerender(<List {...next} />)
}

const type = (text: string, field = 'Search') => {
  screen.getByLabelText(field).focus()
  fireEvent.input(screen.getByLabelText(field), { target: { value: text } })
}
const enter = (field = 'Search') => fireEvent.keyDown(screen.getByLabelText(field), { key: 'Enter' })

test('Enter opens the only record found, at once where it is there', () => {
  show({ search: 'emma', titles: ['Emma'] })
  type('emma')
  enter()
  expect(onOpen.mock.calls).toEqual([['Emma']])
})

test('Enter that comes before the rows opens the record once they are there, and once only', () => {
  const draw = show({ search: '' })
  type('emma ')
  enter()
  draw({ search: '', titles: ['Emma'] })
  expect(onOpen).not.toHaveBeenCalled()
  draw({ search: 'emma' })
  draw({ search: 'emma', titles: ['Emma'] })
  draw({ search: 'emma', titles: ['Emma'] })
  expect(onOpen.mock.calls).toEqual([['Emma']])
})

test('Enter opens no record that comes once the person has gone on to something else', () => {
  const draw = show({ search: '' })
  type('emma')
  enter()
  screen.getByLabelText('Page').focus()
  draw({ search: 'emma', titles: ['Emma'] })
  screen.getByLabelText('Search').focus()
  draw({ search: 'emma', titles: ['Emma'] })
  expect(onOpen).not.toHaveBeenCalled()
})

test('Enter opens nothing of several, and nothing where the text was typed on or is empty', () => {
  const draw = show({ search: 'e', titles: ['Emma', 'Evelina'] })
  type('e')
  enter()
  // The list becomes shorter later: the person has looked at it since.
  draw({ search: 'e', titles: ['Emma'] })
  type('em')
  enter()
  type('emm')
  draw({ search: 'em', titles: ['Emma'] })
  type('')
  enter()
  draw({ search: '', titles: ['Emma'] })
  expect(onOpen).not.toHaveBeenCalled()
})

test('Enter in another field of the list opens nothing', () => {
  show({ search: 'emma', titles: ['Emma'] })
  type('emma', 'Page')
  enter('Page')
  expect(onOpen).not.toHaveBeenCalled()
})
