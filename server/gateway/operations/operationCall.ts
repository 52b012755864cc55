import type { AuditSubject } from '../../store/auditRecord.ts'
import type { Readable } from 'node:stream'
import { endSession } from '../signIn/endSession.ts'
import { GatewayError } from '../errors.ts'
import type { UploadFacts } from '../trail/fileFacts.ts'
import { upstreamOf, type GatewayContext, type StaffRequest } from '../gatewayContext.ts'
import type { CheckedRequest } from './operationRequest.ts'
import { callFor, outboundRequest } from './outbound.ts'
import type { PreparedOperation } from './preparedOperations.ts'
import { pruneAnswer } from './pruneAnswer.ts'
import type { UpstreamResponse } from '../upstream/upstream.ts'
import { bodyOf, failureIn, readAnswer, type UpstreamAnswer } from '../upstream/upstreamAnswer.ts'
import { failureOf } from '../upstream/upstreamFailure.ts'

/** A form as it is sent: whole, or read while it is sent, and then of a length that is known beforehand. */
export type SentForm = { readonly contentType: string } & (
  { readonly bytes: Uint8Array } | { readonly bytes: Readable; readonly length: number }
)

/** One operation asked for by one member of staff, checked and permitted. */
export interface OperationCall {
  readonly prepared: PreparedOperation
  readonly checked: CheckedRequest
  readonly staff: StaffRequest
  readonly idempotencyKey: string | null
  readonly signal: AbortSignal
  /** The record it is about, where the values alone do not say it: verified. */
  readonly subject?: AuditSubject | undefined
  /** A form that is sent in place of the checked values: they are what is recorded. */
  readonly form?: SentForm
  /** What is recorded of the file in the form. */
  readonly file?: UploadFacts
}

/** The answer for the browser and the upstream's own status. */
export interface Outcome {
  readonly upstreamStatus: number
  readonly body: unknown
}

/** A failure of a call that did get an answer, with that answer's status for the audit trail. */
export class AnsweredError extends Error {
  override readonly name = 'AnsweredError'
  readonly failure: GatewayError
  readonly upstreamStatus: number

  constructor(failure: GatewayError, upstreamStatus: number) {
    super(failure.message, { cause: failure })
    this.failure = failure
    this.upstreamStatus = upstreamStatus
  }
}

const formHeaders = (form: SentForm): Readonly<Record<string, string>> => ({
  'content-type': form.contentType,
  ...('length' in form ? { 'content-length': String(form.length) } : {}),
})

/** Sends the call and gives the answer's head to `receive`. @throws GatewayError for a call without an answer */
export async function sendCall<T>(
  context: GatewayContext,
  { prepared, checked, staff, idempotencyKey, signal, form }: OperationCall,
  receive: (response: UpstreamResponse) => Promise<T>,
): Promise<T> {
  const { operation } = prepared
  const callContext = {
    token: staff.session.data.upstreamToken,
    credentials: context.console.credentials,
    requestId: staff.requestId,
    idempotencyKey,
    userId: staff.session.data.userId,
    signal,
  }
  const upstream = upstreamOf(context, callFor(prepared).service)
  const plain = outboundRequest(prepared, checked, callContext, context.limits)
  const request =
    form === undefined ? plain : { ...plain, body: form.bytes, headers: { ...plain.headers, ...formHeaders(form) } }
  try {
    return await upstream.send(request, receive)
  } catch (error) {
    throw failureOf(error, operation.effect)
  }
}

/** A refused staff token ends the session; the browser is told so by the failure itself. */
export async function endIfRefused(context: GatewayContext, staff: StaffRequest, failure: GatewayError): Promise<void> {
  if (failure.code === 'SESSION_OVER') await endSession(context, staff, 'upstream refused the staff token')
}

/** A service that repeats the credential in its answer does not spread it. */
function withoutCredential(
  { console }: GatewayContext,
  { prepared }: OperationCall,
  answer: UpstreamAnswer,
): UpstreamAnswer {
  const { credential } = prepared.operation
  const found = credential === undefined ? undefined : console.credentials[credential]
  return found == null ? answer : { ...answer, text: answer.text.replaceAll(found.value, '•••') }
}

/**
 * Makes a call whose answer is JSON and gives the answer as it came, personal data and all: for what the gateway
 * itself has to know.
 *
 * @throws AnsweredError when the service answered with a failure, GatewayError when it gave no answer
 */
export async function callForWhole(context: GatewayContext, call: OperationCall): Promise<Outcome> {
  const { operation } = call.prepared
  const received = await sendCall(context, call, (response) => readAnswer(response, context.limits.jsonBytes))
  const answer = withoutCredential(context, call, received)
  const failure = failureIn(call.prepared, answer)
  if (failure !== undefined) {
    await endIfRefused(context, call.staff, failure)
    throw new AnsweredError(failure, answer.status)
  }
  try {
    return { upstreamStatus: answer.status, body: bodyOf(operation, answer) }
  } catch (error) {
    if (error instanceof GatewayError) throw new AnsweredError(error, answer.status)
    throw error
  }
}

/** As `callForWhole`, with the answer reduced to what the operation declares: what may go to the browser. */
export async function callForJson(context: GatewayContext, call: OperationCall): Promise<Outcome> {
  const { upstreamStatus, body: whole } = await callForWhole(context, call)
  const { operation, shape } = call.prepared
  const { body, dropped } = pruneAnswer(whole, shape)
  if (dropped > 0) call.staff.log.warn({ operation: operation.id, dropped }, 'undeclared values dropped')
  return { upstreamStatus, body }
}
