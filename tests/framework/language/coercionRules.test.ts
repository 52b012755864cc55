import { describe, expect, it } from 'vitest'
import { books } from '../../../examples/library/schemas/books.ts'
import { registration } from '../../../examples/library/schemas/members.ts'
import { toWire } from '../../../language/coerceRecord.ts'
import { saidOf } from './changedLibrary.ts'

const { record } = books
const withField = (schema: object) => ({
  books: { record: { ...record, properties: { ...record.properties, price: { title: 'Price', ...schema } } } },
})
const remedy = (made: string, type: string, first: string) =>
  `which makes it ${made}, and its type is ${type}: give it the type '${first}', or another coerce`

it.each<readonly [string, Readonly<Record<string, object>>, string]>([
  [
    'cents as a number',
    withField({ type: ['number', 'null'], coerce: 'cents' }),
    `invalid-coercion books.record.price: has coerce: 'cents', ${remedy('string', 'number or null', 'string')}`,
  ],
  [
    'a flag as a text',
    withField({ type: 'string', coerce: 'boolean' }),
    `invalid-coercion books.record.price: has coerce: 'boolean', ${remedy('boolean', 'string', 'boolean')}`,
  ],
  [
    'a moment as a number, inside a list',
    withField({
      type: 'array',
      items: { type: 'object', properties: { paid: { type: 'integer', coerce: 'epochSeconds' } } },
    }),
    `invalid-coercion books.record.price.items.paid: has coerce: 'epochSeconds', ${remedy('string', 'integer', 'string')}`,
  ],
  [
    'capitals of a number in a form',
    {
      registration: {
        fields: {
          ...registration.fields,
          name: { schema: { type: 'integer', coerce: 'upperCase', pii: 'name' }, label: 'Name' },
        },
      },
    },
    `invalid-coercion registration.fields.name: has coerce: 'upperCase', ${remedy('string', 'integer', 'string')}`,
  ],
  [
    'a coercion that there is not',
    withField({ type: 'string', coerce: 'cnts' }),
    `unknown-coercion books.record.price: names the coercion 'cnts', registered are: epochSeconds, epochMilliseconds, cents, thousandths, zeroOrOne, boolean, number, string, upperCase, json; did you mean 'cents'?`,
  ],
])('%s is one problem', (_what, changes, expected) => {
  expect(saidOf(changes)).toEqual([expected])
})

it.each([
  { type: 'string', coerce: 'cents' },
  { type: 'integer', coerce: 'number' },
  { type: ['boolean', 'null'], coerce: 'boolean' },
  { type: ['boolean', 'null'], coerce: 'zeroOrOne' },
  { type: 'array', coerce: 'json', items: { type: 'string' } },
  { coerce: 'json' },
])('%j is none', (schema) => {
  expect(saidOf(withField(schema))).toEqual([])
})

describe('an amount in parts of a currency', () => {
  const inCurrency = (currency: string, schema: object) =>
    saidOf(withField({ type: 'string', ...schema }), { timeZone: 'UTC', currency })

  it.each(['cents', 'thousandths'])('that has none is said: %s', (coerce) => {
    expect(inCurrency('JPY', { coerce, display: 'money' })).toEqual([
      `invalid-coercion books.record.price: has coerce: '${coerce}', which reads parts of an amount, and JPY has none: give it the type 'integer', and no coerce`,
    ])
  })

  it('is none where the currency has parts, or where it is no amount of money', () => {
    expect(inCurrency('KWD', { coerce: 'thousandths', display: 'money' })).toEqual([])
    expect(inCurrency('JPY', { coerce: 'thousandths', display: 'decimal' })).toEqual([])
  })
})

describe('what the service has in seconds since 1970', () => {
  it.each([
    ['2026-11-28T10:00:00Z', Date.UTC(2026, 10, 28, 10) / 1000],
    ['2026-11-28', Date.UTC(2026, 10, 28) / 1000],
    ['005', '005'],
    ['May 2001', 'May 2001'],
  ])('is written back from a moment, and nothing else is taken for one: %s', (value, written) => {
    expect(toWire(value, { type: 'string', coerce: 'epochSeconds' })).toBe(written)
  })
})
