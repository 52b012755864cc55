import { BrokenCircuitError, BulkheadRejectedError, TaskCancelledError } from 'cockatiel'
import { GatewayError } from './errors.ts'

const NEVER_SENT = [
  'UND_ERR_CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]
const TOO_LATE = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']

/** Raised in the queue of a service that has no free connection for too long: nothing was sent. */
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

/** No connection came about, whatever the reason: no free port, no route, too many open files. */
const isUnconnected = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && error.syscall === 'connect'

/** Whether the call failed before anything was sent. */
const isUnsent = (error: unknown): boolean =>
  isShed(error) || isUnconnected(error) || NEVER_SENT.includes(codeOf(error))

/** Whether a read that failed this way may be tried once more: no connection, or lost before the answer's head. */
export const isRepeatable = (error: unknown): boolean =>
  !(error instanceof GatewayError) && !isShed(error) && !isTimeout(error)

/**
 * What a failed call means to the browser. What may have reached the service and changes something has an unknown
 * outcome, whatever went wrong.
 */
export function failureOf(error: unknown, effect: 'read' | 'mutate'): GatewayError {
  if (isShed(error)) return new GatewayError('UPSTREAM_UNAVAILABLE', { retryAfter: 5, cause: error })
  if (isUnsent(error)) return new GatewayError('UPSTREAM_UNAVAILABLE', { cause: error })
  if (effect === 'mutate') return new GatewayError('OUTCOME_UNKNOWN', { cause: error })
  if (error instanceof GatewayError) return error
  return new GatewayError(isTimeout(error) ? 'UPSTREAM_TIMEOUT' : 'UPSTREAM_FAILED', { cause: error })
}
