import type { Pointer } from './schema.ts'

const unescape = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~')

const escape = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** The JSON Pointer of these steps. */
export const pointerOf = (steps: readonly string[]): Pointer =>
  steps.length === 0 ? '' : `/${steps.map(escape).join('/')}`

/** The steps of a JSON Pointer: `/account/0/name` → `['account', '0', 'name']`. */
export const stepsOf = (pointer: Pointer): readonly string[] =>
  pointer === '' ? [] : pointer.slice(1).split('/').map(unescape)

/** The value at a JSON Pointer, or `undefined` when the path leaves the document. Own properties only. */
export function valueAt(document: unknown, pointer: Pointer): unknown {
  let value = document
  for (const step of stepsOf(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = (value as Readonly<Record<string, unknown>>)[step]
  }
  return value
}

const membersOf = (value: unknown, step: string): readonly unknown[] => {
  if (typeof value !== 'object' || value === null) return []
  if (step === '*') return Array.isArray(value) ? value : []
  return Object.hasOwn(value, step) ? [(value as Readonly<Record<string, unknown>>)[step]] : []
}

/** True for an object with named values. */
export const isValues = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** All values at a pointer, in which a step `*` means each item of an array: none, one or several. */
export const valuesAt = (document: unknown, pointer: Pointer): readonly unknown[] =>
  stepsOf(pointer).reduce<readonly unknown[]>(
    (values, step) => values.flatMap((value) => membersOf(value, step)),
    [document],
  )
