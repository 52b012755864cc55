import { FORM, JSON_API, type Source } from '../../../language/binding.ts'
import { isValues, withChanges } from '../../../language/pointer.ts'
import type { UpstreamCall } from '../../config/config.ts'
import type { ApprovalRequest } from '../../store/approvalRecord.ts'
import type { AuditApproval, AuditSubject } from '../../store/auditRecord.ts'
import type { StaffRequest, UploadFacts } from '../audit/auditTrail.ts'
import { GatewayError } from '../core/errors.ts'
import type { GatewayContext } from '../core/gatewayContext.ts'
import { spelled } from '../core/json.ts'
import type { Limits } from '../core/limits.ts'
import type { BuildForm, OutboundRequest } from '../core/upstream.ts'
import type { UpstreamAnswer } from '../core/upstreamAnswer.ts'
import { type CheckedRequest, outboundPath, sentRequest, wireRequest } from '../operations/checkedRequest.ts'
import type { PreparedOperation } from '../operations/preparedOperations.ts'

/** One call of an operation by a member of staff, checked and permitted. */
export interface OperationCall {
  readonly prepared: PreparedOperation
  readonly checked: CheckedRequest
  readonly staff: StaffRequest
  readonly idempotencyKey: string | null
  readonly signal: AbortSignal
  /** The record that the call is about, where its values do not name it: verified. */
  readonly subject?: AuditSubject | undefined
  /** Builds the form that is sent from the values of the call; the checked values are recorded. */
  readonly form?: BuildForm
  /** The service's current record, which is sent with the checked changes in it; the changes are recorded. */
  readonly whole?: Readonly<Record<string, unknown>> | undefined
  /** The service's version of the record that was compared: the change is made only if it still has this one. */
  readonly ifMatch?: string | undefined
  /** What the audit trail keeps of the files in the form. */
  readonly files?: readonly UploadFacts[]
  /** What the first person has requested, where a second one sends it or looks at it. */
  readonly request?: ApprovalRequest
  /** The same as the audit trail keeps it, once it is approved. */
  readonly approval?: AuditApproval
}

const TOKEN = /^[\x21-\x7e]+$/

/** The upstream call, or NOT_CONFIGURED where no one has named it. */
export function callFor({ call }: PreparedOperation): UpstreamCall {
  if (call === null) throw new GatewayError('NOT_CONFIGURED')
  return call
}

/**
 * The staff token in the service's own form (D-29). A service with its own key never receives it: the key is one of the
 * headers that are registered with the service.
 */
function authorizationFor({ service }: PreparedOperation, token: string): Readonly<Record<string, string>> {
  if (!TOKEN.test(token)) throw new GatewayError('SESSION_OVER')
  const { authorization: scheme, header } = service ?? {}
  if (scheme === 'key' && header !== undefined) return {}
  if (scheme === undefined || scheme === 'key') throw new GatewayError('NOT_CONFIGURED')
  return { authorization: scheme === 'token' ? `Token ${token}` : token }
}

/** The extra header of an operation that needs one (D-64); without a configured value nothing is sent. */
function credentialFor(
  { console }: GatewayContext,
  { operation }: PreparedOperation,
): Readonly<Record<string, string>> {
  if (operation.credential === undefined) return {}
  const found = console.credentials[operation.credential]
  if (found == null) throw new GatewayError('NOT_CONFIGURED')
  return { [found.header]: found.value }
}

/** The values that come from the session, by wire names (U12). */
const fromSession = (sources: Readonly<Record<string, Source>> | undefined, userId: number) =>
  Object.fromEntries(
    Object.entries(sources ?? {}).flatMap(([name, source]) => ('session' in source ? [[name, userId]] : [])),
  )

/** The request as the service receives it, with the values that only the gateway knows. */
function completed({ prepared, checked, staff, whole }: OperationCall): CheckedRequest {
  const { operation } = prepared
  const { path, query, body } = wireRequest(sentRequest(operation, checked), prepared)
  const { userId } = staff.session.data
  return {
    path,
    query: { ...query, ...fromSession(operation.query, userId) },
    body:
      body === undefined
        ? undefined
        : { ...(whole === undefined ? body : withChanges(whole, body)), ...fromSession(operation.body, userId) },
  }
}

function headersTimeout({ effect, kind }: PreparedOperation['operation'], limits: Limits): number {
  if (kind === 'download') return limits.exportMs
  if (kind === 'upload') return limits.uploadMs
  return effect === 'read' ? limits.readHeadersMs : limits.mutateHeadersMs
}

/** The values as a form has them: a list gives its name several times, and null is an empty text. */
function formText(body: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(body).flatMap(([name, value]) =>
    [value].flat().map((each: unknown) => [name, each === null ? '' : spelled(each)]),
  )
  return new URLSearchParams(pairs).toString()
}

/** JSON:API has null in place of a reference to nothing. */
const nothingAsNull = (_name: string, value: unknown): unknown =>
  isValues(value) && value['id'] === null && Object.keys(value).toSorted().join() === 'id,type' ? null : value

/** The body with its headers: a form with files, else the values by the call's media type. */
function contentOf(
  { form: build, prepared }: OperationCall,
  { body }: CheckedRequest,
): Pick<OutboundRequest, 'headers' | 'body'> {
  if (build !== undefined) {
    const form = build(body)
    const length = 'length' in form ? { 'content-length': String(form.length) } : {}
    return { headers: { 'content-type': form.contentType, ...length }, body: form.bytes }
  }
  if (body === undefined) return { headers: {}, body: null }
  const { contentType } = prepared.operation
  return {
    headers: { 'content-type': contentType },
    body:
      contentType === FORM
        ? formText(body)
        : JSON.stringify(body, contentType === JSON_API ? nothingAsNull : undefined),
  }
}

/** The headers with which a service knows the gateway, in addition to the staff token. */
const credentialsFor = (context: GatewayContext, prepared: PreparedOperation): Readonly<Record<string, string>> => ({
  ...context.config.serviceHeaders[callFor(prepared).service],
  ...credentialFor(context, prepared),
})

/** The headers that the gateway adds to every request of a call. */
export const ownHeaders = (
  context: GatewayContext,
  { prepared, staff }: OperationCall,
): Readonly<Record<string, string>> => ({
  ...credentialsFor(context, prepared),
  ...authorizationFor(prepared, staff.session.data.upstreamToken),
  'x-request-id': staff.requestId,
})

/**
 * The upstream request, built only from the binding, the checked values and the session (S-24): no header, path or
 * parameter of the browser's own reaches the service.
 */
export function outboundRequest(context: GatewayContext, call: OperationCall): OutboundRequest {
  const { prepared, idempotencyKey, ifMatch, signal } = call
  const { operation } = prepared
  const { method, path } = callFor(prepared)
  const request = completed(call)
  const { headers, body } = contentOf(call, request)
  return {
    method,
    path: outboundPath(path, request, operation.query),
    headers: {
      ...ownHeaders(context, call),
      accept: operation.download === undefined ? 'application/json' : '*/*',
      ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
      ...headers,
    },
    body,
    signal,
    headersTimeout: headersTimeout(operation, context.limits),
    repeatable: operation.effect === 'read',
  }
}

/** Shorter secrets are found in ordinary words. */
const isLong = ({ length }: string): boolean => length >= 8

/** The spellings of a secret in a text, each once: as it is, inside JSON, and in an address. */
const spellingsOf = (secret: string): ReadonlySet<string> =>
  new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])

/**
 * Removes from an answer, in case the service repeats them, what the gateway sent along for itself: the staff token and the
 * headers of the service. A failure also loses the service's host, which its message may name.
 */
export function withoutSecrets(context: GatewayContext, call: OperationCall, answer: UpstreamAnswer): UpstreamAnswer {
  const address = context.config.services[callFor(call.prepared).service]
  const { upstreamToken } = call.staff.session.data
  const added = Object.values(credentialsFor(context, call.prepared))
  const isFailure = answer.status < 200 || answer.status >= 300
  const hidden = [
    ...[upstreamToken, ...added].filter(isLong).flatMap((secret) => [...spellingsOf(secret)]),
    ...(isFailure && address !== undefined ? [new URL(address).host] : []),
  ]
  return { ...answer, text: hidden.reduce((text, secret) => text.replaceAll(secret, '•••'), answer.text) }
}
