import type { JSONSchema } from 'json-schema-to-ts'
import type { Evidence } from './evidence.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * The states of an action that needs a second person. `waiting` for one; `sending`: on its way. The others are final:
 * `approved` and done, `failed` because the service refused it, `unknown` when its outcome is; `rejected` by the second
 * person, `withdrawn` by the first, `expired`, and `cancelled` because the first person is no longer staff.
 */
export const approvalStates = [
  'waiting',
  'sending',
  'approved',
  'failed',
  'unknown',
  'rejected',
  'withdrawn',
  'expired',
  'cancelled',
] as const

/** The state of an approval. */
export type ApprovalState = (typeof approvalStates)[number]

/** One approval in a list. Moments are ISO 8601 in UTC. */
export interface ApprovalRow {
  readonly id: string
  /** `accounts.close` */
  readonly operation: string
  /** What is requested, in a sentence. */
  readonly title: string
  /** The id of the record itself, which may be one inside the `subject`; null for a form. */
  readonly recordId: string | null
  /** What a form goes by, in lower case: another request of the form about it waits; null for an action. */
  readonly about: string | null
  /** The record that it is about; null where a form is about none that is known. */
  readonly subject: { readonly resource: string; readonly id: string } | null
  readonly state: ApprovalState
  /** The e-mail of the first person. */
  readonly requester: string
  readonly isOwn: boolean
  readonly requestedAt: string
  readonly expiresAt: string
  /** The e-mail of the person who decided; empty while it waits. */
  readonly decider: string
  readonly decidedAt: string | null
  readonly comment: string
  /** What the service said to it. */
  readonly message: string
}

/** An approval with everything that the second person decides by. */
export interface ApprovalDetail extends ApprovalRow {
  /** What the first person filled in, by the names of the inputs, with masked values as masked. */
  readonly inputs: Values
  readonly evidence: Evidence | null
  /** The record as the first person saw it; null for a form. */
  readonly seen: Values | null
  /** The record as it is now; null for a form, and where it can't be read. */
  readonly record: Values | null
  /** The version of the record as it is now, which an approval names. */
  readonly version: string | null
  /** Why the record can't be shown; empty otherwise. */
  readonly problem: string
}

/** A page of approvals, newest first. `next` is the value of `before` for the following page. */
export interface ApprovalPage {
  readonly rows: readonly ApprovalRow[]
  readonly next: string | null
}

/** The approvals that a page shows: those to decide, the person's own, and all that are over. */
export const approvalViews = ['review', 'mine', 'history'] as const

/** One of them. */
export type ApprovalView = (typeof approvalViews)[number]

const text = { type: 'string', maxLength: 256 } as const
const comment = { type: 'string', maxLength: 1000 } as const

/** JSON Schemas of the bodies of the requests about approvals. */
export const approvalBodies = {
  list: {
    type: 'object',
    additionalProperties: false,
    required: ['view'],
    properties: {
      view: { enum: approvalViews },
      operation: text,
      person: text,
      record: text,
      before: { type: 'string', pattern: '^[0-9TZ:.-]{1,32}$' },
    },
  },
  approve: {
    type: 'object',
    additionalProperties: false,
    properties: { comment, outcomeChecked: { const: true } },
  },
  reject: {
    type: 'object',
    additionalProperties: false,
    required: ['comment'],
    properties: { comment: { ...comment, minLength: 1, pattern: '\\S' } },
  },
  withdraw: { type: 'object', additionalProperties: false, properties: {} },
} as const satisfies Readonly<Record<string, JSONSchema>>
