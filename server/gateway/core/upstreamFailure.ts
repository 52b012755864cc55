import { BrokenCircuitError, BulkheadRejectedError, TaskCancelledError } from 'cockatiel'
import { GatewayError } from './errors.ts'

/** No connection, or one whose certificate is not accepted. */
const NEVER_SENT = [
  'UND_ERR_CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]
const TOO_LATE = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']

/** The request waited too long for a free connection; nothing was sent. */
export class QueuedTooLong extends Error {
  override readonly name = 'QueuedTooLong'
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

const isShed = (error: unknown): boolean =>
  error instanceof BrokenCircuitError || error instanceof BulkheadRejectedError || error instanceof QueuedTooLong

const isTimeout = (error: unknown): boolean =>
  TOO_LATE.includes(codeOf(error)) ||
  error instanceof TaskCancelledError ||
  (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError'))

/** True when there was no connection, for any reason: no free port, no route, too many open files. */
const isUnconnected = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && error.syscall === 'connect'

/** True when the call failed before anything was sent. */
const isUnsent = (error: unknown): boolean =>
  isShed(error) || isUnconnected(error) || NEVER_SENT.includes(codeOf(error))

/** The failure of what no browser waits for any more, which says nothing about the service. */
const notAwaited = (error: unknown): GatewayError | undefined => {
  if (error instanceof GatewayError) return error.code === 'CLIENT_CLOSED' ? error : undefined
  return error instanceof Error ? notAwaited(error.cause) : undefined
}

/** True for a failure that the service has part in. */
export const isOfService = (error: unknown): boolean =>
  !(error instanceof QueuedTooLong) &&
  !(error instanceof Error && error.name === 'AbortError') &&
  notAwaited(error) === undefined

/** True when a failed read may be tried once more: no connection, or lost before the answer's end. */
export const isRepeatable = (error: unknown): boolean =>
  !(error instanceof GatewayError) && !isShed(error) && !isTimeout(error)

/**
 * The meaning of a failed call for the browser. A change that may have reached the service has an unknown outcome,
 * whatever the cause.
 */
export function failureOf(error: unknown, effect: 'read' | 'mutate'): GatewayError {
  if (isShed(error)) return new GatewayError('UPSTREAM_UNAVAILABLE', { retryAfter: 5, cause: error })
  if (isUnsent(error)) return new GatewayError('UPSTREAM_UNAVAILABLE', { cause: error })
  if (effect === 'mutate') return new GatewayError('OUTCOME_UNKNOWN', { cause: error })
  const known = notAwaited(error) ?? error
  if (known instanceof GatewayError) return known
  return new GatewayError(isTimeout(error) ? 'UPSTREAM_TIMEOUT' : 'UPSTREAM_FAILED', { cause: error })
}
