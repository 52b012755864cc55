import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pageOf, type PageRequest } from '../../../../dataProvider/pageOf.ts'
import type { ConsoleRecord } from '../../../../dataProvider/types.ts'
import { holds } from '../../../../language/predicate.ts'
import { fillPath, fillTemplate, placeholdersOf } from '../../../../language/template.ts'
import { treasury } from '../../support/resources.ts'

const { list } = treasury

const rowsOf = fc
  .uniqueArray(fc.nat(500), { maxLength: 60 })
  .chain((ids) =>
    fc.tuple(...ids.map((id) => fc.record({ id: fc.constant(id), ticker: fc.option(fc.string({ maxLength: 6 })) }))),
  )
  .map((rows): readonly ConsoleRecord[] => rows)

const asked: fc.Arbitrary<PageRequest> = fc.record({
  search: fc.option(fc.string({ maxLength: 2 }), { nil: undefined }),
  sort: fc.option(
    fc.record({ field: fc.constantFrom('id', 'ticker'), order: fc.constantFrom('ASC' as const, 'DESC' as const) }),
    {
      nil: undefined,
    },
  ),
  page: fc.integer({ min: -3, max: 100 }),
  perPage: fc.integer({ min: 1, max: 20 }),
})

const noCount = fc.oneof(fc.constantFrom(Number.NaN, 0, -2.5, 1.5, Infinity), fc.double({ min: 0, max: 8 }))

describe('paging in the browser', () => {
  it('gives every found row exactly once over all pages', () => {
    fc.assert(
      fc.property(rowsOf, asked, (rows, request) => {
        const { totalPages, total } = pageOf(rows, list, request)
        const pages = Array.from({ length: totalPages }, (_unused, index) =>
          pageOf(rows, list, { ...request, page: index + 1 }),
        )
        const ids = pages.flatMap((page) => page.rows.map(({ id }) => id))
        expect(new Set(ids).size).toBe(ids.length)
        expect(ids).toHaveLength(total)
        const wanted = (request.search ?? '').trim().toLowerCase()
        const found = rows.filter(
          ({ ticker }) => wanted === '' || (typeof ticker === 'string' && ticker.toLowerCase().includes(wanted)),
        )
        expect(new Set(ids)).toEqual(new Set(found.map(({ id }) => id)))
      }),
    )
  })

  it('gives a page that exists, full unless it is the last', () => {
    fc.assert(
      fc.property(rowsOf, asked, (rows, request) => {
        const { rows: given, page, totalPages, total } = pageOf(rows, list, request)
        expect(page).toBeGreaterThanOrEqual(1)
        expect(page).toBeLessThanOrEqual(totalPages)
        expect(given).toHaveLength(page < totalPages ? request.perPage : total - (totalPages - 1) * request.perPage)
      }),
    )
  })

  it('gives a whole page for numbers that are none', () => {
    fc.assert(
      fc.property(rowsOf, noCount, noCount, (rows, page, perPage) => {
        const given = pageOf(rows, list, { search: undefined, sort: undefined, page, perPage })
        expect(Number.isInteger(given.page) && given.page >= 1 && given.page <= given.totalPages).toBe(true)
        expect(rows.length === 0 || given.rows.length > 0).toBe(true)
      }),
    )
  })

  it('sorts numbers by size, in both directions, and leaves the given rows alone', () => {
    fc.assert(
      fc.property(rowsOf, fc.constantFrom('ASC' as const, 'DESC' as const), (rows, order) => {
        const before = [...rows]
        const { rows: given } = pageOf(rows, list, {
          search: undefined,
          sort: { field: 'id', order },
          page: 1,
          perPage: 1000,
        })
        const ids = rows.map(({ id }) => Number(id)).toSorted((a, b) => a - b)
        expect(given.map(({ id }) => id)).toEqual(order === 'ASC' ? ids : ids.toReversed())
        expect(rows).toEqual(before)
      }),
    )
  })

  it('puts rows without a value last in both directions', () => {
    const rows = [
      { id: 1, ticker: null },
      { id: 2, ticker: 'b10' },
      { id: 3, ticker: 'B9' },
      { id: 4, ticker: '' },
    ]
    const idsBy = (order: 'ASC' | 'DESC'): readonly unknown[] =>
      pageOf(rows, list, { search: undefined, sort: { field: 'ticker', order }, page: 1, perPage: 10 }).rows.map(
        ({ id }) => id,
      )
    expect(idsBy('ASC')).toEqual([3, 2, 1, 4])
    expect(idsBy('DESC')).toEqual([2, 3, 1, 4])
  })
})

describe('templates', () => {
  it('never let a value add a segment, a query or a fragment to a path', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (id) => {
        const url = new URL(
          fillPath('/things/{id}/end', { id: id === '.' || id === '..' ? 'dots' : id }),
          'http://x.test',
        )
        expect(url.pathname.split('/')).toHaveLength(4)
        expect(url.search + url.hash).toBe('')
      }),
    )
  })

  it('leave no placeholder behind and take values as they are', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, value) => {
        fc.pre(placeholdersOf(before).length === 0)
        expect(fillTemplate(`${before}{ticker}`, { ticker: value })).toBe(before + value)
      }),
    )
  })
})

describe('predicates', () => {
  const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))

  it('hold for exactly the value that they name, and their negation for all others', () => {
    fc.assert(
      fc.property(scalar, scalar, (value, wanted) => {
        expect(holds({ field: wanted }, { field: value })).toBe(value === wanted)
        expect(holds({ field: { not: wanted } }, { field: value })).toBe(value !== wanted)
        expect(holds({ field: [wanted, value] }, { field: value })).toBe(true)
      }),
    )
  })
})
