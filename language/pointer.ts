import type { Pointer } from './schema.ts'

const unescape = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~')

const escape = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

export const pointerOf = (steps: readonly string[]): Pointer =>
  steps.length === 0 ? '' : `/${steps.map(escape).join('/')}`

/** True for a text that starts as the pointer of a place inside a document does. */
export const isPointer = (text: string): text is `/${string}` => text.startsWith('/')

/** The steps of a JSON Pointer: `/account/0/name` → `['account', '0', 'name']`. */
export const stepsOf = (pointer: Pointer): readonly string[] =>
  pointer === '' ? [] : pointer.slice(1).split('/').map(unescape)

/** The value at a JSON Pointer, or `undefined` when the path leaves the document. Own properties only. */
export function valueAt(document: unknown, pointer: Pointer): unknown {
  let value = document
  for (const step of stepsOf(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = Reflect.get(value, step)
  }
  return value
}

const membersOf = (value: unknown, step: string): readonly unknown[] => {
  if (typeof value !== 'object' || value === null) return []
  if (step === '*') return Array.isArray(value) ? value : []
  return Object.hasOwn(value, step) ? [Reflect.get(value, step)] : []
}

/** Values by their names. */
export type Values = Readonly<Record<string, unknown>>

/** True for an object with named values. */
export const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** All values at a pointer, in which a step `*` means each item of an array: none, one or several. */
export const valuesAt = (document: unknown, pointer: Pointer): readonly unknown[] =>
  stepsOf(pointer).reduce<readonly unknown[]>(
    (values, step) => values.flatMap((value) => membersOf(value, step)),
    [document],
  )

/** The names of the members of a table, whose type has them all. */
export const keysOf = <K extends string>(table: Readonly<Partial<Record<K, unknown>>>): readonly K[] =>
  Object.keys(table) as K[]

type Unset<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> }

export const set = <T extends object>(values: { readonly [K in keyof T]: T[K] | undefined }): Unset<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Unset<T>

/** True for an object or a list. */
export const isStructure = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Deep equality. Missing, undefined and null are equal. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (!isStructure(one) || !isStructure(other)) return (one ?? null) === (other ?? null)
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...keys].every((key) => isEqual(Reflect.get(one, key), Reflect.get(other, key)))
}

/** A copy of the document with a value at the place; objects and lists on the way are made. */
export function placed(document: unknown, pointer: Pointer, value: unknown): unknown {
  const put = (at: unknown, [step, ...rest]: readonly string[]): unknown => {
    if (step === undefined) return value
    if (Array.isArray(at) || (at === undefined && /^\d+$/.test(step))) {
      const items: readonly unknown[] = Array.isArray(at) ? at : []
      return Object.assign([...items], { [step]: put(items[Number(step)], rest) })
    }
    const members: Readonly<Record<string, unknown>> = typeof at === 'object' && at !== null ? { ...at } : {}
    return { ...members, [step]: put(members[step], rest) }
  }
  return put(document, stepsOf(pointer))
}

/** A record with the changes in it, also inside its objects. A list is replaced as a whole. */
export function withChanges(
  whole: unknown,
  changes: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const own = isValues(whole) ? whole : {}
  const entries = Object.entries(changes).map(
    ([name, value]) => [name, isValues(value) ? withChanges(own[name], value) : value] as const,
  )
  return { ...own, ...Object.fromEntries(entries) }
}
