import { stepsOf } from './pointer.ts'
import type { Pointer } from './schema.ts'

const membersOf = (value: unknown, step: string): readonly unknown[] => {
  if (typeof value !== 'object' || value === null) return []
  if (step === '*') return Array.isArray(value) ? value : []
  return Object.hasOwn(value, step) ? [(value as Readonly<Record<string, unknown>>)[step]] : []
}

/** Every value a pointer names, a step `*` standing for each item of an array: none, one or several. */
export const valuesAt = (document: unknown, pointer: Pointer): readonly unknown[] =>
  stepsOf(pointer).reduce<readonly unknown[]>(
    (values, step) => values.flatMap((value) => membersOf(value, step)),
    [document],
  )
