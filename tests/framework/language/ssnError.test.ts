import { expect, test } from 'vitest'
import { SSN_TYPED } from '../../../language/input.ts'
import { refusalOf } from '../../../src/inputs/inputError.ts'

const text = (maxLength: number, more = {}) =>
  ({ label: 'Text', schema: { type: 'string', maxLength, ...more } }) as const

test.each([
  ['900-12-3456', 2000],
  ['The number is 900 12 3456, she said', 2000],
  ['900123456', 2000],
  ['900-12-3456', 128],
  ['９００-１２-３４５６', 128],
])('a social security number is refused at its field: %s', (typed, maxLength) => {
  expect(refusalOf(text(maxLength), typed)).toBe(SSN_TYPED)
})

test.each([
  ['ends in 3456', text(2000)],
  ['Order 1234567890 of 2026-11-22', text(2000)],
  ['900123456', text(128)],
  ['900-12-3456', text(128, { pii: 'ssn' })],
  ['900-12-3456', text(128, { pii: 'none' })],
  ['900-12-3456', text(128, { enum: ['900-12-3456'] })],
])('other text is taken: %s', (typed, input) => {
  expect(refusalOf(input, typed)).toBeUndefined()
})
