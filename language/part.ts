import type { Pointer } from './schema.ts'
import type { Predicate } from './predicate.ts'

/** Where the state of a record sits and since when it holds: what a clock on the screen runs from. */
export interface Clock {
  /** The first of these that has a value is the state (D-70). */
  readonly path: readonly Pointer[]
  /** When the state began, as the service says it. */
  readonly since?: Pointer
  /** Only records that are so have a clock. */
  readonly when?: Predicate
}

/**
 * Says that a definition's records are items of another resource's detail, or of one of its reads. Their actions are operations like all
 * others; they have no list call, no address and no menu entry of their own.
 */
export interface PartOf {
  readonly resource: string
  /** The read of that resource that brings the records; its detail by default. */
  readonly read?: string
  /** The array inside the answer. */
  readonly path: Pointer
  /** The field that identifies an item; `id` by default. */
  readonly key?: string
  /** Places of the answer outside the array that may hold the key of a further item, to be downloaded and no more. */
  readonly files?: readonly Pointer[]
  /** Fields taken from the record of the page: the name here, and the field there. */
  readonly include?: Readonly<Record<string, string>>
  /**
   * Where `since` is missing, the gateway adds when this console first saw the state, as `first_seen_at` (ISO 8601).
   */
  readonly clock?: Clock
}
