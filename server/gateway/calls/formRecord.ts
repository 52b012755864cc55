import type { ErrorCode } from '../../../language/errorCode.ts'
import { resultOf } from '../audit/historyEvent.ts'
import { coerceRecord } from '../../../language/coerceRecord.ts'
import { changedPlaces, type FormLayout } from '../../../language/form.ts'
import { isPointer, isValues, pointerOf, valueAt, type Values } from '../../../language/pointer.ts'
import { idOf } from '../../../language/recordId.ts'
import { foundVersion } from '../../../language/recordVersion.ts'
import type { ListResource } from '../../../language/resource.ts'
import { rowQueryOf } from '../../../language/rowQuery.ts'
import { needsSecondApprover } from '../../../language/secondApprover.ts'
import { unreadableAt, withUnreadable } from '../../../language/unreadable.ts'
import type { AuditSubject } from '../../store/auditRecord.ts'
import { fieldsOf } from '../audit/auditEntries.ts'
import { recordRefusal } from '../audit/auditTrail.ts'
import { changedBy } from '../audit/changedBy.ts'
import type { ReadRecord } from '../audit/recordState.ts'
import { GatewayError } from '../core/errors.ts'
import { type GatewayContext, grantedPermissions } from '../core/gatewayContext.ts'
import { deadline } from '../core/limits.ts'
import { inputsIn } from '../operations/operationRequest.ts'
import type { Operations } from '../operations/preparedOperations.ts'
import { type StatedCall, isTelling, type KnownRecord, rowNow, withinPatience } from './currentRecord.ts'
import type { OperationCall } from './operationCall.ts'
import { createReadings, type Readings, unreadable } from './readings.ts'

/** The one record that a form is about, as its list has it. */
export interface FormRecord extends ReadRecord {
  readonly form: FormLayout
  readonly definition: ListResource
  readonly subject: AuditSubject
}

/** Why a form is not sent that was about no record when a person saw it. */
export const NO_LONGER_NONE = 'No record had this value at the request, and now one has it'

/** The version that a person has seen of a form that is about no record. No browser can name it. */
export const ABOUT_NONE = 'none'

/** Finds the record in which the key of the form's `about` has the typed value; `undefined` for several. */
export async function findFormRecord(
  readings: Readings,
  { prepared: { operation }, checked }: Pick<OperationCall, 'prepared' | 'checked'>,
): Promise<FormRecord | typeof ABOUT_NONE | undefined> {
  const { form } = operation.definition
  if (form?.about === undefined) return undefined
  const { about } = form
  const { resource, key, field } = about
  const definition = readings.whole.definitionOf(resource)
  const value = fieldsOf(operation, checked).get(field)
  if (definition?.kind !== 'list' || value === undefined) return undefined
  const query = rowQueryOf(definition.list, { [key]: value })
  if (query === undefined) return undefined
  const rows = (await readings.whole.rows(resource, query)).map((row) => coerceRecord(row, definition.record))
  const [whole, ...others] = rows
    .filter(isValues)
    .filter((row) => String(row[key]).toLowerCase() === value.toLowerCase())
  if (whole === undefined) return ABOUT_NONE
  const id = idOf(definition, whole)
  if (id === undefined || others.length > 0) return undefined
  const record = (await readings.shown.rows(resource, query)).find((row) => idOf(definition, row) === id)
  return record && { form, definition, subject: { resource, id: String(id) }, record, whole }
}

/** The same with what its detail has at the places that the form changes, as the screen shows it next to the form. */
async function withPresentValues(readings: Readings, found: FormRecord): Promise<FormRecord> {
  const places = changedPlaces(found.form)
  if (places.length === 0) return found
  const { resource, id } = found.subject
  const detail = await readings.shown.answer(`${resource}.getOne`, id)
  const present: Values = Object.fromEntries(places.map((place) => [place, valueAt(detail, place) ?? null]))
  const unreadable = places.flatMap((place) => {
    const why = unreadableAt(detail, place)
    return why === undefined ? [] : [[pointerOf([place]), why] as const]
  })
  return { ...found, record: withUnreadable({ ...found.record, ...present }, Object.fromEntries(unreadable)) }
}

/** The record that a form would be about now, with the present values of what it changes. */
export async function presentRecord(
  readings: Readings,
  call: Pick<OperationCall, 'prepared' | 'checked'>,
): ReturnType<typeof findFormRecord> {
  const found = await findFormRecord(readings, call)
  return found === undefined || found === ABOUT_NONE ? found : withPresentValues(readings, found)
}

/** How many entries are read at once for what a form undoes, and how many times. */
const [CHUNK, CHUNKS] = [500, 20]

/**
 * The record that a form brings back, which no list has: the one of the newest change by the form that this one undoes
 * (`undoneBy`) whose record had the typed values. `undefined` for other forms, and where the trail has no such change.
 */
export async function undoneSubject(
  { console: { model }, store }: GatewayContext,
  { prepared: { operation }, checked }: Pick<OperationCall, 'prepared' | 'checked'>,
): Promise<AuditSubject | undefined> {
  const { name, form } = operation.definition
  const undone = model.definitions.find((one) => one.form?.undoneBy === name)
  const typed = fieldsOf(operation, checked)
  const wanted = Object.entries(form?.fields ?? {}).flatMap(([own, { field }]) =>
    field === undefined || isPointer(field) ? [] : [[field, typed.get(own)] as const],
  )
  if (undone === undefined || wanted.length === 0) return undefined
  let before: number | undefined
  for (let chunk = 0; chunk < CHUNKS; chunk += 1) {
    const entries = await store.audit.search({ operation: `${undone.name}.submit`, before, limit: CHUNK })
    const found = entries.find(
      ({ record, ...ended }) =>
        record.phase === 'intent' &&
        ['ok', 'unknown'].includes(resultOf({ record, ...ended })) &&
        wanted.every(([key, value]) => value !== undefined && String(record.before?.[key]) === value),
    )
    if (found !== undefined || entries.length < CHUNK) return found?.record.subject
    before = entries.at(-1)?.seq
  }
  return undefined
}

/**
 * The record that a refused form would have been about, for the trail alone: the refusal waits for it for a moment, and is
 * recorded without it where it cannot be read.
 */
export async function refusedSubject(
  context: GatewayContext,
  readings: Readings,
  call: OperationCall,
): Promise<AuditSubject | undefined> {
  const found = await withinPatience(call, findFormRecord(readings, call))
  if (found !== undefined && found !== ABOUT_NONE) return found.subject
  return withinPatience(call, undoneSubject(context, call))
}

/**
 * As `refusedSubject`, for a person who may not make the change. The record is read only for people who may find it in its
 * list anyway: no one else can tell by the time of the refusal whether there is one.
 */
export async function attemptedSubject(
  context: GatewayContext,
  operations: Operations,
  call: Omit<OperationCall, 'signal'>,
): Promise<AuditSubject | undefined> {
  const { definition, effect } = call.prepared.operation
  const about = effect === 'mutate' ? definition.form?.about : undefined
  const list = about && operations.get(`${about.resource}.list`)?.operation
  const granted = grantedPermissions(context, call.staff.session.data)
  if (list === undefined || !granted.includes(list.permission)) return undefined
  const reading = { ...call, signal: deadline(context.limits.readMs) }
  return refusedSubject(context, createReadings(context, operations, reading), reading)
}

/** Failures of a reading by which the service, or the console, has said that it names no record. */
const NAMES_NONE: readonly ErrorCode[] = [
  'NOT_FOUND',
  'UPSTREAM_REFUSED',
  'UPSTREAM_FORBIDDEN',
  'NOT_CONFIGURED',
  'OWNER_UNREADABLE',
]

/** The record, if the list names one. @throws GatewayError OWNER_UNREADABLE if the list does not answer; nothing has been sent */
async function namedRecord(readings: Readings, call: StatedCall): ReturnType<typeof findFormRecord> {
  try {
    return await findFormRecord(readings, call)
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code === 'SESSION_OVER') throw error
    if (!NAMES_NONE.includes(error.code)) throw unreadable(error)
    call.staff.log.warn({ err: error }, 'the record of a form was not read')
    return undefined
  }
}

/** The record when the form is first sent; with the present values where a second person compares them. */
async function asRequested(
  { config }: GatewayContext,
  readings: Readings,
  call: StatedCall,
): ReturnType<typeof findFormRecord> {
  const found = await namedRecord(readings, call)
  const { operation } = call.prepared
  const { evidence } = call.checked
  const isWaiting =
    config.approvals.isOn &&
    needsSecondApprover(operation.action, { inputs: inputsIn(operation, call.checked), evidence })
  if (found === undefined || found === ABOUT_NONE || !isWaiting) return found
  return (await withinPatience(call, withPresentValues(readings, found))) ?? found
}

/** The record that a person has seen, if it still is the one, or still none. @throws GatewayError; nothing has been sent */
async function asSeen(
  context: GatewayContext,
  operations: Operations,
  readings: Readings,
  call: StatedCall,
): Promise<FormRecord | typeof ABOUT_NONE> {
  const { prepared, staff, version } = call
  const { operation } = prepared
  const refused = async (why: string, subject?: AuditSubject) => {
    await recordRefusal(context.store, { ...call, operation, subject }, { why })
    return { why }
  }
  const found = await presentRecord(readings, call).catch((error: unknown) => {
    throw error instanceof GatewayError && !isTelling(error) ? unreadable(error) : error
  })
  if (version === ABOUT_NONE) {
    if (found === ABOUT_NONE) return found
    const reason = await refused('record found', found?.subject)
    throw new GatewayError('CONFLICT', { ...reason, message: `${NO_LONGER_NONE}. Nothing was sent.` })
  }
  if (found === undefined || found === ABOUT_NONE) {
    const message = 'Not exactly one record has this value now. Nothing was sent. Look again.'
    throw new GatewayError('CONFLICT', { ...(await refused('gone')), message })
  }
  if ((await foundVersion(found.definition, found.form, found.record)) === version) return found
  const reason = await refused('record changed', found.subject)
  const changed = await changedBy(context, operations, { ...found, staff })
  throw new GatewayError('RECORD_CHANGED', { ...reason, changed })
}

/**
 * The one record that a form is about (`about`), so that its history has what was done by the form. The form is sent all
 * the same where none or several have the value, or where the list refuses to say: the service decides. It is not sent
 * while the list does not answer, because an unknown outcome would then name no record. Where a person has seen the
 * record that it is about, or that it is about none, that must still be so.
 *
 * @throws GatewayError RECORD_CHANGED or CONFLICT, which are recorded, or OWNER_UNREADABLE; nothing has been sent
 */
export async function formRecord(
  context: GatewayContext,
  operations: Operations,
  readings: Readings,
  call: StatedCall,
): Promise<(KnownRecord & { readonly subject: AuditSubject }) | typeof ABOUT_NONE | undefined> {
  if (call.prepared.operation.definition.form?.about === undefined) return undefined
  const found =
    call.version === undefined
      ? await asRequested(context, readings, call)
      : await asSeen(context, operations, readings, call)
  if (found === undefined || found === ABOUT_NONE) return found
  const readAgain = () => {
    const signal = deadline(context.limits.readMs)
    return rowNow(
      createReadings(context, operations, { staff: call.staff, signal }),
      found.definition,
      found.subject.id,
    )
  }
  return { ...found, readAgain }
}
