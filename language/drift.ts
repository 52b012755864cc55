/** What is expected in a place that no definition names. */
export const UNDECLARED = 'undeclared'

/** One place of an operation's answers that did not fit its declaration. It has types, never a value. */
export interface DriftEntry {
  readonly operation: string
  /** Pointer into the answer; `*` is any item of an array, and any name that may be data. */
  readonly path: string
  readonly expected: string
  readonly seen: string
  readonly count: number
  /** UTC milliseconds. */
  readonly firstSeen: number
  readonly lastSeen: number
}

/** True for a value that no definition names; it is dropped, and no screen lacks it. */
export const isUndeclared = ({ expected }: DriftEntry): boolean => expected === UNDECLARED
