import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { areExclusive, comparisons, holds, isPresent, type Comparison } from '../../../language/predicate.ts'

const DAY = 24 * 60 * 60 * 1000
const NOW = Date.parse('2026-03-30T12:00:00Z')

describe('exists', () => {
  it.each([[undefined], [null], [''], [[]], [{}]])('is not so of %j', (value) => {
    expect(isPresent(value)).toBe(false)
    expect(holds({ field: { exists: false } }, { field: value })).toBe(true)
    expect(holds({ field: { exists: true } }, { field: value })).toBe(false)
  })

  it.each([[0], [false], [' '], [[null]], [{ any: null }], ['{}']])('is so of %j', (value) => {
    expect(isPresent(value)).toBe(true)
    expect(holds({ field: { exists: true } }, { field: value })).toBe(true)
  })
})

describe('pattern', () => {
  it.each(['UPDATED_ROUTING_NUMBER_BY_NOC', 'anything_noc', '_NOC'])('holds for %s, whatever its case', (reason) => {
    expect(holds({ reason: { pattern: '_NOC$' } }, { reason })).toBe(true)
  })

  it.each(['NOC', 'A_NOC_B', '', null, undefined, 7, ['_NOC']])('does not hold for %j', (reason) => {
    expect(holds({ reason: { pattern: '_NOC$' } }, { reason })).toBe(false)
  })
})

describe('structured', () => {
  it.each([
    [{}, true],
    [[], false],
    [{ transfer_type: 'FULL' }, true],
    ['{"cut":', false],
    [null, false],
    [undefined, false],
    [7, false],
  ])('tells %j from what it is not', (payload, isStructured) => {
    expect(holds({ payload: { structured: true } }, { payload })).toBe(isStructured)
    expect(holds({ payload: { structured: false } }, { payload })).toBe(!isStructured)
  })
})

it('refuses a text by a pattern, and nothing else', () => {
  const says = (value: unknown) => holds({ answer: { not: { pattern: '^no books' } } }, { answer: value })
  expect(says('No books found')).toBe(false)
  for (const value of ['Some books', '', 3, null, undefined, [], {}]) expect(says(value)).toBe(true)
})

describe('not with a field', () => {
  const differs = (email: unknown, other: unknown): boolean =>
    holds({ email: { not: { field: 'other' } } }, { email, other })

  it('holds for two values that are not the same', () => {
    expect(differs('a@example.test', 'b@example.test')).toBe(true)
    expect(differs('a@example.test', 'a@example.test')).toBe(false)
  })

  it.each([null, undefined, ''])(
    'does not hold where one of them is %j: nothing is compared with nothing',
    (nothing) => {
      expect(differs(nothing, 'a@example.test')).toBe(false)
      expect(differs('a@example.test', nothing)).toBe(false)
    },
  )

  it('does not depend on the side it is asked from', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
        expect(holds({ a: { not: { field: 'b' } } }, { a: one, b: other })).toBe(
          holds({ b: { not: { field: 'a' } } }, { a: one, b: other }),
        )
      }),
    )
  })
})

describe('withinDays', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: NOW }))
  afterEach(() => vi.useRealTimers())

  const within = (value: unknown): boolean => holds({ at: { withinDays: 30 } }, { at: value })

  it('holds for a moment up to so many days ago', () => {
    expect(within(new Date(NOW).toISOString())).toBe(true)
    expect(within(new Date(NOW - 30 * DAY).toISOString())).toBe(true)
    expect(within(new Date(NOW - 30 * DAY - 1).toISOString())).toBe(false)
  })

  it('does not hold for what is still to come', () => {
    expect(within(new Date(NOW + 1).toISOString())).toBe(false)
  })

  it('takes a moment without an offset for one in UTC, whatever the zone of the machine (D-53)', () => {
    const zone = process.env['TZ']
    try {
      process.env['TZ'] = 'Pacific/Kiritimati'
      expect(within('2026-03-30T12:00:00')).toBe(true)
      process.env['TZ'] = 'Pacific/Pago_Pago'
      expect(within('2026-03-30T12:00:00')).toBe(true)
      expect(within('2026-03-30 11:59:59')).toBe(true)
    } finally {
      if (zone === undefined) delete process.env['TZ']
      else process.env['TZ'] = zone
    }
  })

  it.each([null, undefined, '', 'yesterday', 1_772_648_530, {}, '2026-02-30T10:00:00Z'])(
    'does not hold for %j',
    (value) => {
      expect(within(value)).toBe(false)
    },
  )
})

describe('several comparisons', () => {
  const says = (name: unknown) => holds({ name: { pattern: '^a', not: 'ab', exists: true } }, { name })

  it('must all hold', () => {
    expect(says('abc')).toBe(true)
    expect(says('ab')).toBe(false)
    expect(says('cab')).toBe(false)
    expect(holds({ at: { exists: true, withinDays: 3 } }, { at: '2020-01-01' })).toBe(false)
  })

  it('hold in any order', () => {
    expect(holds({ name: { exists: true, not: 'ab', pattern: '^a' } }, { name: 'ab' })).toBe(false)
    expect(holds({ name: { not: 'ab', pattern: '^a' } }, { name: 'cab' })).toBe(false)
  })
})

describe('any condition', () => {
  const pattern = fc.constantFrom('a', '^b', 'c$')
  const each: { readonly [name in keyof Comparison<string>]-?: fc.Arbitrary<Comparison<string>[name]> } = {
    not: fc.oneof(fc.string(), fc.record({ pattern }), fc.record({ field: fc.string() })),
    exists: fc.boolean(),
    structured: fc.boolean(),
    pattern,
    withinDays: fc.nat(400),
  }
  const condition = fc.oneof(fc.string(), fc.array(fc.string()), fc.record(each, { requiredKeys: [] }))

  it('gives an answer for any value, and never throws', () => {
    fc.assert(
      fc.property(fc.anything(), condition, (value, is) => {
        expect(typeof holds({ field: is } as never, { field: value })).toBe('boolean')
      }),
    )
  })

  it('holds exactly if each of its comparisons does', () => {
    expect(Object.keys(comparisons)).toEqual(Object.keys(each))
    fc.assert(
      fc.property(fc.anything(), fc.record(each, { requiredKeys: [] }), (value, is) => {
        const apart = Object.entries(is).map(([name, wanted]) => ({ field: { [name]: wanted } }))
        expect(holds({ field: is } as never, { field: value })).toBe(apart.every((one) => holds(one, { field: value })))
      }),
    )
  })
})

describe('two predicates', () => {
  it.each([
    [{ state: 'DUE' }, { state: 'PAID' }, true],
    [{ state: ['DUE', 'VOID'], isOpen: true }, { isOpen: false }, true],
    [{ state: ['DUE', 'VOID'] }, { state: ['VOID', 'PAID'] }, false],
    [{ state: 'DUE' }, { kind: 'PAID' }, false],
    [{ state: 'DUE' }, { state: { not: 'DUE' } }, false],
    [{}, { state: 'DUE' }, false],
  ])('%j and %j exclude each other: %s', (one, other, expected) => {
    expect(areExclusive(one, other)).toBe(expected)
    expect(areExclusive(other, one)).toBe(expected)
  })
})
