import type { JSONSchema } from 'json-schema-to-ts'
import { RECORD_ID } from './recordId.ts'
import { count, flag, list, object, oneOf, orNull, text, textOrNull, type WireOf } from './wire.ts'

/**
 * The state of a record that people take turns on: one person works on it, has finished it, has put it off, or has decided
 * a part of it and more is left (`later`). A claim that was given back has no state.
 */
const claimStates = ['held', 'done', 'skipped', 'later'] as const
export type ClaimState = (typeof claimStates)[number]

/** How a person came to hold a record: they claimed it, got it from a colleague, or took it over from one. */
const claimWays = ['claimed', 'handed', 'taken'] as const
export type ClaimWay = (typeof claimWays)[number]

/** What a person does about records: the way in, and the ways out. */
const claimChanges = ['claim', 'take', 'hand', 'done', 'skip', 'later', 'release'] as const
export type ClaimChange = (typeof claimChanges)[number]

/**
 * A record that someone works on or has finished today, or that this person has skipped, put back, or held until their claim
 * `expired` today.
 */
const claim = object({
  id: text,
  userId: count,
  name: text,
  state: oneOf([...claimStates, 'expired']),
  way: oneOf(claimWays),
  /** Who held it before, for a record that was handed or taken over. */
  before: textOrNull,
  /** It was this person's before, who has not handed it on: the gateway refuses what they do with it. */
  isLost: flag,
  /** What was left to decide when it was finished, part by part; null where that is not known. */
  left: orNull(list(text)),
  /** UTC milliseconds. */
  changedAt: count,
  expiresAt: count,
  /** Its holder has kept it for longer since they got it, as they do when they open a record that was handed to them. */
  isRenewed: flag,
})
export type Claim = WireOf<typeof claim>

/** The claims of a resource, as one person sees them. */
export const claimList = object({
  userId: count,
  /** The record that a change was about; for `claim`, the one that was free. */
  changed: textOrNull,
  claims: list(claim),
  /** The person may change such records, and so take turns on them. */
  mayWork: flag,
  colleagues: list(object({ userId: count, name: text })),
  /** What others than the person have changed of late: the record, and the number of its newest change. */
  changes: list(object({ id: text, seq: count })),
})
export type ClaimList = WireOf<typeof claimList>

/** The most records of which one request claims the first free one. */
const MOST_CLAIMABLE = 500

const MOST_LEFT = 200

/** A part of what is left: its id, or a word for it. */
const LEFT = /^[A-Za-z0-9_.:~-]{1,120}$/

/** True for parts of what is left that a claim can keep. */
export const isLeft = (parts: readonly string[]): boolean =>
  parts.length <= MOST_LEFT && parts.every((part) => LEFT.test(part))

/**
 * The body of a change: the first free one of several records for `claim`, and one record for all others. `left` is what
 * is left to decide about a record that is done.
 */
export const claimBody = {
  type: 'object',
  properties: {
    change: { enum: claimChanges },
    ids: {
      type: 'array',
      minItems: 1,
      maxItems: MOST_CLAIMABLE,
      items: { type: 'string', minLength: 1, maxLength: 200, pattern: RECORD_ID.source },
    },
    to: { type: 'integer', minimum: 1 },
    left: { type: 'array', maxItems: MOST_LEFT, items: { type: 'string', pattern: LEFT.source } },
  },
  required: ['change', 'ids'],
  additionalProperties: false,
} as const satisfies JSONSchema
