import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { valueAt, valuesAt } from '../../../language/pointer.ts'
import { isFound } from '../../../language/readRecord.ts'
import type { Pointer } from '../../../language/schema.ts'

const documents = fc.jsonValue({ maxDepth: 4 })
const step = fc.oneof(fc.constantFrom('0', '1', 'a', 'b~c', 'd/e', '__proto__', 'length'), fc.string({ maxLength: 3 }))
const pointers = fc
  .array(step, { maxLength: 4 })
  .map((steps) =>
    steps.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''),
  ) as fc.Arbitrary<Pointer>

describe('valuesAt', () => {
  it('follows every item of every array that a star stands for', () => {
    const document = { a: [{ b: [{ c: 1 }, { c: 2 }] }, { b: null }, { b: [{ d: 3 }] }, 'text'] }
    expect(valuesAt(document, '/a/*/b/*/c')).toEqual([1, 2])
    expect(valuesAt(document, '/a/*/b')).toEqual([[{ c: 1 }, { c: 2 }], null, [{ d: 3 }]])
    expect(valuesAt(document, '/a/0/b/1/c')).toEqual([2])
  })

  it('takes the whole document for the empty pointer', () => {
    expect(valuesAt(7, '')).toEqual([7])
  })

  it('takes a star for items alone, not for the members of an object', () => {
    expect(valuesAt({ a: { b: 1 } }, '/a/*')).toEqual([])
    expect(valuesAt({ a: 'text' }, '/a/*')).toEqual([])
  })

  it('tells a value that is null from one that is missing', () => {
    expect(valuesAt({ a: null }, '/a')).toEqual([null])
    expect(valuesAt({}, '/a')).toEqual([])
  })

  it('finds without stars what valueAt finds, and own members only', () => {
    fc.assert(
      fc.property(documents, pointers, (document, pointer) => {
        fc.pre(!pointer.split('/').includes('*'))
        const values = valuesAt(document, pointer)
        expect(values.length).toBeLessThanOrEqual(1)
        expect(values[0]).toEqual(valueAt(document, pointer))
      }),
    )
  })

  it('finds at a star what it finds at each index', () => {
    fc.assert(
      fc.property(fc.array(documents, { maxLength: 5 }), pointers, (items, rest) => {
        const each = items.flatMap((_item, index) => valuesAt({ items }, `/items/${index}${rest}`))
        expect(valuesAt({ items }, `/items/*${rest}`)).toEqual(each)
      }),
    )
  })
})

describe('isFound', () => {
  const answer = {
    checks: [{ parts: [{ state: 'ACCEPTED' }, { state: 'REJECTED', papers: [] }] }],
    person: { is: true },
  }

  it('needs one item that meets the whole condition by itself', () => {
    expect(isFound({ path: '/checks/*/parts/*', when: { state: 'REJECTED' } }, answer)).toBe(true)
    expect(isFound({ path: '/checks/*/parts/*', when: { state: 'ACCEPTED', papers: { exists: true } } }, answer)).toBe(
      false,
    )
    expect(isFound({ path: '/checks/*/parts/*', when: { state: 'REJECTED', papers: { exists: true } } }, answer)).toBe(
      false,
    )
  })

  it('looks at a single object too, and at nothing that is none', () => {
    expect(isFound({ path: '/person', when: { is: true } }, answer)).toBe(true)
    for (const nothing of [null, undefined, 'text', [], { person: null }, { person: 'text' }, { person: [1] }]) {
      expect(isFound({ path: '/person', when: { is: { not: 7 } } }, nothing)).toBe(false)
    }
  })
})
