import { expect, test } from 'vitest'
import {
  count,
  isWire,
  list,
  mapOf,
  moment,
  object,
  oneOf,
  only,
  orNull,
  text,
  values,
} from '../../../language/wire.ts'

const book = object(
  {
    title: text,
    year: count,
    added: moment,
    tags: list(text),
    of: orNull(object({ id: text })),
    state: oneOf(['in', 'out']),
  },
  { note: text, isLost: only(true) },
)
const emma = { title: 'Emma', year: 1815, added: '2026-11-22T15:00:00.000Z', tags: ['novel'], of: null, state: 'in' }

test.each([
  ['all that it names', emma],
  ['what may be missing', { ...emma, note: '', isLost: true, of: { id: '7' } }],
  ['more than it names, as of a newer gateway', { ...emma, shelf: 4 }],
])('an answer is as declared with %s', (_what, answer) => expect(isWire(book, answer)).toBe(true))

test.each([
  ['nothing', undefined],
  ['a list', [emma]],
  ['a part missing', { ...emma, title: undefined }],
  ['a value of another type', { ...emma, year: '1815' }],
  ['an item of another type', { ...emma, tags: ['novel', 1] }],
  ['a value that is not of the list', { ...emma, state: 'lost' }],
  ['another constant', { ...emma, isLost: false }],
  ['an incomplete part', { ...emma, of: {} }],
])('an answer is not as declared with %s', (_what, answer) => expect(isWire(book, answer)).toBe(false))

test('names that are data have values of one type, or any', () => {
  expect([{ a: 1 }, { a: 'x' }].map((answer) => isWire(mapOf(count), answer))).toEqual([true, false])
  expect([{ a: [] }, []].map((answer) => isWire(values, answer))).toEqual([true, false])
})
