import { isValues } from '../../../language/pointer.ts'
import type { AuditLine, AuditRecordView } from '../../../language/auditView.ts'
import { redact } from '../../../language/redact.ts'
import type { Checkpoint } from '../../store/checkpoint.ts'
import type { AuditProof } from '../../store/audit.ts'
import { type AuditRecord, subjectKeyOf } from '../../store/auditRecord.ts'
import type { AuditEntry } from '../../store/auditSearch.ts'
import { approvalIn, labelOfEntry, type Labels, resultOf, withoutDigests } from './historyEvent.ts'
import { settlementView } from './settleOutcome.ts'
import type { Operations } from '../operations/preparedOperations.ts'

/** Content of a record without digests of personal values and without what looks personal in texts. */
function masked(value: unknown): unknown {
  if (typeof value === 'string') return redact(withoutDigests(value))
  if (Array.isArray(value)) return value.map(masked)
  if (!isValues(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, masked(member)]))
}

const textOf = (value: unknown): string => (typeof value === 'string' ? String(masked(value)) : '')

/** The values that name a record, without those that are digests: no one reads these. */
const namedBy = (target: unknown): string =>
  typeof target === 'string'
    ? textOf(
        target
          .split('&')
          .filter((part) => !part.includes('=hmac:'))
          .join('&'),
      )
    : ''

/** An entry for people who may read the whole trail. */
export function auditLine(entry: AuditEntry, operations: Operations, labels: Labels): AuditLine {
  const { seq, ts, record, settlement } = entry
  const requestedBy = approvalIn(entry)?.requester
  const { target, reason } = record.phase === 'intent' ? record : record.details
  return {
    seq,
    at: ts,
    person: record.actor?.email ?? '',
    isAutomation: record.actor?.actorType === 'automation',
    operation: record.operation,
    label: labelOfEntry(entry, operations, labels),
    target: subjectKeyOf({ ...record, ts }) ?? namedBy(target),
    reason: textOf(reason),
    result: resultOf(entry),
    ...(requestedBy !== undefined && { requestedBy }),
    ...(settlement && { settled: settlementView(settlement) }),
  }
}

/** The parts of a record that have values of requests or typed text. */
const personal: ReadonlySet<string> = new Set(['target', 'input', 'reason', 'evidence', 'details', 'message', 'said'])

/** The parts that are the proof, which the view has of its own. */
const proof: ReadonlySet<string> = new Set(['seq', 'prev', 'hash'])

const contentOf = (record: AuditRecord): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) =>
      proof.has(name) ? [] : [[name, personal.has(name) ? masked(value) : value] as const],
    ),
  )

/** One record with its place in the chain. @param newest the newest checkpoint of the trail */
export function auditRecordView(
  found: AuditProof,
  newest: Pick<Checkpoint, 'seq' | 'time'> | null,
  { operations, labels }: { readonly operations: Operations; readonly labels: Labels },
): AuditRecordView {
  const { record, counterpart, after, settlement, previous, next, isIntact } = found
  const named = record.phase === 'outcome' ? counterpart : record
  return {
    seq: record.seq,
    label: named === null || named.phase === 'outcome' ? '' : labelOfEntry({ record: named }, operations, labels),
    record: contentOf(record),
    counterpart: counterpart === null ? null : { ...contentOf(counterpart), seq: counterpart.seq },
    after: after === null ? null : { ...contentOf(after), seq: after.seq },
    settled: settlement === null ? null : settlementView(settlement),
    prev: record.prev,
    hash: record.hash,
    isIntact,
    checkpoint: newest !== null && newest.seq >= record.seq ? { seq: newest.seq, time: newest.time } : null,
    previous: previous?.seq ?? null,
    next: next?.seq ?? null,
  }
}
