import { availabilityOf, isEdit } from '../../../language/availability.ts'
import { isCreation } from '../../../language/changedRecord.ts'
import { isConditional } from '../../../language/operations.ts'
import type { Values } from '../../../language/pointer.ts'
import { confirmationDigest, recordVersion, typedText } from '../../../language/recordVersion.ts'
import { ownSubjectOf } from '../audit/auditEntries.ts'
import { recordRefusal } from '../audit/auditTrail.ts'
import { changedBy } from '../audit/changedBy.ts'
import { assertNotLost } from './assertNotLost.ts'
import {
  type StatedCall,
  type Current,
  currentRecord,
  type KnownRecord,
  recordNow,
  withinPatience,
} from './currentRecord.ts'
import { ABOUT_NONE, formRecord, refusedSubject, undoneSubject } from './formRecord.ts'
import type { OperationCall } from './operationCall.ts'
import { createReadings, type Readings } from './readings.ts'
import type { Admitted } from './runMutation.ts'
import { etagOf, wholeRecordOf } from './wholeRecord.ts'
import type { AuditSubject } from '../../store/auditRecord.ts'
import { GatewayError } from '../core/errors.ts'
import type { GatewayContext } from '../core/gatewayContext.ts'
import { deadline } from '../core/limits.ts'
import type { ResolvedAction } from '../../../language/resource.ts'
import { assertInputs } from '../operations/assertInputs.ts'
import { inputsIn } from '../operations/operationRequest.ts'
import type { Operations } from '../operations/preparedOperations.ts'

/**
 * Checks a change that is permitted and well-formed before anything is recorded or sent, and lets it pass by
 * returning. Every change passes every guard; a guard decides by `call.prepared` whether the change concerns it.
 *
 * @returns values that the title of a request for approval has in place of the record's
 * @throws GatewayError when the change is refused; nothing has been sent
 */
export type Guard = (context: GatewayContext, readings: Readings, call: OperationCall) => Promise<Values | undefined>

/** What has become of what a waiting change relies on apart from its record, in words for the second person. */
export interface Reviewed {
  /** What has changed since the request: 'Photo: taken → rejected'. */
  readonly changes: readonly string[]
  /** Why a guard would refuse the change now, and what to do; empty otherwise. */
  readonly problem: string
}

/** Looks at a change that waits for a second person, which a guard decides about once it is approved. Refuses nothing. */
export type Review = (readings: Readings, call: OperationCall) => Promise<Reviewed>

/** Why the state of a record does not allow an action; `undefined` if it does. */
export function whyNotPossible(action: ResolvedAction, record: Readonly<Record<string, unknown>>): string | undefined {
  const available = availabilityOf(action, record)
  if (available.state === 'ready') return undefined
  return available.state === 'disabled' ? available.reason : `'${action.label}' is no longer possible`
}

/** Refuses an action that the state of its record does not allow. */
async function assertAvailable(
  context: GatewayContext,
  operations: Operations,
  call: OperationCall,
  { subject, record }: Current,
) {
  const { operation } = call.prepared
  const { action } = operation
  if (action === undefined || record === undefined || !isConditional(operation)) return
  const reason = whyNotPossible(action, record)
  if (reason === undefined) return
  const { checked, staff } = call
  const about = subject ?? ownSubjectOf(operation, checked)
  const why = 'not available'
  await recordRefusal(context.store, { ...call, operation, subject: about }, { why })
  const { definition } = operation
  const changed = await changedBy(context, operations, { definition, subject: about, record, staff })
  throw new GatewayError('CONFLICT', {
    message: `This changed since you opened it: ${reason}. Nothing was sent. Look again.`,
    changed,
    why,
  })
}

/** Refuses an action on a record that people take turns on, and that a colleague has from this person. */
async function assertTurn(context: GatewayContext, operations: Operations, call: OperationCall, about?: AuditSubject) {
  const { prepared, staff } = call
  const { operation } = prepared
  const page = about && operations.get(`${about.resource}.getOne`)?.operation.definition.show
  if (about === undefined || operation.definition.kind === 'form' || page?.workTab === undefined) return
  await assertNotLost(context, staff, about, (details) =>
    recordRefusal(context.store, { ...call, operation, subject: about }, details),
  )
}

/** Refuses an action whose record is another one than the person saw. */
async function assertUnchanged(
  context: GatewayContext,
  operations: Operations,
  call: StatedCall,
  { subject, record }: Current,
) {
  const { prepared, checked, staff, version } = call
  const { operation } = prepared
  const { action, definition } = operation
  if (action?.recheck !== true || version === undefined || record === undefined) return
  if ((await recordVersion(definition, action, record)) === version) return
  const about = subject ?? ownSubjectOf(operation, checked)
  const why = 'record changed'
  await recordRefusal(context.store, { ...call, operation, subject: about }, { why })
  const changed = await changedBy(context, operations, { definition, subject: about, record, staff })
  throw new GatewayError('RECORD_CHANGED', { changed, why })
}

/** Refuses an action whose confirmation was not typed as the record, or the form, asks for it. */
async function assertConfirmed(
  context: GatewayContext,
  readings: Readings,
  call: StatedCall,
  { subject, record = {} }: Current,
) {
  const { prepared, checked, confirmation } = call
  const { operation } = prepared
  const { action, definition } = operation
  if (action === undefined) return
  const asked = typedText(action, definition.kind === 'form' ? inputsIn(operation, checked) : record)
  if (asked === undefined || confirmation === (await confirmationDigest(asked))) return
  const about = subject ?? ownSubjectOf(operation, checked) ?? (await refusedSubject(context, readings, call))
  const why = 'not confirmed'
  await recordRefusal(context.store, { ...call, operation, subject: about }, { why })
  const message = `${action.confirm?.typed?.label ?? 'Type the text to confirm'}. Nothing was sent.`
  throw new GatewayError('RULE_BROKEN', { publicCode: 'NOT_CONFIRMED', message, why })
}

/** Refuses a change to values that its fields, in the record with the changes, do not take. */
async function assertFields(context: GatewayContext, call: OperationCall, { subject, record }: Current) {
  const { prepared, checked } = call
  const { operation } = prepared
  if (operation.action === undefined || !isEdit(operation.action)) return
  try {
    assertInputs(prepared, inputsIn(operation, checked), record)
  } catch (error) {
    const about = subject ?? ownSubjectOf(operation, checked)
    await recordRefusal(context.store, { ...call, operation, subject: about }, { why: 'invalid input' })
    throw error
  }
}

/**
 * Reads the record of a call, verifies that it is the one that the browser names, and refuses an action that its current
 * state does not allow or that has changed since the person saw it: the one place where `when`, `blocked`, `recheck`
 * and the typed confirmation are enforced, for changes and for files.
 *
 * @throws GatewayError; nothing has been sent
 */
export async function admitRecord(context: GatewayContext, operations: Operations, call: StatedCall) {
  const readings = createReadings(context, operations, call)
  const current = await currentRecord(context, operations, readings, call)
  await assertAvailable(context, operations, call, current)
  await assertUnchanged(context, operations, call, current)
  await assertConfirmed(context, readings, call, current)
  await assertFields(context, call, current)
  return { readings, ...current }
}

/** The record of a change: the one that it depends on, which was read before, or as it is read for the trail alone. */
export async function knownRecord(
  context: GatewayContext,
  operations: Operations,
  readings: Readings,
  call: StatedCall,
): Promise<KnownRecord | undefined> {
  const { definition } = call.prepared.operation
  if (isCreation(call.prepared.operation)) return undefined
  const known = await withinPatience(call, recordNow(readings, call))
  const readAgain = () => {
    const signal = deadline(context.limits.readMs)
    return recordNow(createReadings(context, operations, { staff: call.staff, signal }), call)
  }
  return known && { definition, ...known, readAgain }
}

/** Decides about a change that is permitted and well-formed: its record, then the rules of the console. */
export async function admitChange(
  context: GatewayContext,
  operations: Operations,
  { guards, ...call }: StatedCall & { readonly guards: readonly Guard[] },
): Promise<Admitted> {
  const { readings, ...current } = await admitRecord(context, operations, call)
  const form = await formRecord(context, operations, readings, call)
  const found = form === ABOUT_NONE ? undefined : form
  const subject = current.subject ?? found?.subject ?? (await undoneSubject(context, call))
  await assertTurn(context, operations, call, subject ?? ownSubjectOf(call.prepared.operation, call.checked))
  const titled: Values[] = []
  for (const guard of guards) titled.push((await guard(context, readings, { ...call, subject })) ?? {})
  const whole = await wholeRecordOf(readings, call)
  const known = found ?? (await knownRecord(context, operations, readings, call))
  return {
    subject,
    known,
    isAboutNone: form === ABOUT_NONE,
    titleValues: Object.assign({}, ...titled) as Values,
    whole,
    ifMatch: await etagOf(operations, readings, call),
    changedBy: async () => {
      // The service knows a newer record than the one that was compared.
      const now = await known?.readAgain().catch(() => undefined)
      const about = subject ?? ownSubjectOf(call.prepared.operation, call.checked)
      return now && known && changedBy(context, operations, { ...known, ...now, subject: about, staff: call.staff })
    },
  }
}
