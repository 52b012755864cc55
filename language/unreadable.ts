import { isValues, valueAt, type Values } from './pointer.ts'
import { isPresent } from './predicate.ts'
import type { Pointer } from './schema.ts'

/** The member of a record that names its places that could not be read. No service's answer keeps a member so called. */
const KEY = '@unreadable'

/** Shown for a value of another type than its field has. */
export const UNREADABLE = 'Unreadable'

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

/** The record with its unreadable places, in addition to those it has. */
export const withUnreadable = <T>(value: T, places: UnreadablePlaces): T =>
  isValues(value) && Object.keys(places).length > 0 ? { ...value, [KEY]: { ...placesOf(value), ...places } } : value

/** Why the value at a place of a record, or what it is part of, could not be read; `undefined` where there is a value. */
export function unreadableAt(record: unknown, place: Pointer): string | undefined {
  if (!isValues(record) || !Object.hasOwn(record, KEY)) return undefined
  const found = Object.entries(placesOf(record)).find(([each]) => place === each || place.startsWith(`${each}/`))
  return (valueAt(record, place) ?? undefined) === undefined ? found?.[1] : undefined
}

/** True where a record has a value, be it one that could not be read: only without it there is nothing. */
export const isGiven = (record: unknown, place: Pointer): boolean =>
  isPresent(valueAt(record, place)) || unreadableAt(record, place) !== undefined

/** What could not be read of a part of a record, by its places in that part. */
export function unreadableBelow(record: unknown, place: Pointer): UnreadablePlaces {
  const below = Object.entries(placesOf(record)).filter(([each]) => each.startsWith(`${place}/`))
  return Object.fromEntries(below.map(([each, why]) => [each.slice(place.length), why]))
}

/** A record of nothing but what could not be read of a part of a record. A part that could not be read itself has no place that could. */
export function unreadablePart(record: unknown, place: Pointer): Values {
  const own = unreadableAt(record, place)
  return withUnreadable({}, own === undefined ? unreadableBelow(record, place) : { '': own })
}

/** Why a place, or else the first part of it that has no value for this reason, could not be read. */
export const unreadableIn = (record: unknown, place: Pointer): string | undefined =>
  unreadableAt(record, place) ?? Object.values(unreadableBelow(record, place))[0]
