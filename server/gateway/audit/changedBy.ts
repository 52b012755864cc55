import type { Resource } from '../../../language/resource.ts'
import type { AuditSubject } from '../../store/auditRecord.ts'
import type { AuditEntry } from '../../store/auditSearch.ts'
import type { ChangedBy } from '../core/errors.ts'
import { extensionLabels, type GatewayContext } from '../core/gatewayContext.ts'
import { staffNames } from '../core/staffNames.ts'
import type { Operations } from '../operations/preparedOperations.ts'
import type { StaffRequest } from './auditTrail.ts'
import { labelOf, resultOf } from './historyEvent.ts'
import { statesAfter } from './statesAfter.ts'
import { recordState } from './recordState.ts'
import type { Values } from '../../../language/pointer.ts'

/** A record that is no longer as a person saw it. */
interface Stale {
  readonly definition: Resource
  /** The record in the trail: of a nested one, its parent. */
  readonly subject: AuditSubject | undefined
  /** The record as it is now; `undefined` when it is gone. */
  readonly record: Values | undefined
  readonly staff: StaffRequest
}

type Intent = Extract<AuditEntry['record'], { phase: 'intent' }>

/** The newest entries of a record that are looked through. */
const NEWEST = 20

/** Whether a change is one of this record, of what it belongs to, or of another record of the same parent. */
function relation(operations: Operations, { operation, resource, before }: Intent, { definition, record }: Stale) {
  const changed = operations.get(operation)?.operation
  if (changed?.effect !== 'mutate') return 'none'
  if (definition.kind !== 'nested') return changed.definition.kind === 'nested' ? 'related' : 'same'
  if (resource !== definition.name) return 'related'
  return String(before?.['id']) === String(record?.['id']) ? 'same' : 'none'
}

/**
 * True when the record is not as the change has left it, so that the service has changed it since. Whether it has only carried
 * out the change by that can't be known: a service answers before it is done.
 */
function isSuperseded(
  { seq, record, outcome }: AuditEntry,
  read: ReadonlyMap<unknown, unknown>,
  stale: Stale,
): boolean {
  if (record.phase !== 'intent' || stale.record === undefined) return false
  const { before } = record
  const found = read.get(seq)
  if (found === null) return true
  // What was not read again has old values in the fields that the change has not set.
  const after = found === undefined ? outcome?.after : { ...found }
  // Its id is a number in a list and may be a text elsewhere; that it is this record is known.
  const { id: _id, ...now } = recordState(stale.definition, stale.record)
  return Object.entries(after ?? {}).some(
    ([field, value]) =>
      Object.hasOwn(now, field) && now[field] !== value && (found !== undefined || before?.[field] !== value),
  )
}

/**
 * Who changed a record last in this console, how and when, as the trail knows it since the person's session began: no screen
 * is older. Null where the trail has no change; `undefined` where it cannot be read.
 */
export async function changedBy(
  context: GatewayContext,
  operations: Operations,
  stale: Stale,
): Promise<ChangedBy | null | undefined> {
  const { store } = context
  const { subject, staff } = stale
  if (subject === undefined) return undefined
  const query = { subject, before: undefined, limit: NEWEST }
  const entries = await store.audit.history(query).catch(() => undefined)
  if (entries === undefined) return undefined
  const read = statesAfter(entries)
  const last = entries.find(
    (entry) =>
      entry.record.phase === 'intent' &&
      entry.ts >= staff.session.createdAt &&
      !['refused', 'failed'].includes(resultOf(entry)) &&
      relation(operations, entry.record, stale) !== 'none',
  )
  if (last?.record.phase !== 'intent') return null
  const isSame = relation(operations, last.record, stale) === 'same'
  const { userId, email } = last.record.actor
  const change = {
    at: new Date(last.ts).toISOString(),
    action: labelOf(last.record.operation, operations, extensionLabels(context)),
    ...(isSame && isSuperseded(last, read, stale) && { isSuperseded: true as const }),
  }
  if (userId === staff.session.data.userId) return { name: 'you', ...change }
  const nameOf = await staffNames(context)
  return { name: nameOf({ userId, email }), ...change }
}
