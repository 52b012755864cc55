import { isValues, type Values } from '../../../language/pointer.ts'
import { RECORD_AFTER } from '../../store/auditRecord.ts'
import type { AuditEntry } from '../../store/auditSearch.ts'

/** True for an entry that only completes what is on record of a change: nothing that a person did. */
export const isOfChange = ({ operation }: { readonly operation: string }): boolean =>
  operation.endsWith(`.${RECORD_AFTER}`)

/** The records that were read again after their changes, by the numbers of these. */
export const statesAfter = (entries: readonly AuditEntry[]): ReadonlyMap<unknown, unknown> =>
  new Map(
    entries.flatMap(({ record }) =>
      record.phase === 'event' && isOfChange(record) && record.details['result'] === 'ok'
        ? [[record.details['intent'], record.details['after']] as const]
        : [],
    ),
  )

/** What a change has changed of the plain fields of its record, as far as the trail has the record before and after it. */
export function stateChanges({ seq, record, outcome }: AuditEntry, read: ReadonlyMap<unknown, unknown>) {
  if (record.phase !== 'intent' || !isValues(record.before)) return undefined
  const { before } = record
  const after = read.get(seq) ?? outcome?.after
  if (!isValues(after)) return undefined
  const fields = Object.keys({ ...before, ...after }).filter(
    (field) => (before[field] ?? null) !== (after[field] ?? null),
  )
  const of = (state: Values) => Object.fromEntries(fields.map((field) => [field, state[field] ?? null]))
  return fields.length === 0 ? undefined : { before: of(before), after: of(after) }
}
