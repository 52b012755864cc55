import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { HttpError } from '../../../dataProvider/HttpError.ts'
import { checkModel } from '../../../language/check/checkModel.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import type { ActionInput } from '../../../language/authored/action.ts'
import { consoleModel } from '../../../src/model/consoleModel.ts'
import { ListPage } from '../../../src/list/ListPage.tsx'
import { catalog } from '../guide/catalog.ts'
import { books } from '../guide/books.ts'
import { registry } from '../guide/console.ts'
import { extensions } from '../guide/extensions.ts'
import { mountConsole } from '../reactAdmin/mountConsole.tsx'

const rooms = Array.from({ length: 60 }, (_, index) => `Room ${index + 1}`)
const genres = { poems: 'Poems', letters: 'Letters', 7: 'Seven' }

/** One input of each type. */
const input = {
  copies: { schema: { type: 'integer', minimum: 1, maximum: 9 }, label: 'Copies', required: 'How many?' },
  weight: { schema: { type: 'number', message: { type: 'Weigh it' } }, label: 'Weight' },
  price: { schema: { type: 'string', coerce: 'cents' }, label: 'Price' },
  signed: { schema: { type: 'boolean' }, label: 'Signed' },
  bound: { schema: { type: 'boolean', labels: { true: 'Bound', false: 'Loose' } }, label: 'Binding' },
  printed: { schema: { type: 'string', format: 'date' }, label: 'Printed' },
  arrived: { schema: { type: 'string', format: 'date-time' }, label: 'Arrived' },
  genre: { schema: { enum: ['poems', 7], labels: genres }, label: 'Genre' },
  shelves: { schema: { type: 'array', items: { type: 'integer', enum: [1, 2, 3] }, maxItems: 2 }, label: 'Shelves' },
  note: { schema: { type: 'string', maxLength: 1000 }, label: 'Note' },
  room: { schema: { enum: rooms }, label: 'Room' },
} as const satisfies Readonly<Record<string, ActionInput>>

const body = Object.fromEntries(Object.keys(input).map((name) => [name, { input: name }]))

const stock = {
  ...books,
  bindings: {
    ...books.bindings,
    stock: { call: 'POST {library}/books/{id}/stock', permission: 'books.rate', body },
  },
  actions: { ...books.actions, stock: { label: 'Stock', binding: 'stock', input, success: 'Stocked' } },
} as const

const model = resolveConsole({ registry, screens: [stock as never, catalog], home: '/books', nested: [] })

const records = [{ id: 1, title: 'Knots', state: 'LENT', shelf: 'A1', stars: null }]

function open(action = vi.fn(async () => ({ data: { id: 1, ok: true, answer: {} } }))) {
  const page = { hasNextPage: false, hasPreviousPage: false }
  const getList = vi.fn(async () => ({ data: records, total: 1, pageInfo: page }))
  const list = () => {
    const found = consoleModel().definitions[0]
    return found?.kind === 'list' ? <ListPage definition={found} /> : null
  }
  mountConsole({ model, extensions, provider: { getList, action }, page: list })
  return action
}

async function dialog() {
  const row = (await screen.findByText('Knots')).closest('tr')!
  fireEvent.click(within(row).getByRole('button', { name: /Stock/ }))
  return within(await screen.findByRole('dialog'))
}

type Dialog = Awaited<ReturnType<typeof dialog>>

const fill = (asked: Dialog, label: string, value: string) =>
  fireEvent.change(asked.getByLabelText(label), { target: { value } })

const options = (asked: Dialog) => within(asked.getByRole('listbox'))

const send = (asked: Dialog) => fireEvent.click(asked.getByRole('button', { name: 'Stock' }))

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe("an action's inputs", () => {
  it('are nothing that the check refuses', () => {
    expect(checkModel(model)).toEqual([])
  })

  it('are drawn by their types', async () => {
    open()
    const asked = await dialog()
    expect(asked.getByLabelText('Copies').getAttribute('inputmode')).toBe('numeric')
    expect(asked.getByRole('checkbox', { name: 'Signed' })).toBeDefined()
    expect(within(asked.getByRole('radiogroup', { name: 'Binding' })).getAllByRole('radio')).toHaveLength(2)
    expect(asked.getByLabelText('Printed').getAttribute('type')).toBe('date')
    expect(asked.getByLabelText('Arrived').getAttribute('type')).toBe('datetime-local')
    expect(asked.getByRole('combobox', { name: 'Genre' }).textContent).toContain('Poems')
    expect(within(asked.getByRole('group', { name: 'Shelves' })).getAllByRole('checkbox')).toHaveLength(3)
    expect(asked.getByLabelText('Note').tagName).toBe('TEXTAREA')
  })

  it('are sent with the types of their schemas', async () => {
    const action = open()
    const asked = await dialog()
    fill(asked, 'Copies', ' 3 ')
    fill(asked, 'Weight', '1.50')
    fill(asked, 'Price', '$1,234.5')
    fireEvent.click(asked.getByRole('checkbox', { name: 'Signed' }))
    fireEvent.click(asked.getByRole('radio', { name: 'Loose' }))
    fill(asked, 'Printed', '1961-04-17')
    fill(asked, 'Arrived', '2026-07-01T09:30')
    fill(asked, 'Genre', '7')
    fireEvent.click(asked.getByRole('checkbox', { name: '3' }))
    fireEvent.click(asked.getByRole('checkbox', { name: '1' }))
    send(asked)
    await waitFor(() => expect(action).toHaveBeenCalled())
    expect(action.mock.calls[0]).toMatchObject([
      'books',
      {
        input: {
          copies: 3,
          weight: 1.5,
          price: '1234.5',
          signed: true,
          bound: false,
          printed: '1961-04-17',
          arrived: '2026-07-01T13:30:00.000Z',
          genre: 7,
          shelves: [1, 3],
        },
      },
    ])
    expect(JSON.stringify(action.mock.calls[0])).not.toContain('note')
  })

  it('find one of many values by typing, with the keyboard alone', async () => {
    const action = open()
    const asked = await dialog()
    fill(asked, 'Copies', '1')
    const room = asked.getByRole('combobox', { name: 'Room' })
    fireEvent.keyDown(room, { key: 'ArrowDown' })
    expect(options(asked).getAllByRole('option')).toHaveLength(50)
    expect(asked.getByText('Type more to narrow the list')).toBeDefined()
    fireEvent.change(room, { target: { value: 'room 6' } })
    expect(
      options(asked)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Room 6', 'Room 60'])
    fireEvent.keyDown(room, { key: 'ArrowDown' })
    const active = options(asked).getByRole('option', { name: 'Room 60' })
    expect(room.getAttribute('aria-activedescendant')).toBe(active.id)
    fireEvent.keyDown(room, { key: 'Enter' })
    expect(room).toHaveProperty('value', 'Room 60')
    expect(room.getAttribute('aria-expanded')).toBe('false')
    expect(action).not.toHaveBeenCalled()
    send(asked)
    await waitFor(() => expect(action).toHaveBeenCalled())
    expect(action.mock.calls[0]).toMatchObject(['books', { input: { room: 'Room 60' } }])
  })

  it('keep no text that is none of many values, and take an emptied one back', async () => {
    open()
    const asked = await dialog()
    const room = asked.getByRole('combobox', { name: 'Room' })
    fireEvent.change(room, { target: { value: 'Room 6' } })
    fireEvent.click(options(asked).getByRole('option', { name: 'Room 6' }))
    fireEvent.change(room, { target: { value: 'Cellar' } })
    expect(asked.getByText('Nothing found')).toBeDefined()
    fireEvent.keyDown(room, { key: 'Escape' })
    expect(room).toHaveProperty('value', 'Room 6')
    expect(asked.queryByRole('listbox')).toBeNull()
    fireEvent.change(room, { target: { value: '' } })
    fireEvent.blur(room)
    expect(room).toHaveProperty('value', '')
  })

  it.each([
    ['Copies', '', 'How many?'],
    ['Copies', '10', 'Must be 9 or less'],
    ['Copies', '1.5', 'Enter a whole number'],
    ['Weight', 'heavy', 'Weigh it'],
    ['Price', '1.005', 'Enter an amount such as 1250.00'],
    ['Arrived', '2026-03-08T02:30', 'Enter a day and a time that exists in New York'],
  ])('say of %s that is %j: %s', async (label, text, message) => {
    const action = open()
    const asked = await dialog()
    fill(asked, 'Copies', '1')
    fill(asked, label, text)
    send(asked)
    const field = asked.getByLabelText(label)
    await waitFor(() => expect(asked.getByText(message).id).toBe(field.getAttribute('aria-describedby')?.split(' ')[0]))
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(field)
    expect(action).not.toHaveBeenCalled()
  })

  it("show the service's message about one of them until it is changed", async () => {
    const refused = new HttpError(422, { code: 'UPSTREAM_REFUSED', message: 'No', fields: { copies: 'Too many here' } })
    open(vi.fn(() => Promise.reject(refused)))
    const asked = await dialog()
    fill(asked, 'Copies', '9')
    send(asked)
    expect(await asked.findByText('Too many here')).toBeDefined()
    expect(asked.getByLabelText('Copies')).toHaveProperty('value', '9')
    fill(asked, 'Weight', '2')
    expect(asked.queryByText('Too many here')).not.toBeNull()
    fill(asked, 'Copies', '8')
    expect(asked.queryByText('Too many here')).toBeNull()
  })
})
