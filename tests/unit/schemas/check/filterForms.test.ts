import { describe, expect, it } from 'vitest'
import { sponsors } from '../../../../schemas/sponsors.ts'
import { trades } from '../../../../schemas/trades.ts'
import type { Definition } from '../../../../language/definition.ts'
import type { FilterField } from '../../../../language/list.ts'
import { checkDefinitions } from '../../../../language/check/checkDefinitions.ts'

const trade: Definition = trades
const sponsor: Definition = sponsors

const withFields = (...fields: readonly FilterField[]): Definition => ({
  ...trade,
  list: { ...trade.list, filterForm: { label: 'Filter', fields } },
})

const ticker = { filter: 'ticker', label: 'Ticker' }

const mistakes: readonly (readonly [title: string, definition: Definition, where: string, message: RegExp])[] = [
  [
    'a field that is no filter',
    withFields({ filter: 'tickr', label: 'Ticker' }),
    'trades.list.filterForm.tickr',
    /is no filter; declared are: createdAt, /,
  ],
  [
    'a field with the name of something else in the address',
    {
      ...withFields({ filter: 'page', label: 'Page' }),
      list: {
        ...trade.list,
        filters: { ...trade.list.filters, page: { type: 'integer' } },
        filterForm: { label: 'Filter', fields: [{ filter: 'page', label: 'Page' }] },
      },
    },
    'trades.list.filterForm.page',
    /'page' means something else there/,
  ],
  [
    'a field whose filter is never sent',
    { ...withFields(ticker), bindings: { list: trade.bindings['list']! } },
    'trades.list.filterForm.ticker',
    /is never sent: map \{ filter: 'ticker' \}/,
  ],
  [
    'a field of which no control can be made',
    {
      ...trade,
      list: {
        ...trade.list,
        filters: { ticker: { type: 'array' } },
        filterForm: { label: 'Filter', fields: [ticker] },
      },
    },
    'trades.list.filterForm.ticker',
    /has no control/,
  ],
  ['a field that stands twice', withFields(ticker, ticker), 'trades.list.filterForm.ticker', /stands twice/],
  [
    'a field that the filter menu sets too',
    {
      ...trade,
      list: {
        ...trade.list,
        filterMenu: {
          label: 'Filter',
          all: 'ALL',
          sections: [{ name: 'kind', title: 'Kind', options: [{ value: 'Z', sets: { ticker: 'Z' } }] }],
        },
      },
    },
    'trades.list.filterForm.ticker',
    /is set by the filter menu too/,
  ],
]

describe('the check of filter forms', () => {
  it.each(mistakes)('names %s', (_title, definition, where, message) => {
    expect(checkDefinitions([definition])).toContainEqual({ where, message: expect.stringMatching(message) as string })
  })

  it('has nothing to say about a form of declared filters', () => {
    expect(checkDefinitions([trade])).toEqual([])
  })
})

describe('the check of addresses', () => {
  it('names a list whose other address is that of another list', () => {
    const other: Definition = { ...sponsor, name: 'others', path: '/others' }
    expect(checkDefinitions([sponsor, other])).toContainEqual({
      where: 'others.path',
      message: "is '/sponsors', which leads to sponsors",
    })
    expect(checkDefinitions([sponsor, { ...other, aliases: [] }])).toEqual([])
  })
})
