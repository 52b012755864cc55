import { describe, expect, it } from 'vitest'
import { sponsors, trades } from '../../../support/resources.ts'
import type { ListResource, Resource } from '../../../../../language/resource.ts'
import type { FilterField } from '../../../../../language/list.ts'
import { checkResources } from '../../../../../language/check/checkModel.ts'

/** Trades without their link to the accounts, which are not among the definitions here. */
const trade = {
  ...trades,
  record: {
    ...trades.record,
    properties: { ...trades.record.properties, account_no: { type: 'string', pii: 'accountNumber' } as const },
  },
}
const sponsor = sponsors

const withFields = (...fields: readonly FilterField[]): ListResource => ({
  ...trade,
  list: { ...trade.list, filterForm: { label: 'Filter', fields } },
})

const ticker = { filter: 'ticker', label: 'Ticker' }

const mistakes: readonly (readonly [title: string, definition: Resource, where: string, message: RegExp])[] = [
  [
    'a field that is no filter',
    withFields({ filter: 'tickr', label: 'Ticker' }),
    'trades.list.filter.tickr',
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
    'trades.list.filter.page',
    /'page' means something else there/,
  ],
  [
    'a field whose filter is never sent',
    { ...withFields(ticker), bindings: { list: trade.bindings['list']! } },
    'trades.list.filter.ticker',
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
    'trades.list.filter.ticker',
    /has no control/,
  ],
  ['a field that is listed twice', withFields(ticker, ticker), 'trades.list.filter.ticker', /is listed twice/],
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
    'trades.list.filter.ticker',
    /is set by the filter menu too/,
  ],
]

describe('the check of tabs', () => {
  it('names a filter that no one can choose otherwise', () => {
    const tabs = [{ label: 'Wares', form: { kind: 'wares' } }]
    expect(checkResources([{ ...trade, list: { ...trade.list, tabs } }])).toEqual([
      expect.objectContaining({
        code: 'unknown-filter',
        where: 'trades.list.tabs.Wares',
        message: expect.stringMatching(/^sets 'kind' as no choice of the filter menu does/) as string,
      }),
    ])
  })
})

describe('the check of filter forms', () => {
  it.each(mistakes)('names %s', (_title, definition, where, message) => {
    expect(checkResources([definition])).toContainEqual(
      expect.objectContaining({ where, message: expect.stringMatching(message) as string }),
    )
  })

  it('has nothing to say about a form of declared filters', () => {
    expect(checkResources([trade])).toEqual([])
  })
})

describe('the check of addresses', () => {
  it('names a list whose other address is that of another list', () => {
    const other: Resource = { ...sponsor, name: 'others', path: '/others' }
    expect(checkResources([sponsor, other])).toContainEqual(
      expect.objectContaining({
        where: 'others.path',
        message: "is '/sponsors', which leads to sponsors: choose another",
      }),
    )
    expect(checkResources([sponsor, { ...other, aliases: [] }])).toEqual([])
  })
})
