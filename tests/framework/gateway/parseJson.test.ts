import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJson } from '../../../server/gateway/core/json.ts'

const DEEPEST = 32

const nested = (value: unknown, levels: number): unknown => (levels === 0 ? value : [nested(value, levels - 1)])

/** Texts that are hard to find the end of, and to tell from structures. */
const text = fc.string({ unit: fc.constantFrom('"', '\\', '[', '{', ']', '}', 'a') })

describe('JSON', () => {
  test('is parsed down to its 32nd level, whatever its texts hold', () => {
    fc.assert(
      fc.property(fc.dictionary(text, text), (leaf) => {
        const value = nested(leaf, DEEPEST - 1)
        expect(parseJson(JSON.stringify(value))).toEqual(value)
      }),
    )
  })

  test('is refused from the 33rd level on, whatever its texts hold', () => {
    fc.assert(
      fc.property(fc.dictionary(text, text), text, (leaf, before) => {
        const value = [before, nested(leaf, DEEPEST - 1)]
        expect(() => parseJson(JSON.stringify(value))).toThrow('nested too deeply')
      }),
    )
  })

  test.each(['"', '"\\', '["\\"]', '[', ''])('is refused where it is none: %s', (broken) => {
    expect(() => parseJson(broken)).toThrow(SyntaxError)
  })
})
