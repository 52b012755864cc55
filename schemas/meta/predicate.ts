import type { FieldOf, ObjectSchema, ScalarOfProperty } from './schema.ts'

/** What one field must be: a value, one of several values, or a comparison. */
export type Condition<V> =
  V | readonly V[] | { readonly not: V | readonly V[] } | { readonly above: number } | { readonly present: boolean }

/** A typed condition over a record: every named field must meet its condition. Pure data, no expressions. */
export type Predicate<S extends ObjectSchema> = {
  readonly [F in FieldOf<S>]?: Condition<ScalarOfProperty<S['properties'][F]>>
}

/** A predicate whose record type has been forgotten: what engines evaluate. */
export type AnyPredicate = Readonly<Record<string, Condition<unknown>>>

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isOneOf = (value: unknown, wanted: unknown): boolean =>
  Array.isArray(wanted) ? wanted.includes(value) : value === wanted

const isPresent = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

function meets(value: unknown, condition: Condition<unknown>): boolean {
  if (!isObject(condition)) return isOneOf(value, condition)
  if ('not' in condition) return !isOneOf(value, condition['not'])
  if ('above' in condition) return typeof value === 'number' && value > Number(condition['above'])
  return isPresent(value) === condition['present']
}

/** Whether the record meets the predicate; an absent predicate always holds. */
export const holds = (predicate: AnyPredicate | undefined, record: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(predicate ?? {}).every(([field, condition]) => meets(record[field], condition))
