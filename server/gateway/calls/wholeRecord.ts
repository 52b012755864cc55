import type { ErrorCode } from '../../../language/errorCode.ts'
import { isValues, valueAt } from '../../../language/pointer.ts'
import { isCompared } from '../../../language/recordVersion.ts'
import { ownSubjectOf } from '../audit/auditEntries.ts'
import type { StatedCall } from './currentRecord.ts'
import type { Readings } from './readings.ts'
import { GatewayError } from '../core/errors.ts'
import type { Operations } from '../operations/preparedOperations.ts'

/** Failures of the reading that also describe the change. */
const telling: readonly ErrorCode[] = ['SESSION_OVER', 'NOT_FOUND', 'UPSTREAM_FORBIDDEN', 'BAD_REQUEST']

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
  readings: Readings,
  { prepared: { operation }, checked }: StatedCall,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (!operation.replaces) return undefined
  const { resource, definition } = operation
  const id = ownSubjectOf(operation, checked)?.id ?? ''
  const { body } = await readings.outcome(`${resource}.getOne`, id).catch((error: unknown) => {
    throw error instanceof GatewayError && !telling.includes(error.code) ? unreadable(error) : error
  })
  const record = valueAt(body, definition.bindings['getOne']?.response.item ?? '')
  if (!isValues(record)) throw unreadable(undefined)
  return record
}

/**
 * The version of the record that was compared, for a change of the same address, or of another one where the action says so:
 * the service refuses the change if the record has changed since. A weak version proves nothing.
 */
export async function etagOf(
  operations: Operations,
  readings: Readings,
  { prepared: { operation }, checked, version }: StatedCall,
): Promise<string | undefined> {
  const read = operations.get(`${operation.resource}.getOne`)?.operation
  const id = ownSubjectOf(operation, checked)?.id
  const isNeeded = (version !== undefined && isCompared(operation)) || operation.replaces
  const isMeant = read?.path === operation.path || operation.action?.sendsIfMatch === true
  const isSame = read?.service === operation.service && isMeant && operation.method !== 'GET'
  if (!isNeeded || !isSame || id === undefined) return undefined
  const { etag } = await readings.outcome(read.id, id)
  return etag?.startsWith('"') === true ? etag : undefined
}
