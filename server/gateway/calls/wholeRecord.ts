import { valueAt } from '../../../language/pointer.ts'
import { replacesRecord } from '../../../language/simpleRest.ts'
import { type OperationCall, readWhole } from './operationCall.ts'
import { GatewayError } from '../core/errors.ts'
import type { GatewayContext } from '../core/gatewayContext.ts'
import { isObject } from '../core/json.ts'
import type { Operations } from '../operations/preparedOperations.ts'

/** Failures of the reading that also describe the change. */
const telling = ['SESSION_OVER', 'NOT_FOUND', 'UPSTREAM_FORBIDDEN', 'BAD_REQUEST']

const unreadable = (cause: unknown): GatewayError =>
  new GatewayError('OWNER_UNREADABLE', {
    cause,
    message: 'The record could not be read, so nothing was sent. Try again.',
  })

/**
 * The service's current record for a call that replaces it, to send with the changes. The browser knows neither masked
 * nor undeclared values, and must not overwrite them.
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
  // Shorter than the call's own time, so that some of it is left for the call itself.
  const body = await readWhole(context, prepared, staff, String(checked.path['id']), signal).catch((error: unknown) => {
    throw error instanceof GatewayError && !telling.includes(error.code) ? unreadable(error) : error
  })
  const record = valueAt(body, prepared.operation.response.item ?? '')
  if (!isObject(record)) throw unreadable(undefined)
  return record
}
