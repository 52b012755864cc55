import type { Source } from '../../../language/binding.ts'
import type { HeaderCredential, UpstreamCall } from '../../config.ts'
import type { Limits } from '../limits.ts'
import { outboundPath, type CheckedRequest } from './operationRequest.ts'
import { sentRequest } from './sentRequest.ts'
import { GatewayError } from '../errors.ts'
import type { PreparedOperation } from './preparedOperations.ts'
import type { OutboundRequest } from '../upstream/upstream.ts'

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
export function outboundRequest(
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
