import { afterEach, beforeEach, expect, test } from 'vitest'
import { drawnInput } from '../../../language/drawnInput.ts'
import { registerCoercions } from '../../../src/format/consoleCoercions.ts'
import { sentValue } from '../../../src/inputs/inputValue.ts'

const isbn = (pattern?: string) =>
  drawnInput({ label: 'ISBN', schema: { type: 'string', coerce: 'isbn', ...(pattern !== undefined && { pattern }) } })

beforeEach(() => registerCoercions({ isbn: (text) => text.replace(/^ISBN:?/i, '') }))
afterEach(() => registerCoercions({}))

test.each([
  ['isbn:3-16', '316', '^[0-9]{3}$'],
  ['3-16', '316', '^[0-9]{3}$'],
  // What does not become a value of the field stays as it was typed.
  ['isbn:3', 'isbn:3', '^[0-9]{3}$'],
  ['isbn', 'isbn', '^[0-9]{3}$'],
  ['ISBN3-16', '3-16', '^[0-9-]+$'],
  ['isbnx', 'isbnx', '^[0-9-]+$'],
  ['ISBN3-16', '3-16', undefined],
])('the text %j is sent as %j where the pattern is %s', (typed, sent, pattern) => {
  expect(sentValue(isbn(pattern), typed)).toBe(sent)
})

test('a coercion that is not registered changes nothing', () => {
  registerCoercions({})
  expect(sentValue(isbn('^[0-9]+$'), 'isbn:316')).toBe('isbn:316')
})
