import { isFailure, messageIn } from '../../../language/answer.ts'
import type { Operation } from '../../../language/operations.ts'
import { valueAt } from '../../../language/pointer.ts'
import { countsRecords } from '../../../language/simpleRest.ts'
import type { Pointer } from '../../../language/schema.ts'
import { GatewayError } from '../core/errors.ts'
import { isObject, jsonIfAny, jsonOf } from '../core/json.ts'
import type { UpstreamAnswer } from '../core/upstream.ts'
import type { PreparedOperation } from './preparedOperations.ts'

const secondsOf = (retryAfter: string | undefined): number =>
  retryAfter !== undefined && /^\d{1,4}$/.test(retryAfter) ? Number(retryAfter) : 1

/**
 * What 401 means: the staff token is over (D-12), unless the call carried something else that may have been refused.
 * With a credential, only the words for a staff token that is over end the session.
 */
function unauthorized({ operation, authorization }: PreparedOperation, text: string): GatewayError {
  const isStaffToken =
    operation.credential === undefined
      ? authorization !== 'key'
      : valueAt(jsonIfAny(text), '/detail') === 'Invalid token.'
  return new GatewayError(isStaffToken ? 'SESSION_OVER' : 'UPSTREAM_CREDENTIAL')
}

/** Said by whatever stands before the service: the call was passed on, and what came of it was lost. */
const LOST_ON_THE_WAY: readonly number[] = [502, 504]

/** What an answer's status means by itself; `undefined` for success. */
export function failureIn(
  prepared: PreparedOperation,
  { status, text, retryAfter }: UpstreamAnswer,
): GatewayError | undefined {
  if (status >= 200 && status < 300) return undefined
  if (status === 401) return unauthorized(prepared, text)
  if (prepared.operation.effect === 'mutate' && LOST_ON_THE_WAY.includes(status))
    return new GatewayError('OUTCOME_UNKNOWN')
  if (status < 400 || status >= 500) return new GatewayError('UPSTREAM_FAILED')
  const message = messageIn(jsonIfAny(text))
  if (status === 403) return new GatewayError('UPSTREAM_FORBIDDEN', { message })
  if (status === 404) return new GatewayError('NOT_FOUND', { message })
  if (status === 429) return new GatewayError('RATE_LIMITED', { retryAfter: secondsOf(retryAfter) })
  return new GatewayError('UPSTREAM_REFUSED', { status, message })
}

/** A 2xx whose body reports a failure (X7), with the status the body names if it is one of the 4xx family. */
export function refusalIn(body: unknown): GatewayError | undefined {
  if (!isFailure(body)) return undefined
  const status = valueAt(body, '/status')
  const isRefusal =
    typeof status === 'number' && Number.isInteger(status) && status >= 400 && status < 500 && status !== 401
  return new GatewayError('UPSTREAM_REFUSED', { ...(isRefusal ? { status } : {}), message: messageIn(body) })
}

/** Where the values asked for sit: the records of a list, what an action shows of its answer. */
function placeOf({ kind, response, action }: Operation): Pointer | undefined {
  if (kind === 'list') return response.items ?? ''
  return kind === 'action' ? action?.result?.at : undefined
}

/**
 * A sentence where the values asked for should be: the service says why there are none (D-185). Of a list that is the
 * same as not finding what was searched.
 */
function sentenceIn(operation: Operation, body: unknown): GatewayError | undefined {
  const place = placeOf(operation)
  const said = place !== undefined && isObject(body) ? valueAt(body, place) : undefined
  return typeof said === 'string' && said.trim() !== ''
    ? new GatewayError('UPSTREAM_REFUSED', {
        ...(operation.kind === 'list' ? { status: 404 } : {}),
        message: messageIn({ message: said }),
      })
    : undefined
}

/** Whether the answer has the parts without which it cannot be this operation's. */
function hasForm({ kind, response }: Operation, body: unknown): boolean {
  if (kind === 'list') return Array.isArray(valueAt(body, response.items ?? ''))
  return kind === 'getOne' || kind === 'read' ? isObject(valueAt(body, response.item ?? '')) : true
}

/** The JSON of a successful answer. An action may answer 204 without one. */
export function bodyOf(operation: Operation, { status, text }: UpstreamAnswer): unknown {
  if (operation.kind === 'action' && text === '' && (status === 204 || status === 205)) return {}
  const body = jsonOf(text)
  const refusal = refusalIn(body) ?? sentenceIn(operation, body)
  if (refusal !== undefined) throw refusal
  if (!hasForm(operation, body)) throw new GatewayError('UPSTREAM_FORMAT')
  return body
}

/**
 * How many records a collection has: `items 0-24/319`. Nothing for an operation whose answer does not say it.
 *
 * @throws GatewayError UPSTREAM_FORMAT where it should and does not
 */
export function countIn(operation: Operation, { contentRange = '' }: UpstreamAnswer): number | undefined {
  if (!countsRecords(operation)) return undefined
  const [, count] = /^[^/]{0,200}\/(\d{1,15})$/.exec(contentRange) ?? []
  if (count === undefined) throw new GatewayError('UPSTREAM_FORMAT')
  return Number(count)
}
