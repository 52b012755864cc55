import { count, list, object, text, type WireOf } from './wire.ts'

/** What is expected in a place that no definition names. */
export const UNDECLARED = 'undeclared'

/** One place of an operation's answers that did not fit its declaration. It has types, never a value. */
const entry = object({
  operation: text,
  /** Pointer into the answer; `*` is any item of an array, and any name that may be data. */
  path: text,
  expected: text,
  seen: text,
  count,
  /** UTC milliseconds. */
  firstSeen: count,
  lastSeen: count,
})
export type DriftEntry = WireOf<typeof entry>

export const driftList = object({ entries: list(entry) })

/** True for a value that no definition names; it is dropped, and no screen lacks it. */
export const isUndeclared = ({ expected }: DriftEntry): boolean => expected === UNDECLARED
