import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Operation } from '../../../language/operations.ts'
import { actorOf, auditInput, ownSubjectOf, reasonOf, redactEvidence, targetOf } from './auditEntries.ts'
import { failWith, GatewayError } from '../core/errors.ts'
import { type CheckedRequest, sentRequest } from '../operations/checkedRequest.ts'
import type { RecordEvent } from '../../store/audit.ts'
import {
  type AuditApproval,
  type AuditEvent,
  type AuditIntent,
  type AuditOutcome,
  type AuditSubject,
  INTENT_VERSION,
} from '../../store/auditRecord.ts'
import type { ChangedTables, Store } from '../../store/openStore.ts'
import { hashId } from '../../store/seal.ts'
import type { Session } from '../../store/sessions.ts'

/** Rejects where the trail cannot be read: for `.catch()`. */
export const unreadable = failWith('AUDIT_UNAVAILABLE', { message: 'The audit trail cannot be read. Try again.' })

/** A request together with the session it was made in. */
export interface StaffRequest {
  readonly session: Session
  readonly requestId: string
  readonly ip: string
  readonly log: FastifyBaseLogger
  /** Set where the gateway acts by itself on behalf of the session's member of staff. */
  readonly actorType?: 'automation'
}

export const staffRequest = (request: FastifyRequest, session: Session): StaffRequest => ({
  session,
  requestId: request.id,
  ip: request.ip,
  log: request.log,
})

/** The facts of a file in the audit trail (S-36), without its name, which is a person's own words. */
export interface FileFacts {
  readonly bytes: number
  /** Media type by its content. */
  readonly type: string
  /** SHA-256 in hexadecimal digits. */
  readonly sha256: string
}

/** An uploaded file as it came and as it is sent on. */
export interface UploadFacts {
  readonly original: FileFacts
  readonly forwarded: FileFacts
}

export interface AuditedOperation {
  readonly operation: Operation
  readonly checked: CheckedRequest
  readonly staff: StaffRequest
  readonly idempotencyKey: string | null
  /** The record that the operation is about, where its values do not name it. */
  readonly subject?: AuditSubject | undefined
  readonly files?: readonly UploadFacts[] | undefined
  /** The person has confirmed to have checked the outcome of the same earlier request. */
  readonly isChecked?: boolean
  /** The browser says that the file is only shown. */
  readonly isShown?: boolean
  /** The request that this person has approved. */
  readonly approval?: AuditApproval | undefined
  /** The record as the trail keeps it. */
  readonly before?: AuditIntent['before']
}

/** The request behind a change, whose reason is that of the change. */
const withoutReason = ({ reason: _reason, ...approval }: AuditApproval): AuditApproval => approval

function intentOf({ audit }: Store, auditedOperation: AuditedOperation): AuditIntent {
  const {
    operation,
    checked,
    staff,
    idempotencyKey,
    files = [],
    isChecked,
    isShown,
    approval,
    before,
  } = auditedOperation
  const [file, ...more] = files
  const subject = auditedOperation.subject ?? ownSubjectOf(operation, checked)
  return {
    operation: operation.id,
    resource: operation.resource,
    target: targetOf(operation, checked, audit),
    ...(subject === undefined ? {} : { subject }),
    actor: actorOf(staff.session.data, staff.actorType),
    sessionHash: hashId(staff.session.id),
    requestId: staff.requestId,
    idempotencyKey,
    ip: staff.ip,
    input: {
      ...auditInput(operation, sentRequest(operation, checked), audit),
      ...(file === undefined ? {} : more.length === 0 ? { file } : { files }),
    },
    reason: reasonOf(operation, checked) ?? approval?.reason ?? null,
    ...(checked.evidence === undefined ? {} : { evidence: redactEvidence(checked.evidence) }),
    ...(before === undefined ? {} : { before }),
    version: INTENT_VERSION,
    ...(approval === undefined ? {} : { approval: withoutReason(approval) }),
    ...(isChecked === true ? { outcomeChecked: true as const } : {}),
    ...(isShown === true ? { isShown: true as const } : {}),
  }
}

/** Records an intent before the call. Nothing may be sent unless this resolves. @throws GatewayError AUDIT_UNAVAILABLE */
export async function recordIntent(store: Store, auditedOperation: AuditedOperation): Promise<number> {
  try {
    return await store.audit.intent(intentOf(store, auditedOperation))
  } catch (cause) {
    auditedOperation.staff.log.error({ err: cause }, 'audit intent failed')
    throw new GatewayError('AUDIT_UNAVAILABLE', { cause })
  }
}

/**
 * Records the outcome of an intent. The upstream has been called, so a failing trail does not change the answer: the
 * open intent remains as proof and is closed as `unknown` later.
 *
 * @returns the number of the outcome; `undefined` where it could not be recorded
 */
export async function recordOutcome(
  store: Store,
  { log }: StaffRequest,
  seq: number,
  outcome: AuditOutcome,
): Promise<number | undefined> {
  try {
    return await store.audit.outcome(seq, outcome)
  } catch (error) {
    log.error({ err: error, intent: seq }, 'audit outcome failed')
    return undefined
  }
}

/** An event of a session, as the trail has it. @param subject as for `recordEvent` */
export function eventOf(
  operation: string,
  { session, requestId, ip, actorType }: StaffRequest,
  details: Record<string, unknown>,
  subject?: AuditSubject,
): AuditEvent {
  const actor = actorOf(session.data, actorType)
  const about = subject === undefined ? {} : { subject }
  return { operation, actor, requestId, ip, sessionHash: hashId(session.id), ...about, details }
}

/**
 * Makes a change of the store and records it in one transaction: both happen, or neither.
 *
 * @throws GatewayError STORE_UNAVAILABLE, and those of the work
 */
export const changeOnRecord = <T>(
  { change }: Pick<Store, 'change'>,
  work: (tables: ChangedTables, record: RecordEvent) => Promise<T>,
): Promise<T> =>
  change(work).catch((error: unknown): never => {
    if (error instanceof GatewayError) throw error
    return failWith('STORE_UNAVAILABLE')(error)
  })

/**
 * Records an event of a session that changes nothing upstream.
 *
 * @param subject the record of the event, where the target in the details does not name it
 * @throws GatewayError AUDIT_UNAVAILABLE
 */
export async function recordEvent(
  store: Store,
  operation: string,
  staff: StaffRequest,
  details: Record<string, unknown>,
  subject?: AuditSubject,
): Promise<void> {
  try {
    await store.audit.event(eventOf(operation, staff, details, subject))
  } catch (cause) {
    staff.log.error({ err: cause }, 'audit event failed')
    throw new GatewayError('AUDIT_UNAVAILABLE', { cause })
  }
}

/** Records an attempt that the gateway refuses before anything is sent. @throws GatewayError AUDIT_UNAVAILABLE */
export const recordRefusal = (
  store: Store,
  {
    operation,
    checked,
    staff,
    subject,
    approval,
  }: Pick<AuditedOperation, 'operation' | 'checked' | 'staff' | 'subject' | 'approval'>,
  details: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const target = targetOf(operation, checked, store.audit)
  const asked = approval && { approval: approval.id, requestedBy: approval.requestedBy }
  return recordEvent(store, operation.id, staff, { result: 'refused', ...details, ...asked, target }, subject)
}
