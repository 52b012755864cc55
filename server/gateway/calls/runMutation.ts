import type { ErrorCode } from '../../../language/errorCode.ts'
import { unclearAnswers } from '../../../language/answer.ts'
import { recordState, recordStateAfter, stateAfter } from '../audit/recordState.ts'
import { isCreation } from '../../../language/changedRecord.ts'
import type { Operation } from '../../../language/operations.ts'
import { valueAt, type Values } from '../../../language/pointer.ts'
import { lockOf, ownSubjectOf } from '../audit/auditEntries.ts'
import { recordIntent, recordOutcome } from '../audit/auditTrail.ts'
import type { KnownRecord } from './currentRecord.ts'
import { callForJson } from './sendCall.ts'
import type { OperationCall } from './operationCall.ts'
import { type Answer, answerOf, failWith, GatewayError } from '../core/errors.ts'
import type { GatewayContext } from '../core/gatewayContext.ts'
import { jsonOf } from '../core/json.ts'
import type { AuditIntent, AuditOutcome, AuditSubject } from '../../store/auditRecord.ts'
import type { IdempotencyClaim, IdempotencyRequest, UnknownOutcome } from '../../store/idempotency.ts'
import type { Store } from '../../store/openStore.ts'
import { canonicalJson } from '../../store/seal.ts'

/**
 * True when a repeated request is refused while the outcome of the first is unknown (decision 19). The outcome of an
 * action shows in its record; a form has no record, and another person may fill it in again.
 */
export const isRepeatGuarded = ({ definition }: Operation): boolean => definition.kind === 'form'

const MINUTE_MS = 60_000

function agoText(ageMs: number): string {
  const minutes = Math.floor(ageMs / MINUTE_MS)
  if (minutes < 1) return 'less than a minute ago'
  if (minutes < 60) return minutes === 1 ? '1 minute ago' : `${minutes} minutes ago`
  const hours = Math.floor(minutes / 60)
  return hours === 1 ? '1 hour ago' : `${hours} hours ago`
}

/** The refusal of a request that was sent before. @param userId the user id of the person who repeats it */
function unknownOutcomeError(
  claim: Extract<IdempotencyClaim, { state: 'unknown-outcome' }>,
  userId: number,
): GatewayError {
  const who = claim.userId === userId ? 'by you' : 'by someone else'
  const before = `The same request was sent ${agoText(claim.ageMs)} ${who}`
  return claim.unknownOutcome === 'untold'
    ? new GatewayError('SENT_BEFORE', { message: `${before}, and it was done. Nothing was sent now.` })
    : new GatewayError('IN_DOUBT', {
        message: `${before}, but its outcome is unknown. Nothing was sent now: check first.`,
      })
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** What is known of a change once it may be made. */
export interface Admitted {
  /** The record that the change is about, where its values do not name it. */
  readonly subject: AuditSubject | undefined
  /** The whole record to send, for a change that replaces it. */
  readonly whole: OperationCall['whole']
  readonly ifMatch: OperationCall['ifMatch']
  readonly known: KnownRecord | undefined
  /** True for a form that is about no record, as its list says. */
  readonly isAboutNone?: boolean
  /** What the title of a request for approval has in place of the record's values. */
  readonly titleValues?: Values
  /** Who has changed the record in this console since it was compared. */
  readonly changedBy?: () => Promise<GatewayError['changed']>
}

/** A permitted change under its Idempotency-Key. */
type KeyedCall = OperationCall & {
  readonly idempotencyKey: string
  /** Called once the key is claimed. When it rejects, nothing is recorded or sent. */
  readonly admit?: () => Promise<Admitted>
  /** The person has confirmed to have checked the outcome of the same earlier request. */
  readonly isChecked?: boolean
  /** Called once the intent is durable: from then on the change may have been sent. */
  readonly onRecorded?: () => void
  /** Fires when the browser disconnects. The change is completed nevertheless. */
  readonly left?: AbortSignal
}

/** Failures after which nothing has happened upstream and the same request may be sent again under its key. */
const harmless: readonly ErrorCode[] = [
  'SESSION_OVER',
  'RATE_LIMITED',
  'UPSTREAM_UNAVAILABLE',
  'UPSTREAM_CREDENTIAL',
  'NOT_CONFIGURED',
]

function requestOf({ audit }: Store, call: KeyedCall): IdempotencyRequest {
  const { prepared, checked, staff, idempotencyKey, files = [], isChecked } = call
  const { operation } = prepared
  const digests = files.map(({ original }) => original.sha256)
  const asked = digests.length === 0 ? checked : { ...checked, file: digests.join(' ') }
  const requestHash = audit.digest(canonicalJson(asked))
  const isAsked = isRepeatGuarded(operation)
  return {
    userId: staff.session.data.userId,
    operation: operation.id,
    key: idempotencyKey,
    requestHash,
    target: lockOf(operation, checked, audit) ?? (isAsked ? requestHash : null),
    ...(isAsked ? { onUnknownOutcome: isChecked === true ? 'checked' : 'ask' } : {}),
  }
}

/** The stored answer of the same earlier request; `undefined` when this call has claimed the key. */
async function claim({ idempotency }: Store, request: IdempotencyRequest): Promise<Answer | undefined> {
  const claimed = await idempotency.claim(request).catch(failWith('AUDIT_UNAVAILABLE'))
  switch (claimed.state) {
    case 'claimed':
      return undefined
    case 'replay':
      return { status: claimed.status, body: jsonOf(claimed.body) }
    case 'in-flight':
      throw new GatewayError('IN_FLIGHT')
    case 'busy':
      throw new GatewayError('IN_FLIGHT', {
        message: 'Another change of this record is being made, so this one was not sent. Wait for it to finish.',
      })
    case 'mismatch':
      throw new GatewayError('IDEMPOTENCY_MISMATCH')
    case 'unknown':
      throw new GatewayError('OUTCOME_UNKNOWN')
    case 'unknown-outcome':
      throw unknownOutcomeError(claimed, request.userId)
  }
}

/** What leaves open whether a change was made: no answer, or an unclear one. */
const UNCLEAR: readonly ErrorCode[] = ['OUTCOME_UNKNOWN', ...unclearAnswers]

/** The result of a failed call in the audit trail. */
function resultOf({ code, status, upstreamStatus }: GatewayError): AuditOutcome['result'] {
  if (UNCLEAR.includes(code)) return 'unknown'
  return upstreamStatus !== null && status < 500 ? 'refused' : 'failed'
}

/** What a failed change that was recorded has done: nothing at all, nothing but its refusal, or no one knows. */
export function effectOf(failure: GatewayError): 'none' | 'failed' | 'unknown' {
  if (harmless.includes(failure.code)) return 'none'
  return resultOf(failure) === 'unknown' ? 'unknown' : 'failed'
}

interface Ended {
  readonly outcome: Omit<AuditOutcome, 'latencyMs'>
  readonly answer: Answer
  readonly failure?: GatewayError
}

/** The service's reference to the result, where the operation declares one. */
function referenceIn({ prepared: { operation } }: OperationCall, body: unknown): Pick<AuditOutcome, 'reference'> {
  const { reference } = operation.response
  const found = reference === undefined ? undefined : valueAt(body, reference)
  return typeof found === 'string' || typeof found === 'number' ? { reference: String(found) } : {}
}

const REFUSED_BY_SERVICE = 'The record has changed since you opened it, so your change was not made.'

/** The service refused a change because its record is no longer the one that was compared. */
const changedMeanwhile = ({ upstreamStatus }: GatewayError, changed?: GatewayError['changed']): GatewayError =>
  Object.assign(new GatewayError('RECORD_CHANGED', { message: REFUSED_BY_SERVICE, changed }), { upstreamStatus })

async function attempt(context: GatewayContext, call: OperationCall): Promise<Ended> {
  try {
    const { upstreamStatus, body } = await callForJson(context, call)
    const outcome = { result: 'ok', status: upstreamStatus, message: null, ...referenceIn(call, body) } as const
    return { outcome, answer: { status: 200, body } }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    const failure = call.ifMatch !== undefined && error.upstreamStatus === 412 ? changedMeanwhile(error) : error
    const { code, message, isDefaultMessage, upstreamStatus } = failure
    const isSpoken = code === 'UPSTREAM_REFUSED' && !isDefaultMessage
    const said = isSpoken ? { said: message.replaceAll(/\S+@\S+/g, '•••') } : {}
    const outcome = { result: resultOf(failure), status: upstreamStatus, message: code, ...said }
    return { outcome, answer: answerOf(failure, call.staff.requestId), failure }
  }
}

/** The outcome is unknown; or it was successful but the browser had disconnected. */
function unknownOutcomeOf({ outcome }: Ended, { left }: KeyedCall): UnknownOutcome | undefined {
  if (outcome.result === 'unknown') return 'unknown'
  return outcome.result === 'ok' && left?.aborted === true ? 'untold' : undefined
}

/** Keeps the answer for repetitions of the request, or frees its key when nothing has happened. */
async function settle({ idempotency }: Store, entry: IdempotencyRequest, call: KeyedCall, ended: Ended): Promise<void> {
  const { answer, failure } = ended
  try {
    if (failure !== undefined && harmless.includes(failure.code)) await idempotency.abandon(entry)
    else
      await idempotency.complete(
        entry,
        { status: answer.status, contentType: JSON_TYPE, body: JSON.stringify(answer.body) },
        unknownOutcomeOf(ended, call),
      )
  } catch (error) {
    // The claim stays in flight and turns to 'unknown': the change is never sent twice.
    call.staff.log.error({ err: error }, 'idempotency key not settled')
  }
}

interface Recorded {
  readonly seq: number
  readonly subject: AuditSubject | undefined
  readonly before: AuditIntent['before']
  readonly admitted: Admitted | undefined
}

/** The record after a change that succeeded, where it is known how it was. */
function afterOf(
  { prepared: { operation }, checked }: OperationCall,
  { before, admitted }: Recorded,
  { outcome, answer }: Ended,
) {
  // What a deletion answers about its record is what that was; what a form sends are no fields of its record.
  const isOwn = operation.method !== 'DELETE' && [undefined, operation.definition].includes(admitted?.known?.definition)
  if (before === undefined || outcome.result !== 'ok' || !isOwn) return {}
  return stateAfter(operation, { before, known: admitted?.known }, checked, answer.body)
}

/** How a change ended; who changed the record of one that came too late is known once its outcome is on record. */
async function toldBy(ended: Ended, { changedBy }: Partial<Admitted> = {}, { staff }: KeyedCall): Promise<Ended> {
  if (ended.failure?.code !== 'RECORD_CHANGED' || changedBy === undefined) return ended
  const failure = changedMeanwhile(ended.failure, await changedBy())
  return { ...ended, failure, answer: answerOf(failure, staff.requestId) }
}

/** Has the record read again where it is known how it was, and not how it is now. No answer waits for it. */
function readAfter(
  { store, background }: GatewayContext,
  { prepared: { operation }, checked, staff }: OperationCall,
  { seq, subject = ownSubjectOf(operation, checked), admitted, outcome }: Recorded & { readonly outcome: number },
): void {
  if (admitted?.known === undefined) return
  background.start(recordStateAfter(store, { ...admitted.known, operation, staff, subject, intent: seq, outcome }))
}

/** The record before the change; null where the change makes it. */
function beforeOf(operation: Operation, admitted: Admitted | undefined): AuditIntent['before'] {
  if (isCreation(operation)) return null
  return admitted?.known && recordState(admitted.known.definition, admitted.known.record)
}

/** Finds the record and records the intent. When either fails, nothing is sent and the key is free again. */
async function recordBefore({ store }: GatewayContext, call: KeyedCall, entry: IdempotencyRequest): Promise<Recorded> {
  const { prepared, admit } = call
  try {
    const admitted = await admit?.()
    const subject = call.subject ?? admitted?.subject
    const before = beforeOf(prepared.operation, admitted)
    const known = before === undefined ? {} : { before }
    const seq = await recordIntent(store, { ...call, operation: prepared.operation, subject, ...known })
    return { seq, subject, before, admitted }
  } catch (error) {
    await store.idempotency.abandon(entry).catch((left: unknown) => {
      // The key stays claimed and turns to 'unknown', which is harmless: nothing was sent.
      call.staff.log.error({ err: left }, 'idempotency key not freed')
    })
    throw error
  }
}

/**
 * Makes a change: claims its key, finds its record, records the intent, calls the upstream exactly once, records the
 * outcome and keeps the answer for repetitions. When something fails before the intent is durable, nothing is sent.
 */
export async function runMutation(context: GatewayContext, call: KeyedCall): Promise<Answer> {
  const { store } = context
  const entry = requestOf(store, call)
  const earlier = await claim(store, entry)
  if (earlier !== undefined) return earlier
  const { staff } = call
  const recorded = await recordBefore(context, call, entry)
  const { seq, admitted } = recorded
  call.onRecorded?.()
  const startedAt = performance.now()
  const made = await attempt(context, { ...call, whole: admitted?.whole, ifMatch: admitted?.ifMatch })
  const latencyMs = Math.round(performance.now() - startedAt)
  const after = afterOf(call, recorded, made)
  const outcome = await recordOutcome(store, staff, seq, { ...made.outcome, ...after, latencyMs })
  const ended = outcome === undefined ? made : await toldBy(made, admitted, call)
  await settle(store, entry, call, ended)
  if (ended.failure !== undefined) throw ended.failure
  if (outcome !== undefined && !('after' in after)) readAfter(context, call, { ...recorded, outcome })
  return ended.answer
}
