import { expect } from 'vitest'
import type { JSONSchema } from 'json-schema-to-ts'
import { valueAt } from '../../../../language/pointer.ts'
import type { Pointer } from '../../../../language/schema.ts'
import type { Json } from '../fixtureTypes.ts'

/** A copy of the document with a value at the steps, through arrays too. */
export const placed = (document: unknown, [step, ...rest]: readonly string[], value: unknown): unknown => {
  if (step === undefined) return value
  if (Array.isArray(document)) {
    return document.map((item: unknown, index) => (String(index) === step ? placed(item, rest, value) : item))
  }
  return { ...(document as Json), [step]: placed((document as Json | undefined)?.[step], rest, value) }
}

/** Every declared place below a schema that the document has, the first item standing for all items. */
export function placesIn(
  schema: JSONSchema | undefined,
  document: unknown,
  at: string,
): readonly (readonly [Pointer, JSONSchema])[] {
  if (typeof schema !== 'object') return []
  const own = at === '' ? [] : [[at as Pointer, schema] as const]
  const parts = Object.entries(schema.properties ?? {}).flatMap(([name, part]) =>
    placesIn(part as JSONSchema, document, `${at}/${name}`),
  )
  const first = `${at}/0` as Pointer
  const items = valueAt(document, first) === undefined ? [] : placesIn(schema.items as JSONSchema, document, first)
  return [...own, ...parts, ...items]
}

/** What says of a record that the value at a place has another type than its field: both types, and never the value. */
export const unreadable = (pointer: string): object => ({
  '@unreadable': { [pointer]: expect.stringMatching(/^Expected [a-z or]+, got [a-z]+$/) as unknown },
})
