import { isValues } from './pointer.ts'
import { parseInstant } from './parseInstant.ts'

/** A comparison of one field. Where there are several, all of them must hold. */
export interface Comparison<V> {
  /**
   * Neither this value, nor one of these, nor one that matches a pattern. With a field: both fields have a value, and the
   * values differ.
   */
  readonly not?: V | readonly V[] | { readonly pattern: string } | { readonly field: string }
  /** A value exists unless it is missing, null, or an empty text, list or object. */
  readonly exists?: boolean
  /** An object with fields, or anything else: JSON that could not be read is still text. */
  readonly structured?: boolean
  /** Text that matches this regular expression, ignoring case. */
  readonly pattern?: string
  /** A time no more than this many days ago. */
  readonly withinDays?: number
}

/** The condition of one field: a value, one of several values, or a comparison. */
export type Condition<V> = V | readonly V[] | Comparison<V>

/**
 * A typed condition over the values of a record: every named field must meet its condition. Pure data, no expressions.
 */
export type Predicate<V = Readonly<Record<string, unknown>>> = {
  readonly [F in keyof V & string]?: Condition<V[F]>
}

const isOneOf = (value: unknown, wanted: unknown): boolean =>
  Array.isArray(wanted) ? wanted.includes(value) : value === wanted

/** True when there is a value: an empty text, list or object is none (D-67). */
export const isPresent = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && (typeof value !== 'object' || Object.keys(value).length > 0)

const isMatch = (value: unknown, pattern: unknown): boolean =>
  typeof value === 'string' && new RegExp(String(pattern), 'iu').test(value)

const DAY = 24 * 60 * 60 * 1000

const isWithin = (value: unknown, days: unknown): boolean => {
  const moment = parseInstant(value)
  const age = moment === undefined ? Number.NaN : Date.now() - moment.getTime()
  return age >= 0 && age <= Number(days) * DAY
}

type Meets = (value: unknown, wanted: unknown, record: Readonly<Record<string, unknown>>) => boolean

const meetsNot: Meets = (value, refused, record) => {
  if (!isValues(refused)) return !isOneOf(value, refused)
  if ('pattern' in refused) return !isMatch(value, refused['pattern'])
  const other = record[String(refused['field'])]
  return isPresent(value) && isPresent(other) && value !== other
}

/** How each comparison is made. */
export const comparisons: Readonly<Record<keyof Comparison<unknown>, Meets>> = {
  not: meetsNot,
  exists: (value, wanted) => isPresent(value) === wanted,
  structured: (value, wanted) => isValues(value) === wanted,
  pattern: isMatch,
  withinDays: isWithin,
}

const isComparison = (name: string): name is keyof Comparison<unknown> => Object.hasOwn(comparisons, name)

const meets = (value: unknown, condition: Condition<unknown>, record: Readonly<Record<string, unknown>>): boolean =>
  isValues(condition)
    ? Object.entries(condition).every(
        ([name, wanted]) => isComparison(name) && comparisons[name](value, wanted, record),
      )
    : isOneOf(value, condition)

/** True when the record meets the predicate. A missing predicate is always met. */
export const holds = (predicate: Predicate | undefined, record: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(predicate ?? {}).every(([field, condition]) => meets(record[field], condition, record))

/** The values that a condition allows, where it lists them. */
const listed = (condition: unknown): readonly unknown[] | undefined =>
  isValues(condition) ? undefined : [condition].flat()

/** True when no record meets both predicates, because they name other values of one field. */
export const areExclusive = (one: Predicate, other: Predicate): boolean =>
  Object.entries(one).some(([field, condition]) => {
    const [own, others] = [listed(condition), listed(other[field])]
    return field in other && own !== undefined && others !== undefined && !own.some((value) => others.includes(value))
  })

export const fieldsOfPredicate = (predicate: Predicate | undefined): readonly string[] =>
  Object.entries(predicate ?? {}).flatMap(([field, condition]) => {
    const refused = isValues(condition) ? condition['not'] : undefined
    return isValues(refused) && 'field' in refused ? [field, String(refused['field'])] : [field]
  })
