import { valueAt } from '../../../language/pointer.ts'
import { replacesRecord } from '../../../language/simpleRest.ts'
import { AnsweredError, callForWhole, type OperationCall } from './operationCall.ts'
import { GatewayError } from '../core/errors.ts'
import type { GatewayContext } from '../core/gatewayContext.ts'
import { isObject } from '../core/json.ts'
import { deadline } from '../core/limits.ts'
import { readingOf } from '../operations/operationRequest.ts'
import type { Operations } from '../operations/preparedOperations.ts'

/** Failures of the reading that say as much about the change. */
const telling = ['SESSION_OVER', 'NOT_FOUND', 'UPSTREAM_FORBIDDEN']

const unreadable = (cause: unknown): GatewayError =>
  new GatewayError('OWNER_UNREADABLE', {
    cause,
    message: 'The record could not be read, so nothing was sent. Try again.',
  })

/**
 * What a call sends that replaces a record: the record as the service has it at this moment, with the changes in it.
 * The browser knows neither what is masked nor what is not declared, and must not overwrite it.
 *
 * @returns nothing for all other calls
 */
export async function wholeRecordOf(
  context: GatewayContext,
  operations: Operations,
  { prepared: { operation }, checked, staff, signal }: OperationCall,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (!replacesRecord(operation)) return undefined
  const prepared = operations.get(`${operation.resource}.getOne`)
  if (prepared === undefined) throw unreadable(undefined)
  const reading = readingOf(prepared, String(checked.path['id']))
  // Shorter than the call's own time, so that some of it is left for the call itself.
  const call = {
    prepared,
    checked: reading,
    staff,
    idempotencyKey: null,
    signal: deadline(context.limits.readMs, signal),
  }
  const { body } = await callForWhole(context, call).catch((error: unknown) => {
    const cause = error instanceof AnsweredError ? error.failure : error
    throw cause instanceof GatewayError && !telling.includes(cause.code) ? unreadable(cause) : cause
  })
  const record = valueAt(body, prepared.operation.response.item ?? '')
  if (!isObject(record)) throw unreadable(undefined)
  return { ...record, ...checked.body }
}
