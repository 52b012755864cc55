import { beforeAll, describe, expect, it } from 'vitest'
import { model } from '../../../examples/library/schemas/index.ts'
import { resolve } from '../../../language/resolve.ts'
import { setConsoleModel } from '../../../src/model/consoleModel.ts'
import { columnText } from '../../../src/model/columns.ts'
import { readFact } from '../../../src/format/readFact.ts'
import { cellText, listTable } from '../../../src/export/listTable.ts'
import { defineResource } from '../libraryLanguage.ts'

const permission = 'all'
const shelf = { type: 'object', properties: { room: { type: 'string' }, place: { type: 'integer' } } } as const
const author = { type: 'object', properties: { name: { type: 'string' }, born: { type: 'integer' } } } as const
const fields = {
  tags: { type: 'array', items: { type: 'string' } },
  kinds: { type: 'array', items: { type: 'string', enum: ['A', 'B'], labels: { A: 'Atlas' } } },
  lent: { type: 'array', items: { type: 'string', format: 'date', display: 'date' } },
  authors: { type: 'array', items: author },
  years: { type: 'array', items: author, display: '{name} ({born})' },
  copies: { type: 'array', items: shelf },
  author,
  shelf,
} as const

const books = resolve(
  defineResource({
    name: 'books',
    label: 'Books',
    record: { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, ...fields } },
    bindings: {
      list: { call: 'GET {library}/books', permission },
      getOne: { call: 'GET {library}/books/{id}', permission },
    },
    list: {
      columns: ['tags', 'kinds', 'lent', 'authors', 'years', 'copies', 'author', 'shelf'],
      perPage: 10,
      sort: 'id',
      emptyText: 'Nothing',
    },
    show: {
      path: '/book/{id}',
      exists: '/id',
      title: '/id',
      facts: ['/tags', '/kinds', '/lent', '/authors', '/years', '/copies', '/author', '/shelf'],
      blocks: [],
    },
  }),
)

const nora = { name: 'Nora Field', born: 1961 }
const otto = { name: 'Otto Lind', born: 1970 }
const full = {
  id: 7,
  tags: ['sea', 'maps'],
  kinds: ['A', 'B'],
  lent: ['2026-03-04', '2026-03-05'],
  authors: [nora, otto],
  years: [nora, otto],
  copies: [{ room: 'B' }, { room: 'C' }],
  author: nora,
  shelf: { room: 'B', place: 2 },
}

const inColumns = (record: Readonly<Record<string, unknown>>) =>
  books.list.columns.map((column) => columnText(column, { id: 7, ...record }))
const inFacts = (record: unknown) => books.show?.header.facts.map((fact) => readFact(fact, fact.path, record))
const said = (texts: readonly string[]) => texts.map((text) => ({ isReadable: true, text }))

describe('a list or an object', () => {
  it('is written by its items or by what names it', () => {
    const texts = [
      'sea, maps',
      'Atlas, B',
      '03/04/2026, 03/05/2026',
      'Nora Field, Otto Lind',
      'Nora Field (1961), Otto Lind (1970)',
      '2 items',
      'Nora Field',
      '-',
    ]
    expect(inColumns(full)).toEqual(texts)
    expect(inFacts(full)).toEqual(said(texts))
  })

  it('of one is counted as such', () => expect(inColumns({ copies: [{}] })[5]).toBe('1 item'))

  it('that is empty or missing is nothing', () => {
    const empty = { tags: [], kinds: [], lent: null, authors: [], years: [], copies: [], shelf: {} }
    expect(inColumns(empty)).toEqual(Array.from({ length: 8 }, () => '-'))
    expect(inFacts(empty)).toEqual(said(Array.from({ length: 8 }, () => '-')))
  })
})

describe('a file of a list', () => {
  beforeAll(() => setConsoleModel(model))

  const price = { type: ['string', 'number', 'null'] } as const
  const prices = resolve(
    defineResource({
      name: 'prices',
      label: 'Prices',
      record: {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'integer' },
          fee: { ...price, display: 'money' },
          weight: { ...price, display: 'decimal', decimals: 3 },
          rate: { ...price, display: 'decimal', decimals: [0, 4] },
          day: { type: ['string', 'null'], title: 'Day', display: 'date' },
          at: { type: ['string', 'null'], title: 'At', display: 'dateTime' },
          isNet: { type: 'boolean', title: 'Net', display: 'yesNo' },
        },
      },
      bindings: { list: { call: 'GET {library}/prices', permission } },
      list: { columns: ['fee', 'weight', 'rate', 'day', 'at', 'isNet'], perPage: 10, sort: 'id', emptyText: 'Nothing' },
    }),
  )

  it.each([
    ['the decimals that the screen has', ['13.1', 2, 0.5], ['13.10', '2.000', '0.5']],
    ['no decimal fewer than the service sent', ['12.3456', '1234.56789', '7.00'], ['12.3456', '1234.56789', '7']],
    ['a minus, and a text for what is no number', ['-0.5', '-', null], ['-0.50', '', '']],
  ])('has %s', (_what, [fee, weight, rate], texts) => {
    expect(listTable(prices).cellsOf({ id: 1, fee, weight, rate }).slice(0, 3).map(cellText)).toEqual(texts)
  })

  it('has every digit of an amount: in a number, or in a text where a number would lose some', () => {
    const record = { id: 1, fee: '0.12345678', weight: 4e-8, rate: '123456789012.12345678' }
    expect(listTable(prices).cellsOf(record).slice(0, 3)).toEqual([
      { digits: '0.12345678', places: 2 },
      { digits: '0.00000004', places: 3 },
      '123456789012.12345678',
    ])
  })

  it('says No as the list does, also of what is missing', () => {
    const netOf = (isNet: boolean | undefined) => listTable(prices).cellsOf({ id: 1, isNet })[5]
    expect([true, false, undefined].map(netOf)).toEqual(['Yes', 'No', 'No'])
  })

  it.each([
    ['2026-03-04', { text: '03/04/2026', days: 46_085 }],
    ['1899-12-31', '12/31/1899'],
    [null, ''],
  ])('has the day %s as a spreadsheet counts it', (day, cell) => {
    expect(listTable(prices).cellsOf({ id: 1, day })[3]).toEqual(cell)
  })

  it.each([
    ['2026-03-04T18:30:00Z', '03/04/2026, 01:30 PM', 46_085.5625],
    ['2026-03-04T05:00:00Z', '03/04/2026, 12:00 AM', 46_085],
    ['2026-07-01T16:00:00Z', '07/01/2026, 12:00 PM', 46_204.5],
  ])('has the time %s by the clocks of the console', (at, text, days) => {
    expect(listTable(prices).cellsOf({ id: 1, at })[4]).toEqual({ text, days })
  })
})
