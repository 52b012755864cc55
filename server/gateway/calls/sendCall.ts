import { addressVariable } from '../../config/settings.ts'
import type { StaffRequest } from '../audit/auditTrail.ts'
import { GatewayError } from '../core/errors.ts'
import { type GatewayContext, upstreamOf } from '../core/gatewayContext.ts'
import { deadline } from '../core/limits.ts'
import type { OutboundRequest, Upstream } from '../core/upstream.ts'
import type { UpstreamAnswer, UpstreamResponse } from '../core/upstreamAnswer.ts'
import { failureOf } from '../core/upstreamFailure.ts'
import { statusPath, untilDone } from '../operations/followCall.ts'
import { bodyOf, failureIn } from '../operations/operationAnswer.ts'
import { readingOf } from '../operations/operationRequest.ts'
import type { PreparedOperation } from '../operations/preparedOperations.ts'
import { countMisfits, type Paging, pagingOf } from '../operations/pagingOf.ts'
import { pruneAnswer } from '../operations/pruneAnswer.ts'
import { callFor, type OperationCall, outboundRequest, ownHeaders, withoutSecrets } from './operationCall.ts'
import { endSession } from '../signIn/sessionUpkeep.ts'

export interface Outcome extends Paging {
  /** The service's version of what it answers. */
  readonly etag?: string | undefined
  readonly upstreamStatus: number
  readonly body: unknown
}

/** Notes by which variable an operator can mend a failure: the service's address, or what it did not accept. */
export function noteVariable({ console }: GatewayContext, { prepared }: OperationCall, failure: GatewayError): void {
  const { operation, service } = prepared
  const own = operation.credential === undefined ? undefined : console.credentials[operation.credential]?.variable
  failure.variable =
    failure.code === 'UPSTREAM_CREDENTIAL'
      ? (own ?? Object.values(service?.header ?? {}).join(', '))
      : addressVariable(callFor(prepared).service)
}

/** @throws GatewayError for a call without an answer */
async function sent<T>(
  context: GatewayContext,
  call: OperationCall,
  send: (upstream: Upstream, request: OutboundRequest) => Promise<T>,
): Promise<T> {
  const upstream = upstreamOf(context, callFor(call.prepared).service)
  const request = outboundRequest(context, call)
  try {
    return await send(upstream, request)
  } catch (error) {
    const failure = failureOf(error, call.prepared.operation.effect)
    noteVariable(context, call, failure)
    throw failure
  }
}

/** Sends the call for a file: the head of the answer. @throws GatewayError for a call without an answer */
export const sendForFile = (context: GatewayContext, call: OperationCall): Promise<UpstreamResponse> =>
  sent(context, call, (upstream, request) => upstream.sendForFile(request))

/** Ends the session when the service refused the staff token; the failure itself informs the browser. */
export async function endIfRefused(context: GatewayContext, staff: StaffRequest, failure: GatewayError): Promise<void> {
  if (failure.code === 'SESSION_OVER') await endSession(context, staff, 'upstream refused the staff token')
}

/** The last answer of a call that the service accepted: its state is read until it is done. */
async function followed(
  context: GatewayContext,
  call: OperationCall,
  accepted: UpstreamAnswer,
): Promise<UpstreamAnswer> {
  const { prepared, signal } = call
  const path = statusPath(prepared.operation, accepted)
  const headers = { ...ownHeaders(context, call), accept: 'application/json' }
  const request = { method: 'GET', path, headers, body: null, signal, repeatable: true } as const
  const upstream = upstreamOf(context, callFor(prepared).service)
  const outbound = { ...request, headersTimeout: context.limits.readHeadersMs }
  const read = async () => withoutSecrets(context, call, await upstream.send(outbound, context.limits.jsonBytes))
  return untilDone(prepared.operation, read, { signal, pauseMs: context.limits.pollMs })
}

/** Says on the log and as drift which answer is not understood, and where. */
function noteMisfit({ drift }: GatewayContext, { prepared, staff }: OperationCall, error: GatewayError): void {
  if (error.code !== 'UPSTREAM_FORMAT') return
  const { id: operation } = prepared.operation
  const { path, expected, seen } = error.misfit ?? {}
  staff.log.warn({ operation, path, expected, seen }, 'answer not understood')
  if (error.misfit !== undefined) drift.note(operation, [error.misfit])
}

/**
 * Makes a call that is answered with JSON and returns the whole answer, personal data included: for the gateway's own
 * use.
 *
 * @throws GatewayError; `upstreamStatus` is set when the service answered
 */
export async function callForWhole(context: GatewayContext, call: OperationCall): Promise<Outcome> {
  const whole = await sent(context, call, (upstream, request) => upstream.send(request, context.limits.jsonBytes))
  const answer = withoutSecrets(context, call, whole)
  try {
    const failure = failureIn(call.prepared, answer)
    if (failure !== undefined) {
      await endIfRefused(context, call.staff, failure)
      throw failure
    }
    const { operation } = call.prepared
    const last = answer.status === 202 && operation.poll !== undefined ? await followed(context, call, answer) : answer
    const body = bodyOf(operation, last)
    const { etag } = last.headers
    return { upstreamStatus: last.status, body, etag, ...pagingOf(operation, body, last, call.checked) }
  } catch (error) {
    if (error instanceof GatewayError) {
      error.upstreamStatus = answer.status
      noteVariable(context, call, error)
      noteMisfit(context, call, error)
    }
    throw error
  }
}

/** As `callForWhole`, with the answer reduced to what the operation declares, for the browser. */
export async function callForJson(context: GatewayContext, call: OperationCall): Promise<Outcome> {
  const { body: whole, ...outcome } = await callForWhole(context, call)
  const { operation, shape } = call.prepared
  const counts = countMisfits(operation, whole)
  const { body, dropped, drift } = pruneAnswer(whole, shape)
  context.drift.note(operation.id, [...counts, ...drift])
  if (dropped > 0) call.staff.log.warn({ operation: operation.id, dropped }, 'undeclared values dropped')
  return { ...outcome, body }
}

/**
 * Reads one record, or what an operation reads about it, whole.
 *
 * @param signal the signal of the work that needs it, which may take longer
 */
export async function readWhole(
  context: GatewayContext,
  prepared: PreparedOperation,
  staff: StaffRequest,
  id: string,
  signal?: AbortSignal,
): Promise<Outcome> {
  const call = { prepared, checked: readingOf(prepared, id), staff, idempotencyKey: null }
  return callForWhole(context, { ...call, signal: deadline(context.limits.readMs, signal) })
}
