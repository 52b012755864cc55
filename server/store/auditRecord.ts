import type { Evidence } from '../../language/evidence.ts'
import type { Finding } from '../../language/settlement.ts'

/** The version of new intents; older ones are read by their version and never rewritten. */
export const INTENT_VERSION = 2

/** The actor, from the session and never from the request. */
export interface AuditActor {
  userId: number
  email: string
  role: string
  /** Set where the gateway acted by itself on this person's behalf (obligation R1). */
  actorType?: 'automation'
}

/** The record that an entry is about, where the target is nested in it: an account, for one of its documents. */
export interface AuditSubject {
  resource: string
  id: string
}

/** The request behind a change that a second person has approved. */
export interface AuditApproval {
  id: string
  requestedBy: AuditActor
  /** UTC milliseconds. */
  requestedAt: number
  /** The second person's comment; empty when they gave none. */
  comment: string
  /** Why the first person requested it, where the action itself asks for no reason: recorded as the reason of the intent. */
  reason?: string
}

/** A mutation before it is sent. `input` has digests in place of personal data. */
export interface AuditIntent {
  /** `{resource}.{action}` */
  operation: string
  resource: string
  /** The record's id, or null when there is none yet. */
  target: string | null
  /** Verified by the gateway, never the browser's claim only. */
  subject?: AuditSubject
  actor: AuditActor
  /** SHA-256 of the session id. */
  sessionHash: string
  requestId: string
  idempotencyKey: string | null
  ip: string
  input: Record<string, unknown>
  /** As typed; in records without a version the evidence is part of it. */
  reason: string | null
  /** The evidence that the person relied on, where the action takes it. */
  evidence?: Evidence
  /** The record as it was, its plain fields with personal ones masked; null where the change makes it, absent if unread. */
  before?: Readonly<Record<string, unknown>> | null
  /** Absent in records from before evidence became fields. */
  version?: typeof INTENT_VERSION
  /** Set where a second person approved what a first one had requested: the actor is the second (U9). */
  approval?: AuditApproval
  /** Set when the person confirmed to have checked the outcome of the same earlier request (decision 19). */
  outcomeChecked?: true
  /** Set where the browser says that a file is only shown, not saved. */
  isShown?: true
}

/** The outcome of an intent; `unknown` when the upstream may or may not have applied it. */
export interface AuditOutcome {
  result: 'ok' | 'refused' | 'failed' | 'unknown'
  /** The HTTP status of the upstream, or null when it gave none. */
  status: number | null
  latencyMs: number
  /** The code of the failure. */
  message: string | null
  /** Why the service refused, as the person read it: its own words, redacted, at most 300 characters. */
  said?: string
  /** The service's reference to the result, such as the id of a stored document. */
  reference?: string
  /** The record after a change that succeeded, where values were sent for its fields or answered: with those. */
  after?: Readonly<Record<string, unknown>>
  /** The masked fields of `after` whose values are others than before. */
  maskedChanges?: readonly string[]
}

/** An event without an upstream mutation: sign-in, sign-out, a refused attempt, an export. */
export interface AuditEvent {
  operation: string
  actor: AuditActor | null
  requestId: string
  ip: string
  sessionHash: string | null
  subject?: AuditSubject
  details: Record<string, unknown>
}

/**
 * The event of a record that was read again after its change: `books.recordAfter`. Its details refer to the change.
 */
export const RECORD_AFTER = 'recordAfter'

/** What a record was after a change, or why that is not known. */
export interface RecordAfter {
  /** The numbers of the change in the trail. */
  intent: number
  outcome: number
  result: 'ok' | 'failed'
  /** As `before` of the intent; null where the record no longer exists, absent where it could not be read. */
  after?: Readonly<Record<string, unknown>> | null
  /** The masked fields of `after` whose values are others than before; absent in older records and where it is gone. */
  maskedChanges?: readonly string[]
  /** The code of the failure. */
  message?: string
}

/** The event by which a person settles an outcome that was unknown: `books.outcomeSettled`. Its details refer to the entry. */
export const OUTCOME_SETTLED = 'outcomeSettled'

/** What a person found out about an entry with an unknown outcome. */
export interface OutcomeSettled {
  result: 'ok'
  /** The number of the entry in the trail, and its operation. */
  entry: number
  action: string
  finding: Finding
  /** How they know it, without personal data. */
  reason: string
}

/** The content of a record; `ts` is UTC milliseconds by the gateway's clock, and the order is that of `seq`. */
export type AuditBody =
  | ({ phase: 'intent'; ts: number } & AuditIntent)
  | ({ phase: 'outcome'; ts: number; intentSeq: number } & AuditOutcome)
  | ({ phase: 'event'; ts: number } & AuditEvent)

/** A record with its place in the chain; `prev` and `hash` are HMAC-SHA256 in hex. */
export type AuditRecord = AuditBody & { seq: number; prev: string; hash: string }

/** The subject in the form of its column: `books/4108`. No resource has a slash in its name. */
export const subjectKey = ({ resource, id }: AuditSubject): string => `${resource}/${id}`

/** The id that a target names: `3` of `id=3&user__id=9107`. */
const idIn = (target: unknown): string | undefined =>
  typeof target === 'string' ? /(?:^|&)id=([^&]+)/.exec(target)?.[1] : undefined

/**
 * The subject of a record in the form of its column: the subject itself, or else the target, so that older records
 * without subjects are found too. An outcome is found by its intent.
 */
export function subjectKeyOf(body: AuditBody): string | null {
  if (body.phase === 'outcome') return null
  if (body.subject !== undefined) return subjectKey(body.subject)
  const isIntent = body.phase === 'intent'
  const id = idIn(isIntent ? body.target : body.details['target'])
  const [named = ''] = body.operation.split('.')
  return id === undefined ? null : subjectKey({ resource: isIntent ? body.resource : named, id })
}
