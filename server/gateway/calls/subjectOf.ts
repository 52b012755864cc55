import type { FastifyRequest } from 'fastify'
import type { Operation } from '../../../language/operations.ts'
import { ownerNeed } from '../../../language/owner.ts'
import { valueAt } from '../../../language/pointer.ts'
import { readPart } from '../../../language/readPart.ts'
import { readRecord } from '../../../language/readRecord.ts'
import { fieldsOf, targetOf } from '../audit/auditEntries.ts'
import { recordEvent } from '../audit/auditTrail.ts'
import { AnsweredError, callForWhole, type OperationCall } from './operationCall.ts'
import { GatewayError } from '../core/errors.ts'
import type { GatewayContext } from '../core/gatewayContext.ts'
import { deadline } from '../core/limits.ts'
import { readingOf } from '../operations/operationRequest.ts'
import type { Operations, PreparedOperation } from '../operations/preparedOperations.ts'
import type { AuditSubject } from '../../store/auditRecord.ts'

type Fields = ReadonlyMap<string, string>

const OWNER_ID = /^[A-Za-z0-9_-]{1,64}$/

/** Whom the browser says a call is about, in the header `X-Owner`, believed by nobody yet. */
const claimIn = ({ headers }: FastifyRequest): string | undefined => {
  const owner = headers['x-owner']
  return typeof owner === 'string' && OWNER_ID.test(owner) ? owner : undefined
}

/**
 * The id of the record that the browser says a call is about; nothing where the call's values say it themselves.
 * @throws GatewayError BAD_REQUEST where it has to be said and is not
 */
export function ownerOf(request: FastifyRequest, operation: Operation): string | undefined {
  const need = ownerNeed(operation)
  if (need === 'none' || (need === 'optional' && request.headers['x-owner'] === undefined)) return undefined
  const owner = claimIn(request)
  if (owner !== undefined) return owner
  throw new GatewayError('BAD_REQUEST', { message: 'Name the record that this belongs to in the X-Owner header.' })
}

/** What the trail keeps of an attempt that is refused before anybody asks whose the record is: the claim, as such. */
export function claimOf(request: FastifyRequest, operation: Operation): { readonly claimed?: string } {
  const claimed = ownerNeed(operation) === 'none' ? undefined : claimIn(request)
  return claimed === undefined ? {} : { claimed }
}

/** Whether the part that is asked for is among those of the owner, and every value that names the owner names this one. */
function isAmongParts({ definition, kind }: Operation, fields: Fields, owner: string, answer: unknown): boolean {
  if (definition.kind !== 'nested') return false
  const { key, carry, files } = definition.partOf
  const wanted = fields.get(key) ?? fields.get('id')
  const names = Object.keys(carry).filter((name) => carry[name] === 'id' && fields.has(name))
  const isThisOwner = names.every((name) => fields.get(name) === owner)
  if (!isThisOwner || wanted === undefined) return false
  const isNamedFile = kind === 'download' && files.some((place) => valueAt(answer, place) === wanted)
  return isNamedFile || readPart(definition, answer, { id: owner }).records.some(({ id }) => String(id) === wanted)
}

/** Whether the record has the very values by which the call names it. */
function isNamed({ definition }: Operation, fields: Fields, owner: string, answer: unknown): boolean {
  const record = readRecord(definition, answer, owner)
  return [...fields].every(([field, value]) => {
    const own = record[field]
    return (typeof own === 'string' || typeof own === 'number') && String(own) === value
  })
}

/** What the parts or the naming values are looked up in, as the service tells it at this moment. */
async function ownersAnswer(
  context: GatewayContext,
  reading: PreparedOperation | undefined,
  call: OperationCall,
  owner: string,
): Promise<unknown> {
  if (reading === undefined) throw new GatewayError('OWNER_UNREADABLE')
  const checked = readingOf(reading, owner)
  const { staff } = call
  // Shorter than the call's own time, so that some of it is left for the call itself.
  const signal = deadline(context.limits.readMs, call.signal)
  try {
    const { body } = await callForWhole(context, { prepared: reading, checked, staff, idempotencyKey: null, signal })
    return valueAt(body, reading.operation.response.item ?? '')
  } catch (error) {
    const cause = error instanceof AnsweredError ? error.failure : error
    if (!(cause instanceof GatewayError) || cause.code === 'SESSION_OVER') throw cause
    throw new GatewayError('OWNER_UNREADABLE', { cause })
  }
}

/** A restriction is not held up because the account's details cannot be read: it is recorded by its target then. */
const isDispensable = (error: unknown, operation: Operation): boolean =>
  error instanceof GatewayError && error.code === 'OWNER_UNREADABLE' && ownerNeed(operation) === 'optional'

/**
 * The record that a call is about where its values alone do not say it. The browser names it; here it is asked of the
 * service whether that is so: a document must be among the documents of the account it is approved for.
 *
 * @returns nothing for a change that may go without, where the service does not answer
 * @throws GatewayError WRONG_OWNER, on record, or OWNER_UNREADABLE; nothing has been sent then
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
