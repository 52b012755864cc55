import { isDeclaredFailure, isFailure } from '../../../language/answer.ts'
import type { Operation } from '../../../language/operations.ts'
import { isValues, placed, valueAt } from '../../../language/pointer.ts'
import { holds } from '../../../language/predicate.ts'
import { secondsIn } from '../../../language/retryAfter.ts'
import type { Pointer } from '../../../language/schema.ts'
import { GatewayError } from '../core/errors.ts'
import { jsonIfAny, jsonOf } from '../core/json.ts'
import type { UpstreamAnswer } from '../core/upstreamAnswer.ts'
import { fieldErrorsIn, redactedMessageIn } from './fieldErrors.ts'
import { misfitAt, type Misfit } from './misfits.ts'
import type { PreparedOperation } from './preparedOperations.ts'

/**
 * The meaning of 401: the staff token has ended (D-12), unless the service may have refused another credential of the
 * call. With a credential, only the words for an ended staff token end the session.
 */
function unauthorized({ operation, service }: PreparedOperation, text: string): GatewayError {
  const isStaffToken =
    operation.credential === undefined
      ? service?.authorization !== 'key'
      : valueAt(jsonIfAny(text), '/detail') === 'Invalid token.'
  return new GatewayError(isStaffToken ? 'SESSION_OVER' : 'UPSTREAM_CREDENTIAL')
}

/** Answers of a proxy before the service: the call was passed on, and its outcome was lost. */
const LOST_ON_THE_WAY: readonly number[] = [502, 504]

interface Refused {
  readonly body: unknown
  readonly status: number | undefined
  readonly operation: Operation
  /** The declared place of the message. */
  readonly place?: Pointer | undefined
}

/** A refusal by the service, in its own words. */
function refusal({ body, status, operation, place }: Refused): GatewayError {
  const message = redactedMessageIn(body, place)
  if (status === 403) return new GatewayError('UPSTREAM_FORBIDDEN', { message })
  if (status === 404) return new GatewayError('NOT_FOUND', { message })
  const fields = fieldErrorsIn(operation, body)
  return new GatewayError('UPSTREAM_REFUSED', { ...(status === undefined ? {} : { status }), message, fields })
}

/** The failure of an answer by its status; `undefined` for success. */
export function failureIn(
  prepared: PreparedOperation,
  { status, text, headers }: UpstreamAnswer,
): GatewayError | undefined {
  if (status >= 200 && status < 300) return undefined
  if (status === 401) return unauthorized(prepared, text)
  if (prepared.operation.effect === 'mutate' && LOST_ON_THE_WAY.includes(status))
    return new GatewayError('OUTCOME_UNKNOWN')
  if (status < 400 || status >= 500) return new GatewayError('UPSTREAM_FAILED')
  if (status === 429) return new GatewayError('RATE_LIMITED', { retryAfter: secondsIn(headers['retry-after']) ?? 1 })
  return refusal({ body: jsonIfAny(text), status, operation: prepared.operation })
}

/**
 * The failure that the body of a 2xx answer reports (X7), with the 4xx status that the body may name. An operation may
 * declare more signs of a failure, and what they mean.
 */
export function refusalIn(body: unknown, operation?: Operation): GatewayError | undefined {
  const declared = operation?.response.failures?.find((failure) => isDeclaredFailure(body, failure))
  if (operation !== undefined && declared !== undefined)
    return refusal({ body, status: declared.status, operation, place: declared.message })
  if (!isFailure(body)) return undefined
  const status = valueAt(body, '/status')
  const isRefusal =
    typeof status === 'number' && Number.isInteger(status) && status >= 400 && status < 500 && status !== 401
  return new GatewayError('UPSTREAM_REFUSED', {
    ...(isRefusal ? { status } : {}),
    message: redactedMessageIn(body),
    fields: operation && fieldErrorsIn(operation, body),
  })
}

/** The place of the requested values: a list's records, or the part of an action's answer that is shown. */
function placeOf({ kind, response, action }: Operation): Pointer | undefined {
  if (kind === 'list') return response.items ?? ''
  return kind === 'action' ? action?.result?.path : undefined
}

/**
 * The failure of an answer with a sentence in place of the requested values: the service explains why there are none
 * (D-185). For a list that means that nothing was found.
 */
function sentenceIn(operation: Operation, body: unknown): GatewayError | undefined {
  const place = placeOf(operation)
  const said = place !== undefined && isValues(body) ? valueAt(body, place) : undefined
  return typeof said === 'string' && said.trim() !== ''
    ? new GatewayError('UPSTREAM_REFUSED', {
        ...(operation.kind === 'list' ? { status: 404 } : {}),
        message: redactedMessageIn({ message: said }),
      })
    : undefined
}

/** Where the answer lacks what every answer of the operation has. */
function formMisfit({ kind, response }: Operation, body: unknown): Misfit | undefined {
  const { items = '', item = '' } = response
  const found = valueAt(body, kind === 'list' ? items : item)
  if (kind === 'list') return Array.isArray(found) ? undefined : misfitAt(items, 'array', found)
  const isRead = kind === 'getOne' || kind === 'read'
  return isRead && !isValues(found) ? misfitAt(item, 'object', found) : undefined
}

/** The answer with an empty list, if the service says so in its declared way. */
function emptied({ kind, response: { hasItems, items = '' } }: Operation, body: unknown): unknown {
  const isDeclared = kind === 'list' && hasItems !== undefined && Object.keys(hasItems).length > 0
  const isEmpty = isDeclared && isValues(body) && !holds(hasItems, body)
  return isEmpty && !Array.isArray(valueAt(body, items)) ? placed(body, items, []) : body
}

/** The JSON of a successful answer; an action may answer 204 without it. @throws GatewayError */
export function bodyOf(operation: Operation, { status, text }: UpstreamAnswer): unknown {
  if (operation.kind === 'action' && text === '' && (status === 204 || status === 205)) return {}
  const whole = jsonOf(text)
  const refused = refusalIn(whole, operation)
  if (refused !== undefined) throw refused
  const body = emptied(operation, whole)
  const refusal = sentenceIn(operation, body)
  if (refusal !== undefined) throw refusal
  const misfit = formMisfit(operation, body)
  if (misfit !== undefined) throw new GatewayError('UPSTREAM_FORMAT', { misfit })
  return body
}
