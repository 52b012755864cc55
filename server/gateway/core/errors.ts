import type { DriftEntry } from '../../../language/drift.ts'
import type { ErrorCode } from '../../../language/errorCode.ts'
import { waitText } from '../../../language/retryAfter.ts'
import { valueAt } from '../../../language/pointer.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { uploadMessages } from '../../../language/uploads.ts'

/** Every error the gateway answers with: its status and its default message. */
const table = {
  BAD_REQUEST: [400, 'The request is malformed.'],
  IDEMPOTENCY_KEY_MISSING: [400, 'Send an Idempotency-Key header that is a UUID with every change.'],
  SIGN_IN_EXPIRED: [400, 'This sign-in can no longer be completed. Start again.'],
  PROVIDER_TOKEN: [401, 'This token does not come from the identity provider.'],
  SESSION_OVER: [401, 'Your session is over. Sign in again.'],
  CROSS_SITE: [403, 'This request did not come from the console.'],
  FORBIDDEN: [403, 'Sorry, you do not have permission to do this.'],
  STEP_UP: [403, 'Sign in again to confirm that it is you. Nothing was sent.'],
  OTHER_PERSON: [403, 'That was the sign-in of another person. Nothing was confirmed.'],
  NOT_STAFF: [403, 'You are not authorized to login'],
  OWN_REQUEST: [403, 'You requested this yourself, so another person has to decide it.'],
  UPSTREAM_FORBIDDEN: [403, 'The service does not permit this.'],
  NOT_FOUND: [404, 'There is nothing here.'],
  METHOD_NOT_ALLOWED: [405, 'This method is not allowed here.'],
  IN_FLIGHT: [409, 'The same change is being made at this moment. Wait for it to finish.'],
  IN_DOUBT: [409, 'The same request was sent before, but its outcome is unknown. Nothing was sent now.'],
  SENT_BEFORE: [409, 'The same request was sent before, and it was done. Nothing was sent now.'],
  CONFLICT: [409, 'The record is in a state that does not allow this. Nothing was sent.'],
  RECORD_CHANGED: [409, 'The record has changed since you opened it. Nothing was sent.'],
  RECORD_CLAIMED: [409, 'A colleague has this record. Nothing was sent.'],
  APPROVAL_WAITING: [409, 'The same is already waiting for approval by another person. Nothing was sent.'],
  APPROVAL_OVER: [409, 'This is no longer waiting for approval. Your decision was not recorded.'],
  WRONG_OWNER: [409, 'This does not belong to the record it was asked for. Nothing was sent.'],
  TOO_LARGE: [413, 'The request is too large.'],
  WRONG_HOST: [421, 'This gateway does not answer for that host.'],
  SIGN_IN_REFUSED: [422, 'The sign-in was refused.'],
  IDEMPOTENCY_MISMATCH: [422, 'This Idempotency-Key belongs to another request. Use a new one.'],
  UNREADABLE_FILE: [422, uploadMessages.other],
  UNSUPPORTED_FILE: [422, uploadMessages.wrongType],
  RULE_BROKEN: [422, 'A rule of this console does not allow this. Nothing was sent.'],
  UPSTREAM_REFUSED: [422, 'The service refused the request.'],
  VERSION_MISSING: [428, 'It is not known which version of the record you saw. Nothing was sent. Reload the page.'],
  RATE_LIMITED: [429, 'Too many requests. Try again in a moment.'],
  READ_AHEAD_LIMITED: [429, 'Too many records were read ahead. Try again in a moment.'],
  CLIENT_CLOSED: [499, 'The browser no longer waited for the answer.'],
  INTERNAL: [500, 'Something went wrong in the gateway.'],
  UPSTREAM_FAILED: [502, 'The service failed.'],
  UPSTREAM_FORMAT: [502, 'The service answered in a form that is not understood.'],
  UPSTREAM_CREDENTIAL: [502, 'The service refused the credential of the console. An administrator has to renew it.'],
  UPSTREAM_UNAVAILABLE: [503, 'The service cannot be reached. Nothing was changed.'],
  STORE_UNAVAILABLE: [503, 'The database of the console does not answer, so nothing was sent. Try again in a moment.'],
  AUDIT_UNAVAILABLE: [503, 'The audit trail cannot be written, so nothing was sent.'],
  OWNER_UNREADABLE: [503, 'It could not be checked whose record this is, so nothing was sent. Try again.'],
  NOT_CONFIGURED: [503, 'Not configured for this environment'],
  IDENTITY_UNAVAILABLE: [503, 'The sign-in service cannot be reached. Try again in a moment.'],
  OVERLOADED: [503, 'The gateway is overloaded. Try again in a moment.'],
  UPSTREAM_TIMEOUT: [504, 'The service did not answer in time.'],
  OUTCOME_UNKNOWN: [504, 'The service did not confirm the change. Check whether it happened before you repeat it.'],
  STORAGE_FAILED: [507, 'The gateway has no room to keep the file while it is checked. Nothing was sent.'],
} as const satisfies Readonly<Record<ErrorCode, readonly [status: number, message: string]>>

/** The errors with their usual status and default message, for the document of the gateway. */
export const gatewayErrors: readonly (readonly [code: string, status: number, message: string])[] = Object.entries(
  table,
).map(([code, [status, message]]) => [code, status, message])

/** The default message of an error by its code; `undefined` for any other text. */
export const messageOf = (code: string): string | undefined => gatewayErrors.find(([known]) => known === code)?.[2]

/** Who changed a record, in this console. */
export interface ChangedBy {
  /** The person's name, or `you`. */
  readonly name: string
  /** ISO 8601 in UTC. */
  readonly at: string
  /** The label of the action. */
  readonly action: string
  /** Set where the service has changed the record since: by carrying out this change, or for someone outside this console. */
  readonly isSuperseded?: true
}

/** The message of a code, with the time to wait where that is known. */
function messageIn(code: ErrorCode, seconds: number | undefined): string {
  const [, message] = table[code]
  return seconds === undefined ? message : message.replace('in a moment', `in ${waitText(seconds)}`)
}

interface Details {
  readonly status?: number
  readonly message?: string | undefined
  /** The service's messages about single values, by the names that the screens give them. */
  readonly fields?: Readonly<Record<string, string>> | undefined
  /** A code of the identity provider or of the console, shown instead of the gateway's own. */
  readonly publicCode?: string | undefined
  readonly retryAfter?: number
  /** The permission that is missing, and who gives permissions here. */
  readonly permission?: string | undefined
  readonly contact?: string | null | undefined
  /** Who changed the record since the person saw it; null: no one in this console. */
  readonly changed?: ChangedBy | null | undefined
  /** Where an answer is not as its declaration says: places and types, never a value. */
  readonly misfit?: Pick<DriftEntry, 'path' | 'expected' | 'seen' | 'count'> | undefined
  /** The environment variable by which an operator can mend it, for the log. */
  readonly variable?: string | undefined
  /** Why it is refused, as the audit trail has it, for the log: fixed words, never a value. */
  readonly why?: string | undefined
  readonly cause?: unknown
}

/** A failure with an answer. Any other error is a defect and is answered with INTERNAL. */
export class GatewayError extends Error {
  override readonly name = 'GatewayError'
  readonly code: ErrorCode
  readonly status: number
  readonly publicCode: string
  /** True for the default message of the code: no one has said more. */
  readonly isDefaultMessage: boolean
  readonly retryAfter: number | undefined
  readonly fields: Details['fields']
  readonly permission: string | undefined
  readonly contact: string | undefined
  readonly changed: Details['changed']
  readonly misfit: Details['misfit']
  readonly why: string | undefined
  /** The status with which the service answered; null where there is no answer. */
  upstreamStatus: number | null = null
  variable: string | undefined
  /** The page that a refused sign-in was for, so that another one leads there. */
  next: string | undefined

  constructor(code: ErrorCode, details: Details = {}) {
    super(details.message ?? messageIn(code, details.retryAfter), { cause: details.cause })
    this.code = code
    this.status = details.status ?? table[code][0]
    this.publicCode = details.publicCode ?? code
    this.isDefaultMessage = this.message === table[code][1]
    this.retryAfter = details.retryAfter
    this.fields = details.fields
    this.permission = details.permission
    this.contact = details.contact ?? undefined
    this.changed = details.changed
    this.misfit = details.misfit
    this.variable = details.variable
    this.why = details.why
  }
}

/** The variable by which an operator can mend a failure, or one that it was caused by. */
export const variableIn = (error: unknown): string | undefined =>
  (error instanceof GatewayError ? error.variable : undefined) ??
  (error instanceof Error && error.cause !== undefined ? variableIn(error.cause) : undefined)

/** Rejects with an error of this code: for `.catch()`. */
export const failWith =
  (code: ErrorCode, details: Pick<Details, 'message' | 'variable'> = {}) =>
  (cause: unknown): never => {
    throw new GatewayError(code, { ...details, cause })
  }

/**
 * The refusal of a use beyond a quota.
 *
 * @param waitMs until the next one is free
 * @param textOf its own message, by that time in words
 */
export function overQuota(waitMs: number, textOf?: (wait: string) => string): GatewayError {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000))
  return new GatewayError('RATE_LIMITED', { message: textOf?.(waitText(retryAfter)), retryAfter })
}

/** An answer as it leaves the gateway, which an Idempotency-Key replays. */
export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** The error's answer; 401 has the upstream's words for an ended session. */
export const answerOf = (error: GatewayError, requestId: string): Answer => ({
  status: error.status,
  body: {
    code: error.publicCode,
    message: error.message,
    ...(error.isDefaultMessage && { isDefaultMessage: true }),
    requestId,
    ...(error.fields && { fields: error.fields }),
    ...(error.permission === undefined ? {} : { permission: error.permission }),
    ...(error.contact === undefined ? {} : { contact: error.contact }),
    ...(error.changed === undefined ? {} : { changed: error.changed }),
    ...(error.next === undefined ? {} : { next: error.next }),
    ...(error.code === 'SESSION_OVER' ? { detail: 'Invalid token.' } : {}),
  },
})

/** Errors of the server itself (body too large, not JSON, rate limit) under the gateway's own codes. */
function fromFramework(error: unknown): GatewayError | undefined {
  const code = valueAt(error, '/code')
  // Some have it from their prototype.
  const statusCode = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  // A folder of assets, or a path that would lead out of it.
  if (statusCode === 403) return new GatewayError('NOT_FOUND')
  if (statusCode === 413) return new GatewayError('TOO_LARGE')
  if (statusCode === 415) return new GatewayError('CROSS_SITE')
  if (statusCode === 429) return new GatewayError('RATE_LIMITED')
  if (statusCode === 400)
    return new GatewayError('BAD_REQUEST', { message: 'The body is not JSON: send a JSON object.' })
  return code === 'FST_UNDER_PRESSURE' ? new GatewayError('OVERLOADED', { retryAfter: 10 }) : undefined
}

/** Who made a request, and its operation, as far as they are known. */
const madeBy = ({ staffSession, operation }: FastifyRequest) => ({
  userId: staffSession?.data.userId,
  operation: operation?.id,
})

/** The one exit of every error. A defect is logged by its kind and place only: its message may contain personal data. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = error instanceof GatewayError ? error : fromFramework(error)
  if (known === undefined) request.log.error({ err: error }, 'defect')
  const failure = known ?? new GatewayError('INTERNAL')
  const { code, why } = failure
  const facts = { ...madeBy(request), code, why }
  if (code === 'CLIENT_CLOSED') request.log.info(facts, 'not awaited')
  else if (failure.status < 500) request.log.info(facts, 'refused')
  else if (known !== undefined)
    request.log.warn({ ...facts, variable: variableIn(failure), err: failure.cause }, 'failed')
  if (failure.retryAfter !== undefined) reply.header('retry-after', String(failure.retryAfter))
  const { status, body } = answerOf(failure, request.id)
  // A file can fail after its own headers were set, before its first byte.
  void reply.removeHeader('content-disposition')
  return reply.code(status).type('application/json; charset=utf-8').send(body)
}
