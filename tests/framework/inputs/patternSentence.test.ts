import { expect, it } from 'vitest'
import { patternSentence } from '../../../src/inputs/inputError.ts'

it.each([
  ['^[A-Z]{2}-[0-9]{3}$', 'Must look like AB-123'],
  ['^[A-Z]?[0-9]{1,4}$', 'Must look like A1234'],
  ['^[A-Z0-9.]{2,20}$', 'Use 2 to 20 characters: A–Z, 0–9 and "."'],
  ['^[a-z]{3,}$', 'Use at least 3 characters: a–z'],
  ['^[0-9]*$', 'Use only 0–9'],
  ['\\S', 'Enter more than spaces'],
  // These are hard to say.
  ['^(?!.*\\.\\.).*\\S.*$', undefined],
  ['^(A|B)$', undefined],
  ['^[^x]+$', undefined],
  ['[0-9]', undefined],
])('says %s', (pattern, sentence) => {
  expect(patternSentence({ pattern })).toBe(sentence)
})

it('shows the example that the schema has', () => {
  expect(patternSentence({ pattern: '^(A|B)[0-9]$', examples: ['B7'] })).toBe('Must look like B7')
})
