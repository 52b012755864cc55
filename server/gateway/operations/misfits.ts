import { coerce } from '../../../language/coerceRecord.ts'
import { jsonTypeOf } from '../../../language/unreadable.ts'
import type { FieldSchema, Pointer } from '../../../language/schema.ts'

type Declared = Exclude<FieldSchema, boolean>

/** The declared types of a value in words: 'string or null'. */
export const typeText = ({ type }: Declared = {}): string =>
  type === undefined ? 'any value' : [type].flat().join(' or ')

const isOneOf = (seen: string, type: NonNullable<Declared['type']>): boolean =>
  typeof type === 'string' ? type === seen : type.some((each) => each === seen)

/** True when a value, in one of the forms that its declaration allows, has a declared type. */
export function isDeclaredType(value: unknown, declared: Declared): boolean {
  const { coerce: to, default: otherwise } = declared
  if (value === undefined || (value === null && otherwise !== undefined)) return true
  const seen = jsonTypeOf(to === undefined || value === null ? value : coerce(value, to, declared))
  const { type } = declared
  return type === undefined || isOneOf(seen, type) || (seen === 'integer' && isOneOf('number', type))
}

/** A place of an answer that does not fit its declaration: the types, never the value. */
export interface Misfit {
  /** Pointer into the whole answer; `*` is any item of an array, and any name that may be data. */
  readonly path: string
  readonly expected: string
  readonly seen: string
  /** How many values of one answer. */
  readonly count: number
}

/** That an answer has not what is declared at a place of its own. */
export const misfitAt = (place: Pointer, expected: string, value: unknown): Misfit => ({
  path: place,
  expected,
  seen: value === undefined ? 'missing' : jsonTypeOf(value),
  count: 1,
})

/** A key of an object may be an id or a name of a customer; only what looks like the name of a field is shown. */
const stepName = (name: string): string => (/^[a-z_][a-z_-]{0,39}\d{0,2}$/i.test(name) ? name : '*')

/** Notes the misfits of one answer by their places, while it is walked through. */
export function createMisfits() {
  const steps: string[] = []
  const found = new Map<string, Misfit>()
  return {
    /** Does the work with what is one step below. */
    below<T>(this: void, step: string, work: () => T): T {
      steps.push(step)
      const result = work()
      steps.pop()
      return result
    },
    /** Counts a misfit here, or at a name below. */
    note(this: void, expected: string, seen: string, ...name: readonly string[]): void {
      const path = [...steps, ...name].map((step) => `/${stepName(step)}`).join('')
      const key = `${path} ${expected} ${seen}`
      found.set(key, { path, expected, seen, count: (found.get(key)?.count ?? 0) + 1 })
    },
    all: (): readonly Misfit[] => [...found.values()],
  }
}
