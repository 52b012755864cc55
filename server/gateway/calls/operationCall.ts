import type { Source } from '../../../language/binding.ts'
import type { HeaderCredential, UpstreamCall } from '../../config/config.ts'
import type { StaffRequest, UploadFacts } from '../audit/auditTrail.ts'
import { GatewayError } from '../core/errors.ts'
import { type GatewayContext, upstreamOf } from '../core/gatewayContext.ts'
import type { Limits } from '../core/limits.ts'
import {
  type OutboundRequest,
  readAnswer,
  type SentForm,
  type UpstreamAnswer,
  type UpstreamResponse,
} from '../core/upstream.ts'
import { failureOf } from '../core/upstreamFailure.ts'
import { bodyOf, countIn, failureIn } from '../operations/operationAnswer.ts'
import { type CheckedRequest, outboundPath, sentRequest } from '../operations/operationRequest.ts'
import type { Operations, PreparedOperation } from '../operations/preparedOperations.ts'
import { pruneAnswer } from '../operations/pruneAnswer.ts'
import { endSession } from '../signIn/sessionUpkeep.ts'
import type { AuditSubject } from '../../store/auditRecord.ts'

/** What goes along with an upstream call besides its values. */
export interface CallContext {
  readonly token: string
  /** Headers that the gateway itself adds to operations that ask for one; null where it is not configured. */
  readonly credentials: Readonly<Record<string, HeaderCredential | null>>
  readonly requestId: string
  readonly idempotencyKey: string | null
  /** Who is signed in, for operations that name them to the service. */
  readonly userId: number
  readonly signal: AbortSignal
}

const TOKEN = /^[\x21-\x7e]+$/

/** What to call, or NOT_CONFIGURED where nobody has said so. */
export function callFor({ call }: PreparedOperation): UpstreamCall {
  if (call === null) throw new GatewayError('NOT_CONFIGURED')
  return call
}

/** The staff token as the service wants it (D-29). A service with a key of its own never sees it. */
function authorizationFor({ authorization: scheme }: PreparedOperation, token: string): string {
  if (!TOKEN.test(token)) throw new GatewayError('SESSION_OVER')
  if (scheme === undefined || scheme === 'key') throw new GatewayError('NOT_CONFIGURED')
  return scheme === 'token' ? `Token ${token}` : token
}

/** The header for the operations that need one (D-64); where it is not configured nothing is sent. */
function credentialFor(
  { credential }: PreparedOperation['operation'],
  credentials: CallContext['credentials'],
): Readonly<Record<string, string>> {
  if (credential === undefined) return {}
  const found = credentials[credential]
  if (found == null) throw new GatewayError('NOT_CONFIGURED')
  return { [found.header]: found.value }
}

/** What the session knows and the operation asks for, by wire names (U12). */
const fromSession = (sources: Readonly<Record<string, Source>> | undefined, userId: number) =>
  Object.fromEntries(
    Object.entries(sources ?? {}).flatMap(([name, source]) => ('session' in source ? [[name, userId]] : [])),
  )

/** The request with the values that only the gateway knows. */
const completed = ({ operation }: PreparedOperation, checked: CheckedRequest, userId: number): CheckedRequest => ({
  path: checked.path,
  query: { ...checked.query, ...fromSession(operation.query, userId) },
  body: checked.body === undefined ? undefined : { ...checked.body, ...fromSession(operation.body, userId) },
})

/**
 * The upstream request, built from nothing but the binding, the checked values and the session (S-24):
 * no header, path or parameter of the browser's own reaches the service.
 */
function outboundRequest(
  prepared: PreparedOperation,
  checked: CheckedRequest,
  { token, credentials, requestId, idempotencyKey, userId, signal }: CallContext,
  limits: Limits,
): OutboundRequest {
  const { operation } = prepared
  const { method, path } = callFor(prepared)
  const request = completed(prepared, sentRequest(prepared.operation, checked), userId)
  const body = request.body === undefined ? null : JSON.stringify(request.body)
  return {
    method,
    path: outboundPath(path, request),
    headers: {
      ...credentialFor(operation, credentials),
      authorization: authorizationFor(prepared, token),
      accept: operation.download === undefined ? 'application/json' : '*/*',
      'x-request-id': requestId,
      ...(body === null ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
    },
    body,
    signal,
    headersTimeout: headersTimeout(operation, limits),
    repeatable: operation.effect === 'read',
  }
}

function headersTimeout({ effect, kind }: PreparedOperation['operation'], limits: Limits): number {
  if (kind === 'download') return limits.exportMs
  if (kind === 'upload') return limits.uploadMs
  return effect === 'read' ? limits.readHeadersMs : limits.mutateHeadersMs
}

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
  /** A whole record that is sent in place of the checked changes of it: they are what is recorded. */
  readonly whole?: Readonly<Record<string, unknown>> | undefined
  /** What is recorded of the file in the form. */
  readonly file?: UploadFacts
}

/**
 * Looks at a change that is permitted and well-formed before anything is recorded or sent, and lets it pass by
 * returning. Every change passes every guard; a guard decides by `call.prepared` whether the change concerns it.
 *
 * @throws GatewayError where the change is refused; nothing has been sent then
 */
export type Guard = (context: GatewayContext, operations: Operations, call: OperationCall) => Promise<void>

/** The answer for the browser and the upstream's own status. */
export interface Outcome {
  readonly upstreamStatus: number
  readonly body: unknown
  /** How many records there are, where the answer says it next to its body. */
  readonly total?: number | undefined
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
  { prepared, checked, staff, idempotencyKey, signal, form, whole }: OperationCall,
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
  const sent = whole === undefined ? checked : { ...checked, body: whole }
  const plain = outboundRequest(prepared, sent, callContext, context.limits)
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
    return { upstreamStatus: answer.status, body: bodyOf(operation, answer), total: countIn(operation, answer) }
  } catch (error) {
    if (error instanceof GatewayError) throw new AnsweredError(error, answer.status)
    throw error
  }
}

/** As `callForWhole`, with the answer reduced to what the operation declares: what may go to the browser. */
export async function callForJson(context: GatewayContext, call: OperationCall): Promise<Outcome> {
  const { upstreamStatus, body: whole, total } = await callForWhole(context, call)
  const { operation, shape } = call.prepared
  const { body, dropped } = pruneAnswer(whole, shape)
  if (dropped > 0) call.staff.log.warn({ operation: operation.id, dropped }, 'undeclared values dropped')
  return { upstreamStatus, body, total }
}
