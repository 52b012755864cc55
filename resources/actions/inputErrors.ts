import type { AnyAction } from '../../schemas/meta/defineResource.ts'

/** What was typed into an action's dialog, by input name. */
export type Typed = Readonly<Record<string, string>>

/** The sentences for required values that are missing; white space alone is missing (D-33). */
export const inputErrors = ({ input = {} }: AnyAction, typed: Typed): Typed =>
  Object.fromEntries(
    Object.entries(input).flatMap(([name, { required }]) =>
      required !== undefined && (typed[name] ?? '').trim() === '' ? [[name, required]] : [],
    ),
  )

/** What is sent: trimmed, empty values left out. */
export const inputValues = (typed: Typed): Typed =>
  Object.fromEntries(
    Object.entries(typed).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]])),
  )
