import { VISIBLE } from './plainText.ts'
import type { JSONSchema } from 'json-schema-to-ts'
import { evidence } from './evidence.ts'
import { count, flag, list, moment, object, oneOf, orNull, text, textOrNull, values, type WireOf } from './wire.ts'

/**
 * The states of an action that needs a second person. `waiting` for one; `sending`: on its way. The others are final:
 * `approved` and done, `failed` because the service refused it, `unknown` when its outcome is; `rejected` by the second
 * person, `withdrawn` by the first, `expired`, and `cancelled` because the first person is no longer staff.
 */
const approvalStates = [
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

export type ApprovalState = (typeof approvalStates)[number]

/** What one approval has in a list. Moments are ISO 8601 in UTC. */
const row = {
  id: text,
  /** `accounts.close` */
  operation: text,
  /** What is requested, in a sentence. */
  title: text,
  /** The id of the record itself, which may be one inside the `subject`; null where a form is about none that is known. */
  recordId: textOrNull,
  /** What a form goes by, in lower case: another request of the form about it waits; null for an action. */
  about: textOrNull,
  /** The record that it is about; null where a form is about none that is known. */
  subject: orNull(object({ resource: text, id: text })),
  state: oneOf(approvalStates),
  /** The name of the first person, or their e-mail where it is not known. */
  requester: text,
  isOwn: flag,
  requestedAt: moment,
  expiresAt: moment,
  /** The same of the person who decided; empty while it waits. */
  decider: text,
  decidedAt: textOrNull,
  comment: text,
  /** What the service said to it. */
  message: text,
  /**
   * Why it can't be approved: the record can't be shown, is one where there was none, or a rule refuses it; else empty. It is
   * looked up for one approval and for those of one record, and empty in other lists.
   */
  problem: text,
  /** The first person has dismissed how it ended. */
  isDismissed: flag,
  /** The values of what the first person relied on, such as ids of documents. */
  reliedOn: list(text),
}
const approvalRow = object(row)
export type ApprovalRow = WireOf<typeof approvalRow>

/** An approval with everything that the second person decides by. */
export const approvalDetail = object({
  ...row,
  /** Why it is requested, where the action itself asks for no reason; else empty. */
  reason: text,
  /** What the first person filled in, by the names of the inputs, with masked values as masked. */
  inputs: values,
  evidence: orNull(evidence),
  /**
   * The record as the first person saw it, with masked values as masked; of a form, the one that it is about, with the
   * values that the form would replace by their places in the detail, as far as they could be read.
   */
  seen: orNull(values),
  /** The record as it is now, for a form the one that it would be about now; null where it can't be read. */
  record: orNull(values),
  /** The version of the record as it is now, which an approval names. */
  version: textOrNull,
  /** What else has changed since the request of what it relies on, in words: 'Photo: taken → rejected'. */
  changes: list(text),
})
export type ApprovalDetail = WireOf<typeof approvalDetail>

/** A page of approvals, newest first. `next` is the value of `before` for the following page. */
export const approvalPage = object({ rows: list(approvalRow), next: textOrNull })
export type ApprovalPage = WireOf<typeof approvalPage>

export const approvalCount = object({ count })

/** The approvals that a page shows: those to decide, the person's own, and all that are over. */
export const approvalViews = ['review', 'mine', 'history'] as const

export type ApprovalView = (typeof approvalViews)[number]

const searched = { type: 'string', maxLength: 256 } as const
const comment = { type: 'string', maxLength: 1000 } as const

export const approvalBodies = {
  list: {
    type: 'object',
    additionalProperties: false,
    required: ['view'],
    properties: {
      view: { enum: approvalViews },
      operation: searched,
      person: searched,
      record: searched,
      /** The records that go by what is searched: `accounts/4108`. */
      subjects: { type: 'array', maxItems: 20, items: searched },
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
    properties: { comment: { ...comment, pattern: VISIBLE } },
  },
  withdraw: { type: 'object', additionalProperties: false, properties: {} },
} as const satisfies Readonly<Record<string, JSONSchema>>
