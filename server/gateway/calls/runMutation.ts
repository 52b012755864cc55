import type { Operation } from '../../../language/operations.ts'
import { valueAt } from '../../../language/pointer.ts'
import { lockOf } from '../audit/auditEntries.ts'
import { recordIntent, recordOutcome } from '../audit/auditTrail.ts'
import { AnsweredError, callForJson, type OperationCall } from './operationCall.ts'
import { type Answer, answerOf, GatewayError } from '../core/errors.ts'
import type { GatewayContext } from '../core/gatewayContext.ts'
import { jsonOf } from '../core/json.ts'
import type { AuditOutcome, AuditSubject } from '../../store/auditRecord.ts'
import type { IdempotencyClaim, IdempotencyRequest, UnknownOutcome } from '../../store/idempotency.ts'
import type { Store } from '../../store/openStore.ts'
import { canonicalJson } from '../../store/seal.ts'

/**
 * Whether the same wish is asked about while it is in doubt (decision 19). What came of an action shows in its record;
 * a form has nothing to look at, and may be typed again by somebody who has forgotten, or does not know.
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

/** The refusal of a wish that was sent before. @param userId of who has it now */
function unknownOutcomeError(
  claim: Extract<IdempotencyClaim, { state: 'unknown-outcome' }>,
  userId: number,
): GatewayError {
  const who = claim.userId === userId ? 'by you' : 'by somebody else'
  const before = `The same request was sent ${agoText(claim.ageMs)} ${who}`
  return claim.unknownOutcome === 'untold'
    ? new GatewayError('SENT_BEFORE', { message: `${before}, and it was done. Nothing was sent now.` })
    : new GatewayError('IN_DOUBT', {
        message: `${before}, and nobody knows whether it was done. Nothing was sent now: check first.`,
      })
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** What is known of a change once it may be made. */
export interface Admitted {
  /** The record that it is about, where its values alone do not say it. */
  readonly subject: AuditSubject | undefined
  /** What is sent where it replaces a record. */
  readonly whole: OperationCall['whole']
}

type Claimed = OperationCall & {
  readonly idempotencyKey: string
  /** Asked once it is certain that the change has not been made before. Nothing is recorded or sent when it rejects. */
  readonly admit?: () => Promise<Admitted>
  /** The person says to have checked what came of the same wish, sent before. */
  readonly isChecked?: boolean
  /** Aborts when nobody waits for the answer any more. The change is seen through all the same. */
  readonly left?: AbortSignal
}

/** Failures after which nothing has happened upstream and the same intent may be sent again under its key. */
const harmless = ['SESSION_OVER', 'RATE_LIMITED', 'UPSTREAM_UNAVAILABLE', 'UPSTREAM_CREDENTIAL', 'NOT_CONFIGURED']

function claimOf({ audit }: Store, call: Claimed): IdempotencyRequest {
  const { prepared, checked, staff, idempotencyKey, file, isChecked } = call
  const { operation } = prepared
  const asked = file === undefined ? checked : { ...checked, file: file.original.sha256 }
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

/** The stored answer of an intent that was sent before; `undefined` when it is this call's to send. */
async function claim({ idempotency }: Store, request: IdempotencyRequest): Promise<Answer | undefined> {
  const claimed = await idempotency.claim(request).catch((cause: unknown) => {
    throw new GatewayError('AUDIT_UNAVAILABLE', { cause })
  })
  switch (claimed.state) {
    case 'claimed':
      return undefined
    case 'replay':
      return { status: claimed.status, body: jsonOf(claimed.body) }
    case 'in-flight':
      throw new GatewayError('IN_FLIGHT')
    case 'busy':
      throw new GatewayError('IN_FLIGHT', {
        message: 'Another change of this record is being made. Wait for it to finish.',
      })
    case 'mismatch':
      throw new GatewayError('IDEMPOTENCY_MISMATCH')
    case 'unknown':
      throw new GatewayError('OUTCOME_UNKNOWN')
    case 'unknown-outcome':
      throw unknownOutcomeError(claimed, request.userId)
  }
}

/** How a failed call ended, in the trail's words. An answer of 2xx that cannot be read leaves the outcome open. */
function resultOf(failure: GatewayError, upstreamStatus: number | null): AuditOutcome['result'] {
  if (failure.code === 'OUTCOME_UNKNOWN' || failure.code === 'UPSTREAM_FORMAT') return 'unknown'
  return upstreamStatus !== null && failure.status < 500 ? 'refused' : 'failed'
}

interface Ended {
  readonly outcome: Omit<AuditOutcome, 'latencyMs'>
  readonly answer: Answer
  readonly failure?: GatewayError
}

/** What the service calls what came of it, where the operation says that it does. */
function referenceIn({ prepared: { operation } }: OperationCall, body: unknown): Pick<AuditOutcome, 'reference'> {
  const { reference } = operation.response
  const found = reference === undefined ? undefined : valueAt(body, reference)
  return typeof found === 'string' || typeof found === 'number' ? { reference: String(found) } : {}
}

async function attempt(context: GatewayContext, call: OperationCall): Promise<Ended> {
  try {
    const { upstreamStatus, body } = await callForJson(context, call)
    const outcome = { result: 'ok', status: upstreamStatus, message: null, ...referenceIn(call, body) } as const
    return { outcome, answer: { status: 200, body } }
  } catch (error) {
    const failure = error instanceof AnsweredError ? error.failure : error
    if (!(failure instanceof GatewayError)) throw error
    const status = error instanceof AnsweredError ? error.upstreamStatus : null
    const outcome = { result: resultOf(failure, status), status, message: failure.code }
    return { outcome, answer: answerOf(failure, call.staff.requestId), failure }
  }
}

/**
 * Whether the wish is in doubt: nobody knows what came of it, also where the service failed in the midst of it, or it
 * was done and nobody was there to be told.
 */
function unknownOutcomeOf({ outcome, failure }: Ended, { left }: Claimed): UnknownOutcome | undefined {
  if (outcome.result === 'unknown' || failure?.code === 'UPSTREAM_FAILED') return 'unknown'
  return outcome.result === 'ok' && left?.aborted === true ? 'untold' : undefined
}

/** Keeps the answer for repetitions of the intent, or frees its key where nothing has happened. */
async function settle({ idempotency }: Store, entry: IdempotencyRequest, call: Claimed, ended: Ended): Promise<void> {
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

/** Asks whose it is and records the intent; where either fails nothing is sent, and the key is free again. */
async function undertake({ store }: GatewayContext, call: Claimed, entry: IdempotencyRequest) {
  const { prepared, admit } = call
  try {
    const admitted = call.subject === undefined ? await admit?.() : undefined
    const subject = call.subject ?? admitted?.subject
    const seq = await recordIntent(store, { ...call, operation: prepared.operation, subject })
    return { seq, whole: admitted?.whole }
  } catch (error) {
    await store.idempotency.abandon(entry).catch((left: unknown) => {
      // The key stays claimed and turns to 'unknown', which is harmless: nothing was sent.
      call.staff.log.error({ err: left }, 'idempotency key not freed')
    })
    throw error
  }
}

/**
 * Makes a change: claims its key, asks whose it is, records the intent, calls the upstream exactly once, records the
 * outcome and keeps the answer for repetitions. Whatever fails before the intent is durable, nothing has been sent.
 */
export async function runMutation(context: GatewayContext, call: Claimed): Promise<Answer> {
  const { store } = context
  const entry = claimOf(store, call)
  const earlier = await claim(store, entry)
  if (earlier !== undefined) return earlier
  const { staff } = call
  const { seq, whole } = await undertake(context, call, entry)
  const startedAt = performance.now()
  const ended = await attempt(context, { ...call, whole })
  await recordOutcome(store, staff, seq, { ...ended.outcome, latencyMs: Math.round(performance.now() - startedAt) })
  await settle(store, entry, call, ended)
  if (ended.failure !== undefined) throw ended.failure
  return ended.answer
}
