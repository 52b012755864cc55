import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { authored } from '../../../examples/cookbook/index.ts'
import type { ListResource } from '../../../language/resource.ts'
import { resolve, resolveConsole } from '../../../language/resolve.ts'
import { ListPage } from '../../../src/list/ListPage.tsx'
import { columnWidths } from '../../../src/table/columnWidths.ts'
import { namingColumn, rowModelOf } from '../../../src/model/rowModel.ts'
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
    note: { label: 'Note', binding: 'send', when: { slot: { present: true } }, success: 'Noted' },
  },
} as const

const model = resolveConsole({ ...authored, screens: [...authored.screens, placed as never] })
const listed = (name: string) => {
  const found = model.definitions.find((definition) => definition.name === name)
  if (found?.kind !== 'list') throw new Error(`${name} is no list`)
  return found
}

function open(name: string, data: readonly object[]) {
  const getList = async () => ({ data, pageInfo: { hasNextPage: false, hasPreviousPage: false } })
  const page = () => <ListPage definition={listed(name)} />
  const permissions = [...model.registry.permissions, 'all']
  mountConsole({ model, extensions: {}, provider: { getList }, address: `/${name}`, permissions, page })
}

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
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
      ['Open', '97px'],
      ['Note', '84px'],
      ['Edit', '84px'],
    ],
    [
      ['Close it now', '97px'],
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

it('the room of a wide table goes to its texts, and a status is as wide as its longest', () => {
  const widths = (name: string) => {
    const definition = listed(name)
    const { lengths } = columnWidths(rowModelOf(definition, [], '', []))
    return Object.fromEntries(definition.list.columns.map(({ id }, index) => [id, lengths[index]]))
  }
  open('cases', [])
  expect(widths('cases')).toMatchObject({
    subject: expect.stringMatching(/^calc\(104px \+ max\(0px, 100cqw - \d+px\) \* 0\.\d{3}\)$/) as string,
    state: '116px',
    opened: '168px',
  })
  expect(widths('advisors')).toMatchObject({ email: expect.stringMatching(/^clamp\(208px, .*cqw, 468px\)$/) as string })
})

it('a column of listed values is as wide as the longest of them, and no wider', () => {
  const state = { type: 'string', title: 'State', enum: ['OPEN', 'WAITING_FOR_CUSTOMER'], display: 'words' } as const
  const currency = { type: 'string', title: 'Currency', enum: ['EUR', 'USD'] } as const
  const record = { ...books.record, properties: { ...books.record.properties, state, currency } }
  const columns = ['id', 'state', 'currency', 'note', 'way'] as const
  const definition = resolve({ ...books, record, list: { ...books.list, columns } } as never) as ListResource
  const { lengths } = columnWidths(rowModelOf(definition, [], '', []))
  expect(lengths.slice(1, 3)).toEqual(['156px', '96px'])
})
