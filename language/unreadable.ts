import { isValues, valueAt } from './pointer.ts'
import type { Pointer } from './schema.ts'

/** The member of a record that names its places that could not be read. No service's answer keeps a member so called. */
const KEY = '@unreadable'

/** Why values could not be read, by their places: expected and found types, never a value. */
export type UnreadablePlaces = Readonly<Record<string, string>>

/** The type of a JSON value in the words of JSON Schema. */
export function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}

const placesOf = (record: unknown): UnreadablePlaces => {
  const found = isValues(record) ? record[KEY] : undefined
  return isValues(found) ? (found as UnreadablePlaces) : {}
}

/** The record with its unreadable places. */
export const withUnreadable = (value: unknown, places: UnreadablePlaces): unknown =>
  isValues(value) && Object.keys(places).length > 0 ? { ...value, [KEY]: places } : value

/** Why the value at a place of a record, or what it is part of, could not be read; `undefined` where there is a value. */
export function unreadableAt(record: unknown, place: Pointer): string | undefined {
  if (!isValues(record) || !Object.hasOwn(record, KEY)) return undefined
  const found = Object.entries(placesOf(record)).find(([each]) => place === each || place.startsWith(`${each}/`))
  return (valueAt(record, place) ?? undefined) === undefined ? found?.[1] : undefined
}

/** What could not be read of a part of a record, by its places in that part. */
export function unreadableBelow(record: unknown, place: Pointer): UnreadablePlaces {
  const below = Object.entries(placesOf(record)).filter(([each]) => each.startsWith(`${place}/`))
  return Object.fromEntries(below.map(([each, why]) => [each.slice(place.length), why]))
}
