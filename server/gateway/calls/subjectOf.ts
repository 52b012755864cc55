import type { FastifyRequest } from 'fastify'
import { type Operation, ownerNeed } from '../../../language/operations.ts'
import { valueAt } from '../../../language/pointer.ts'
import { RECORD_ID } from '../../../language/recordId.ts'
import { readPart, readRecord } from '../../../language/readRecord.ts'
import { fieldsOf, targetOf } from '../audit/auditEntries.ts'
import { recordEvent } from '../audit/auditTrail.ts'
import { type OperationCall, readWhole } from './operationCall.ts'
import { GatewayError } from '../core/errors.ts'
import type { GatewayContext } from '../core/gatewayContext.ts'
import type { Operations, PreparedOperation } from '../operations/preparedOperations.ts'
import type { AuditSubject } from '../../store/auditRecord.ts'

type Fields = ReadonlyMap<string, string>

/** The owner that the browser claims in the header `X-Owner`, not verified. */
const claimIn = ({ headers }: FastifyRequest): string | undefined => {
  const owner = headers['x-owner']
  return typeof owner === 'string' && RECORD_ID.test(owner) ? owner : undefined
}

/**
 * The id of the record that the browser claims as the owner; nothing where the call's values name it.
 * @throws GatewayError BAD_REQUEST when a required owner is missing
 */
export function ownerOf(request: FastifyRequest, operation: Operation): string | undefined {
  const need = ownerNeed(operation)
  if (need === 'none' || (need === 'optional' && request.headers['x-owner'] === undefined)) return undefined
  const owner = claimIn(request)
  if (owner !== undefined) return owner
  throw new GatewayError('BAD_REQUEST', { message: 'Name the record that this belongs to in the X-Owner header.' })
}

/** The unverified owner, for the record of an attempt that is refused before the owner is checked. */
export function claimOf(request: FastifyRequest, operation: Operation): { readonly claimed?: string } {
  const claimed = ownerNeed(operation) === 'none' ? undefined : claimIn(request)
  return claimed === undefined ? {} : { claimed }
}

/** True when the nested record belongs to the owner, and every value that names the owner names this one. */
function isAmongParts({ definition, kind }: Operation, fields: Fields, owner: string, answer: unknown): boolean {
  if (definition.kind !== 'nested') return false
  const { key, include, files } = definition.partOf
  const wanted = fields.get(key) ?? fields.get('id')
  const names = Object.keys(include).filter((name) => include[name] === 'id' && fields.has(name))
  const isThisOwner = names.every((name) => fields.get(name) === owner)
  if (!isThisOwner || wanted === undefined) return false
  const isNamedFile = kind === 'download' && files.some((place) => valueAt(answer, place) === wanted)
  return isNamedFile || readPart(definition, answer, { id: owner }).records.some(({ id }) => String(id) === wanted)
}

/** True when the record has the values by which the call names it. */
function isNamed({ definition }: Operation, fields: Fields, owner: string, answer: unknown): boolean {
  const record = readRecord(definition, answer, owner)
  return [...fields].every(([field, value]) => {
    const own = record[field]
    return (typeof own === 'string' || typeof own === 'number') && String(own) === value
  })
}

/** The owner's current record from the service, to find the nested records or the values in. */
async function ownersAnswer(
  context: GatewayContext,
  reading: PreparedOperation | undefined,
  call: OperationCall,
  owner: string,
): Promise<unknown> {
  if (reading === undefined) throw new GatewayError('OWNER_UNREADABLE')
  try {
    // Shorter than the call's own time, so that some of it is left for the call itself.
    const body = await readWhole(context, reading, call.staff, owner, call.signal)
    return valueAt(body, reading.operation.response.item ?? '')
  } catch (error) {
    if (!(error instanceof GatewayError) || ['SESSION_OVER', 'BAD_REQUEST'].includes(error.code)) throw error
    throw new GatewayError('OWNER_UNREADABLE', { cause: error })
  }
}

/** True when the change may go out without a verified owner, because it is optional and cannot be read. */
const isDispensable = (error: unknown, operation: Operation): boolean =>
  error instanceof GatewayError && error.code === 'OWNER_UNREADABLE' && ownerNeed(operation) === 'optional'

/**
 * The record that a call is about, where its values do not name it. The browser names the owner, and the gateway checks
 * it with the service: a document must be among the documents of the account that it is approved for.
 *
 * @returns nothing for a change with an optional owner when the service does not answer
 * @throws GatewayError WRONG_OWNER, which is recorded, or OWNER_UNREADABLE; nothing has been sent
 */
export async function subjectOf(
  context: GatewayContext,
  operations: Operations,
  { owner, ...call }: OperationCall & { readonly owner: string | undefined },
): Promise<AuditSubject | undefined> {
  if (owner === undefined) return undefined
  const { operation } = call.prepared
  const { partOf, name } = operation.definition
  const resource = partOf?.resource ?? name
  const reading = operations.get(`${resource}.${partOf?.read ?? 'getOne'}`)
  let answer: unknown
  try {
    answer = await ownersAnswer(context, reading, call, owner)
  } catch (error) {
    if (!isDispensable(error, operation)) throw error
    call.staff.log.warn({ operation: operation.id, err: error }, 'subject not verified')
    return undefined
  }
  const fields = fieldsOf(operation, call.checked)
  const isOwners = partOf === null ? isNamed : isAmongParts
  if (isOwners(operation, fields, owner, answer)) return { resource, id: owner }
  const target = targetOf(operation, call.checked, context.store.audit)
  await recordEvent(context.store, operation.id, call.staff, {
    result: 'refused',
    why: 'not of this record',
    target,
    claimed: owner,
  })
  throw new GatewayError('WRONG_OWNER')
}
