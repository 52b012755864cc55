import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { authored } from '../../../examples/cookbook/index.ts'
import { model as library } from '../../../examples/library/schemas/index.ts'
import type { ListResource } from '../../../language/resource.ts'
import { resolve, resolveConsole } from '../../../language/resolve.ts'
import { ListPage } from '../../../src/list/ListPage.tsx'
import { columnWidths } from '../../../src/table/columnWidths.ts'
import type { Row } from '../../../src/model/columns.ts'
import { namingColumn } from '../../../language/namingColumn.ts'
import { rowModelOf } from '../../../src/model/rowModel.ts'
import { mountConsole } from '../reactAdmin/mountConsole.tsx'
import { books } from '../inputs/dependent.ts'

const where = { id: 'city', field: 'place', path: '/city' } as const
const place = {
  type: 'object',
  title: 'Place',
  properties: { city: { type: 'string', title: 'City', pii: 'address' }, floor: { type: 'integer', title: 'Floor' } },
} as const

/** The books of a library, by their number and a place inside a field. */
const placed = {
  ...books,
  record: { ...books.record, properties: { ...books.record.properties, place } },
  list: {
    ...books.list,
    columns: ['id', where, { id: 'floor', field: 'place', path: '/floor' }, 'way'],
    phoneColumns: ['way', 'city'],
  },
  actions: {
    open: { label: 'Open', binding: 'send', when: { way: 'desk' }, success: 'Open' },
    close: { label: 'Close it now', binding: 'send', when: { way: ['post', 'courier'] }, success: 'Closed' },
    note: { label: 'Note', binding: 'send', when: { slot: { exists: true } }, success: 'Noted' },
  },
} as const

const model = resolveConsole({ ...authored, screens: [...authored.screens, placed as never] })
const listed = (name: string) => {
  const found = model.definitions.find((definition) => definition.name === name)
  if (found?.kind !== 'list') throw new Error(`${name} is no list`)
  return found
}

interface OpenOptions {
  readonly address?: string
  readonly total?: number
  readonly hidden?: readonly string[]
}

function open(name: string, data: readonly object[], { address = `/${name}`, total, hidden }: OpenOptions = {}) {
  const getList = async () => ({ data, total, pageInfo: { hasNextPage: false, hasPreviousPage: false } })
  const page = () => <ListPage definition={listed(name)} />
  const permissions = [...model.registry.permissions, 'all']
  mountConsole({
    model,
    extensions: {},
    provider: { getList },
    address,
    permissions,
    page,
    stored: { [`${name}.columns`]: hidden },
  })
}

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('tells assistive technology the place of each row among those of all pages, as far as it is known', async () => {
  const rows = () => screen.getAllByRole('row').map((row) => row.getAttribute('aria-rowindex'))
  const state = 'PAID'
  open('invoices', [{ id: 7, customer: 'Mara Quill', amount: '12.00', state }], { address: '/invoices?page=3' })
  await screen.findByText('$12.00')
  const grid = () => screen.getByRole('grid')
  expect(grid().getAttribute('aria-rowcount')).toBe('-1')
  expect(grid().getAttribute('aria-colcount')).toBeNull()
  const before = listed('invoices').list.perPage * 2
  expect(rows()).toEqual(['1', String(before + 2)])
  cleanup()
  open('invoices', [{ id: 7, customer: 'Mara Quill', amount: '12.00', state }], { total: 61, hidden: ['amount'] })
  await screen.findByText('Mara Quill')
  expect(grid().getAttribute('aria-rowcount')).toBe('62')
  const all = listed('invoices').list.columns.map(({ id }) => id)
  const heads = screen.getAllByRole('columnheader').map((head) => Number(head.getAttribute('aria-colindex')))
  expect(heads).not.toContain(all.indexOf('amount') + 1)
  expect(heads).toEqual(heads.toSorted((one, other) => one - other))
  expect(heads.at(-1)).toBe(Number(grid().getAttribute('aria-colcount')))
  const row = screen.getByText('Mara Quill').closest('tr')
  expect([...(row?.cells ?? [])].map((cell) => Number(cell.getAttribute('aria-colindex')))).toEqual(heads)
})

it('amounts end where their titles end, and ids of several fields are no numbers', async () => {
  open('invoices', [{ id: 7, customer: 'Mara Quill', amount: '12.00', state: 'PAID' }])
  expect((await screen.findByText('$12.00')).className).toContain('cs-td--number')
  expect(screen.getByRole('columnheader', { name: 'Amount' }).className).toContain('cs-td--number')
  expect(listed('cases').list.columns.find(({ id }) => id === 'number')?.isNumeric).toBe(false)
})

it('a record is called by no state that many share: by its number, where nothing else tells it', () => {
  const orders = resolve({
    ...books,
    name: 'orders',
    record: {
      type: 'object',
      required: ['number', 'state', 'placed'],
      properties: {
        number: { type: 'string', title: 'Number' },
        state: { enum: ['SENT', 'PAID'], title: 'State' },
        placed: { type: 'string', format: 'date', title: 'Placed', display: 'date' },
      },
    },
    id: 'number',
    list: { ...books.list, columns: ['number', 'state', 'placed'], phoneColumns: undefined },
  } as never) as ListResource
  expect(namingColumn(orders)?.id).toBe('number')
})

it('buttons keep their places, and those that no record has together share one', async () => {
  const row = { place: { city: 'Oslo', floor: 2 } }
  open('books', [
    { ...row, id: 1, way: 'desk', slot: 'A' },
    { ...row, id: 2, way: 'post' },
  ])
  await screen.findByRole('button', { name: /^Note/ })
  const rows = screen.getAllByRole('row').slice(1)
  const places = rows.map((each) =>
    [...each.querySelectorAll<HTMLElement>('.cs-action-place')].map(({ textContent, style }) => [
      textContent,
      style.minWidth,
    ]),
  )
  expect(places).toEqual([
    [
      ['Open', '98px'],
      ['Note', '84px'],
      ['Edit', '84px'],
    ],
    [
      ['Close it now', '98px'],
      ['', '84px'],
      ['Edit', '84px'],
    ],
  ])
})

it('a place inside a field has its own title, type and width, also on a phone', async () => {
  const { columns } = listed('books').list
  expect(columns.map(({ label, isNumeric }) => [label, isNumeric])).toEqual([
    ['Number', false],
    ['City', false],
    ['Floor', true],
    ['Way', false],
  ])
  const wide = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.defineProperty(wide(query), 'matches', { value: true }),
  )
  open('books', [{ id: 1, way: 'desk', place: { city: 'Oslo', floor: 2 } }])
  const row = await screen.findByRole('listitem')
  expect(within(row).getByText('Oslo')).toBeDefined()
})

type Widest = NonNullable<Parameters<typeof columnWidths>[2]>

/** The widths of a list's columns by their ids. */
const widthsOf = (definition: ListResource, rows: readonly Row[], widest?: Widest) => {
  const model = rowModelOf(definition, [], [])
  const { lengths, ...table } = columnWidths(model, rows, widest)
  return {
    ...table,
    by: Object.fromEntries(definition.list.columns.map(({ id }, index) => [id, lengths[index] ?? ''])),
  }
}

it('columns are as wide as the texts of the pages so far: they grow, and stay', () => {
  open('cases', [])
  const cases = listed('cases')
  const widest: Widest = new Map()
  const page = (subject: string, state: string) => widthsOf(cases, [{ id: 1, subject, state }], widest).by
  const first = page('Lost', 'OPEN')
  const second = page('A parcel that has not come', 'WAITING')
  expect(Number.parseFloat(second['subject']?.split('(').at(1) ?? '')).toBe(176)
  expect(Number.parseInt(second['state'] ?? '')).toBeGreaterThan(Number.parseInt(first['state'] ?? ''))
  expect(page('Lost', 'OPEN')).toEqual(second)
  expect(page('', '')).toEqual(second)
})

it('a column without values is as wide as its title, which may take two lines', () => {
  const note = { type: ['string', 'null'], title: 'Remarks Made' } as const
  const record = { ...books.record, properties: { ...books.record.properties, note } }
  const definition = resolve({ ...books, record, list: { ...books.list, columns: ['id', 'note', 'way'] } } as never)
  const noteBy = (...texts: readonly (string | null)[]) =>
    widthsOf(
      definition as ListResource,
      texts.map((note, id) => ({ id, note })),
    ).by['note']
  expect(noteBy(null)).toBe('88px')
  expect(noteBy('x'.repeat(60))).toMatch(/^calc\(176px \+ clamp\(0px, 100cqw - \d+px, 144px\) \* 1\.000 \+ 0px \+ /)
  // One long text among many short ones gets only room that no other column needs for most of its texts.
  const few = noteBy(...Array.from({ length: 20 }, () => 'ok'), 'x'.repeat(60))
  expect(few).toMatch(/^calc\(88px \+ 0px \+ clamp\(0px, 100cqw - \d+px, 232px\) \* 1\.000 \+ /)
})

it('a few long texts do not widen a table that scrolls', () => {
  const text = { type: 'string', title: 'Text' } as const
  const record = { ...books.record, properties: { ...books.record.properties, note: text } }
  const definition = resolve({ ...books, record, list: { ...books.list, columns: ['note', 'id', 'way'] } } as never)
  const notes = Array.from({ length: 20 }, (_, id) => ({ id, note: 'x'.repeat(id === 7 ? 60 : 16) }))
  const scrolled = (rows: readonly Row[]) => {
    const { by } = widthsOf(definition as ListResource, rows)
    return / \* 1000, (\d+)px\)/.exec(by['note'] ?? '')?.[1]
  }
  expect(scrolled(notes)).toBe('0')
  expect(scrolled(notes.slice(0, 9))).toBe('0')
  expect(scrolled(notes.slice(0, 8))).toBe('144')
})

it('the last column is never shortened', () => {
  const text = { type: 'string', title: 'Text' } as const
  const record = { ...books.record, properties: { ...books.record.properties, note: text, last: text } }
  const definition = resolve({ ...books, record, list: { ...books.list, columns: ['way', 'note', 'last'] } } as never)
  const long = 'x'.repeat(60)
  const { by } = widthsOf(definition as ListResource, [{ id: 1, note: long, last: long }])
  expect(by['last']).toBe('336px')
  expect(by['note']).toContain('calc')
})

it('a table of few columns is no wider than they are, and others take all of the room', () => {
  const rows = [{ id: 1, way: 'desk' }]
  expect(widthsOf(resolve(books) as ListResource, rows)).toMatchObject({ least: 173, most: 173 })
  open('cases', [])
  expect(listed('cases').list.columns.length).toBeGreaterThan(6)
  expect(widthsOf(listed('cases'), []).most).toBeUndefined()
})

it('rows are not drawn again while the next page is on its way', async () => {
  const loans = library.definitions.find(({ name }) => name === 'loans') as ListResource
  const draw = vi.fn(() => null)
  const first = {
    data: [{ id: 1, title: 'Dune', card: 'M1' }],
    pageInfo: { hasNextPage: true, hasPreviousPage: false },
  }
  const getList = async (_resource: string, { pagination }: { readonly pagination: { readonly page: number } }) =>
    pagination.page === 1 ? first : new Promise(() => undefined)
  mountConsole({
    model: library,
    extensions: { cells: { borrower: async () => draw } },
    provider: { getList },
    address: '/loans',
    page: () => <ListPage definition={loans} />,
  })
  await waitFor(() => expect(draw).toHaveBeenCalled())
  const before = draw.mock.calls.length
  fireEvent.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(screen.getByRole('grid').getAttribute('aria-busy')).toBe('true'))
  expect(draw).toHaveBeenCalledTimes(before)
})
