import type { ErrorCode } from '../../../language/errorCode.ts'
import { conditionFields } from '../../../language/availability.ts'
import { coerceRecord } from '../../../language/coerceRecord.ts'
import { comparedValues, isConditional, type Operation, needsOwner } from '../../../language/operations.ts'
import { isValues, valueAt, type Values } from '../../../language/pointer.ts'
import { isPresent } from '../../../language/predicate.ts'
import { identified, idOf } from '../../../language/recordId.ts'
import { type PageRecord, readPart, readRecord, withRow } from '../../../language/readRecord.ts'
import { comparedFields, stateFields } from '../../../language/recordVersion.ts'
import type { ListResource, NestedResource, Resource } from '../../../language/resource.ts'
import { placeholdersOf } from '../../../language/template.ts'
import { stateReadOf } from '../../../language/stateRead.ts'
import { rowQueryOf } from '../../../language/rowQuery.ts'
import { fieldsOf, ownSubjectOf } from '../audit/auditEntries.ts'
import { recordRefusal } from '../audit/auditTrail.ts'
import { changedBy } from '../audit/changedBy.ts'
import type { ReadRecord } from '../audit/recordState.ts'
import type { OperationCall } from './operationCall.ts'
import { type Readings, type RecordReads, unreadable } from './readings.ts'
import { GatewayError } from '../core/errors.ts'
import type { GatewayContext } from '../core/gatewayContext.ts'
import { deadline } from '../core/limits.ts'
import type { Operations } from '../operations/preparedOperations.ts'
import type { AuditSubject } from '../../store/auditRecord.ts'

/** A call whose record is read first, by these readings. */
interface Asked {
  readonly operation: Operation
  /** The values by which the call names its record, by the fields' names. */
  readonly named: ReadonlyMap<string, string>
  readonly readings: RecordReads
  /** The fields that decide whether the call is made. */
  readonly needed: readonly string[]
  /** The record was read before, and is the one that the call names. */
  readonly isVerified?: true
}

/**
 * The record of a call as the service has it; `file` for a file of the owner that is no record. `foreign`: the owner has
 * no such record. `gone`: the record no longer exists.
 */
type Found = { readonly record: Values } | 'file' | 'foreign' | 'gone'

/** True when the record has the values by which the call names it. */
const isNamed = (named: Asked['named'], record: Values): boolean =>
  [...named].every(([field, value]) => {
    const own = record[field]
    return (typeof own === 'string' || typeof own === 'number') && String(own) === value
  })

/** The nested record, if it belongs to the owner and every value that names the owner names this one. */
async function readNested(definition: NestedResource, asked: Asked, owner: string): Promise<Found> {
  const { operation, named, readings, needed } = asked
  const { resource, read = 'getOne', key, include, files } = definition.partOf
  const isNew = operation.action?.scope === 'list'
  const asks = isNew ? [...named.keys()].filter((field) => include[field] !== 'id') : needed
  const needsParent = asks.some((field) => Object.hasOwn(include, field))
  const [answer, detail] = await Promise.all([
    readings.answer(`${resource}.${read}`, owner),
    needsParent ? readings.answer(`${resource}.getOne`, owner) : undefined,
  ])
  const own = named.get(key) ?? named.get('id')
  const names = Object.keys(include).filter((name) => include[name] === 'id' && named.has(name))
  if (names.some((name) => named.get(name) !== owner)) return 'foreign'
  const parent = needsParent ? readings.definitionOf(resource) : undefined
  const whole: PageRecord = parent === undefined ? { id: owner } : readRecord(parent, detail, owner)
  if (isNew) {
    const given = Object.fromEntries(Object.entries(include).map(([field, from]) => [field, whole[from]]))
    return names.length > 0 && isNamed(named, given) ? { record: given } : 'foreign'
  }
  const record = readPart(definition, answer, whole).records.find(({ id }) => String(id) === own)
  if (record !== undefined) return { record }
  return operation.kind === 'download' && files.some((place) => valueAt(answer, place) === own) ? 'file' : 'foreign'
}

/** True when the detail contains a record, as its page requires, and not another one. */
function isThere(definition: ListResource, detail: unknown, id: string): boolean {
  const { show, detail: own, record } = definition
  const whole = own === null ? coerceRecord(detail, record) : undefined
  const other = isValues(whole) ? idOf(definition, whole) : undefined
  if (other !== undefined && String(other) !== id) throw unreadable()
  return show === null || isPresent(valueAt(detail, show.exists))
}

/** The row of a record in its list. @param known the record as far as it is known, with the values to find it by */
async function readRow(
  definition: ListResource,
  readings: RecordReads,
  known: PageRecord,
): Promise<Values | undefined> {
  const { name, list, record } = definition
  const query = rowQueryOf(list, known)
  if (query === undefined) throw unreadable()
  const rows = await readings.rows(name, query)
  return rows
    .map((row) => identified(definition, coerceRecord(row, record)))
    .filter(isValues)
    .find(({ id }) => String(id) === known.id)
}

/** The record itself: its detail, with what only its row of the list has. */
async function readOwn(definition: ListResource, asked: Asked, id: string): Promise<Found> {
  const { operation, named, readings, needed } = asked
  const compared = comparedValues(operation)
  const { hasDetail, fromRow } = stateReadOf(definition, [...needed, ...compared])
  const verified = needsOwner(operation) ? named : new Map([...named].filter(([field]) => compared.includes(field)))
  const isForeign = (found: Values): boolean => asked.isVerified !== true && !isNamed(verified, found)
  let record: PageRecord = { ...Object.fromEntries(named), id }
  if (hasDetail) {
    const detail = await readings.answer(`${definition.name}.getOne`, id)
    if (needed.length > 0 && !isThere(definition, detail, id)) return 'gone'
    record = readRecord(definition, detail, id)
    if (isForeign(record)) return 'foreign'
  }
  if (fromRow.length === 0) return { record }
  const row = await readRow(definition, readings, record)
  if (row === undefined) return 'gone'
  if (hasDetail) return { record: withRow(record, fromRow, row) }
  return isForeign(row) ? 'foreign' : { record: row }
}

/** The failures of a read that also describe the call: nothing was sent. */
const telling: readonly ErrorCode[] = [
  'SESSION_OVER',
  'BAD_REQUEST',
  'UPSTREAM_FORBIDDEN',
  'UPSTREAM_UNAVAILABLE',
  'NOT_CONFIGURED',
  'CLIENT_CLOSED',
]

/** True for such a failure. */
export const isTelling = ({ code }: GatewayError): boolean => telling.includes(code)

/** @throws GatewayError OWNER_UNREADABLE where the record cannot be read */
async function read(definition: Resource, asked: Asked, id: string): Promise<Found> {
  try {
    if (definition.kind === 'nested') return await readNested(definition, asked, id)
    return definition.kind === 'list' ? await readOwn(definition, asked, id) : 'foreign'
  } catch (error) {
    if (!(error instanceof GatewayError) || isTelling(error)) throw error
    if (error.code === 'NOT_FOUND' && asked.needed.length > 0) return 'gone'
    throw error.code === 'OWNER_UNREADABLE' ? error : unreadable(error)
  }
}

/** A call with what the browser says of it: its owner, the version that the person saw, and what was typed. */
export type StatedCall = OperationCall & {
  readonly owner: string | undefined
  readonly version: string | undefined
  /** The digest of what the person typed to confirm. */
  readonly confirmation: string | undefined
}

/**
 * The fields that decide whether a call is made: those of its conditions and of the text to type, and those that must be
 * as they were seen.
 */
function neededFields(operation: Operation, version: string | undefined): readonly string[] {
  const { action, definition } = operation
  if (action === undefined || definition.kind === 'form') return []
  const typed = placeholdersOf(action.confirm?.typed?.text ?? '')
  if (!isConditional(operation)) return typed
  return [...typed, ...conditionFields(action), ...(version === undefined ? [] : comparedFields(definition, action))]
}

/** The record that a call is about, and its current state as screens have it, where the call depends on it. */
export interface Current {
  /** Set where the call's values do not name the record: verified. */
  readonly subject: AuditSubject | undefined
  readonly record: Values | undefined
}

const nothing: Current = { subject: undefined, record: undefined }

const refusals = {
  foreign: ['not of this record', 'WRONG_OWNER', undefined],
  gone: ['gone', 'CONFLICT', 'This is no longer there. Nothing was sent. Look again.'],
} as const

/**
 * The record that a call is about, read from the service: to verify that it belongs to the owner that the browser names
 * (a document must be among the documents of the account that it is approved for), and to decide by its current state.
 *
 * @throws GatewayError WRONG_OWNER or CONFLICT, which are recorded, or OWNER_UNREADABLE; nothing has been sent
 */
export async function currentRecord(
  context: GatewayContext,
  operations: Operations,
  readings: Readings,
  { owner, version, ...call }: Omit<StatedCall, 'confirmation'>,
): Promise<Current> {
  const { prepared, checked, staff } = call
  const { operation } = prepared
  const { definition } = operation
  const named = fieldsOf(operation, checked)
  const needed = neededFields(operation, version)
  const own = ownSubjectOf(operation, checked)
  const id = owner ?? (needed.length > 0 || comparedValues(operation).length > 0 ? own?.id : undefined)
  if (id === undefined) return nothing
  const asked = { operation, named, needed }
  const found = await read(definition, { ...asked, readings: readings.whole }, id)
  if (found === 'foreign' || found === 'gone') {
    const [why, code, message] = refusals[found]
    const subject = found === 'gone' ? own : undefined
    const claim = owner === undefined ? {} : { claimed: owner }
    await recordRefusal(context.store, { ...call, operation, subject }, { why, ...claim })
    const stale = { definition, subject, record: undefined, staff }
    throw new GatewayError(code, { why, message, changed: await changedBy(context, operations, stale) })
  }
  const subject = owner === undefined ? undefined : { resource: definition.partOf?.resource ?? definition.name, id }
  if (found === 'file' || needed.length === 0) return { subject, record: undefined }
  const shown = await read(definition, { ...asked, readings: readings.shown, isVerified: true }, id)
  if (typeof shown === 'string') throw unreadable()
  return { subject, record: shown.record }
}

/** The fields of a call's parent that a second person is shown: they know the record by these. */
const shownOfParent = ({ action, definition }: Operation): readonly string[] =>
  action?.secondApprover === undefined ? [] : Object.keys(definition.partOf?.include ?? {})

/**
 * The record of a call as it is now, without a rule about it: where nothing depends on it, what its own read gives.
 * `undefined` when it is gone, and where the call names none.
 */
export async function recordNow(
  readings: Readings,
  { prepared: { operation }, checked, owner, version }: Pick<StatedCall, 'prepared' | 'checked' | 'owner' | 'version'>,
): Promise<ReadRecord | undefined> {
  const { definition } = operation
  const id = owner ?? ownSubjectOf(operation, checked)?.id
  if (id === undefined) return undefined
  const deciding = neededFields(operation, version)
  const needed = [...(deciding.length > 0 ? deciding : stateFields(definition)), ...shownOfParent(operation)]
  const asked = { operation, named: fieldsOf(operation, checked), needed, isVerified: true } as const
  const readBy = (reads: RecordReads) => read(definition, { ...asked, readings: reads }, id)
  const [shown, whole] = await Promise.all([readBy(readings.shown), readBy(readings.whole)])
  return typeof shown === 'string' || typeof whole === 'string' ? undefined : { ...shown, whole: whole.record }
}

/** The row of a record, found by its id: by what its detail says now. `undefined` when it is gone. */
export async function rowNow(
  readings: Readings,
  definition: ListResource,
  id: string,
): Promise<ReadRecord | undefined> {
  const detail = await readings.whole.answer(`${definition.name}.getOne`, id).catch((error: unknown) => {
    if (error instanceof GatewayError && error.code === 'NOT_FOUND') return undefined
    throw error
  })
  if (detail === undefined || !isThere(definition, detail, id)) return undefined
  const known = readRecord(definition, detail, id)
  const [record, whole] = await Promise.all([
    readRow(definition, readings.shown, known),
    readRow(definition, readings.whole, known),
  ])
  return record && whole && { record, whole }
}

export interface KnownRecord extends ReadRecord {
  /** What the record belongs to: the call's own definition, or the one that a form is about. */
  readonly definition: Resource
  /** Reads it once more, after the change; `undefined` where it no longer exists. */
  readonly readAgain: () => Promise<ReadRecord | undefined>
}

/** How long a change waits for a record of which nothing decides whether it is made, in ms. */
const PATIENCE_MS = 3000

/** What is read for the trail alone; `undefined` where it fails or is slow, because the change is made all the same. */
export function withinPatience<T>({ staff, signal }: OperationCall, reading: Promise<T>): Promise<T | undefined> {
  const late = deadline(PATIENCE_MS, signal)
  const isLate = new Promise<undefined>((resolve) => {
    late.addEventListener('abort', () => resolve(undefined), { once: true })
  })
  const read = reading.catch((error: unknown) => {
    staff.log.warn({ err: error }, 'the record of a change was not read')
    return undefined
  })
  return Promise.race([read, isLate])
}
