import type { Evidence } from '../../language/evidence.ts'

/** Which form new intents have; older ones are read by it and never rewritten. */
export const INTENT_VERSION = 2

/** Who acted, as the gateway knows it from the session, never from the request. */
export interface AuditActor {
  userId: number
  email: string
  role: string
  /** Set where the gateway went on by itself on this person's behalf; a person's own doing otherwise (obligation R1). */
  actorType?: 'automation'
}

/** The record that something is about, where the target is only a part of it: an account, for one of its documents. */
export interface AuditSubject {
  resource: string
  id: string
}

/** A mutation about to be sent. `input` is free of personal data: the caller replaces it by digests. */
export interface AuditIntent {
  /** `{resource}.{action}` */
  operation: string
  resource: string
  /** The record's id, or null when there is none yet. */
  target: string | null
  /** Verified by the gateway, never taken from the browser alone. */
  subject?: AuditSubject
  actor: AuditActor
  /** SHA-256 of the session id. */
  sessionHash: string
  requestId: string
  idempotencyKey: string | null
  ip: string
  input: Record<string, unknown>
  /** As it was typed; in records without a version the evidence is part of it. */
  reason: string | null
  /** What the person relied on, where the action takes that. */
  evidence?: Evidence
  /** Absent in records from before evidence became fields. */
  version?: typeof INTENT_VERSION
  /** Set where the person said to have checked what came of the same wish, sent before (decision 19). */
  outcomeChecked?: true
}

/** How an intent ended; `unknown` when nobody can say whether the upstream applied it. */
export interface AuditOutcome {
  result: 'ok' | 'refused' | 'failed' | 'unknown'
  /** The HTTP status of the upstream, or null when it gave none. */
  status: number | null
  latencyMs: number
  message: string | null
  /** What the service calls what came of it: the id of a stored document. */
  reference?: string
}

/** Something that happened without an upstream mutation: sign-in, sign-out, a refused attempt, an export. */
export interface AuditEvent {
  operation: string
  actor: AuditActor | null
  requestId: string
  ip: string
  sessionHash: string | null
  subject?: AuditSubject
  details: Record<string, unknown>
}

/** What a record says; `ts` is UTC milliseconds by the gateway's clock, while the order is that of `seq`. */
export type AuditBody =
  | ({ phase: 'intent'; ts: number } & AuditIntent)
  | ({ phase: 'outcome'; ts: number; intentSeq: number } & AuditOutcome)
  | ({ phase: 'event'; ts: number } & AuditEvent)

/** A record with its place in the chain; `prev` and `hash` are HMAC-SHA256 in hex. */
export type AuditRecord = AuditBody & { seq: number; prev: string; hash: string }

/** The subject as its column holds it: `books/4108`. No resource has a slash in its name. */
export const subjectKey = ({ resource, id }: AuditSubject): string => `${resource}/${id}`

/** The id that a target names: `3` of `id=3&user__id=9107`. */
const idIn = (target: unknown): string | undefined =>
  typeof target === 'string' ? /(?:^|&)id=([^&]+)/.exec(target)?.[1] : undefined

/**
 * The record that a record of the trail is about, as its column holds it: its subject, or else the target itself, so
 * that what was written before there were subjects is found too. An outcome is found by its intent.
 */
export function subjectKeyOf(body: AuditBody): string | null {
  if (body.phase === 'outcome') return null
  if (body.subject !== undefined) return subjectKey(body.subject)
  const isIntent = body.phase === 'intent'
  const id = idIn(isIntent ? body.target : body.details['target'])
  const [named = ''] = body.operation.split('.')
  return id === undefined ? null : subjectKey({ resource: isIntent ? body.resource : named, id })
}
