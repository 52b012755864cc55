import type { HistoryEvent } from '../../../language/history.ts'
import type { HistoryEntry } from '../../store/auditHistory.ts'
import type { Operations } from '../gatewayConsole.ts'
import { redactSsn } from '../../../language/redactSsn.ts'

/** What people call an operation that no definition declares, by the part of its id after the resource. */
export type Labels = Readonly<Record<string, string>>

const gatewayLabels: Labels = { reveal: 'Show whole', history: 'Read history' }

const outcomes: Readonly<Record<string, HistoryEvent['outcome']>> = {
  ok: 'done',
  answered: 'done',
  refused: 'refused',
  failed: 'failed',
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function labelOf(operation: string, operations: Operations, labels: Labels): string {
  const [, name = ''] = operation.split('.')
  const known = { ...gatewayLabels, ...labels }
  const own = Object.hasOwn(known, name) ? known[name] : undefined
  return operations.get(operation)?.operation.action?.label ?? own ?? name
}

/** Digests stand for personal values: they say nothing to people, and nothing of them leaves. */
const withoutDigests = (target: string): string => target.replaceAll(/=hmac:[0-9a-f]+/g, '=•••')

/** What an entry says of itself: a change in its own places, everything else in its details. */
function detailsOf({ record, outcome }: HistoryEntry) {
  if (record.phase === 'intent') {
    const { target, reason } = record
    return { target: target ?? '', reason: reason ?? '', result: outcome?.result, reference: outcome?.reference ?? '' }
  }
  const { target, reason, result, ref } = record.details
  return { target: textOf(target), reason: textOf(reason), result: textOf(result), reference: textOf(ref) }
}

/** An entry of the trail as it may be read by whoever may read the record: without inputs, digests and addresses. */
export function historyEvent(entry: HistoryEntry, operations: Operations, labels: Labels): HistoryEvent {
  const { operation, actor } = entry.record
  const { target, reason, result, reference } = detailsOf(entry)
  return {
    seq: entry.seq,
    at: new Date(entry.ts).toISOString(),
    actor: actor?.email ?? '',
    actorType: actor?.actorType ?? 'human',
    operation,
    label: labelOf(operation, operations, labels),
    target: withoutDigests(target),
    reason: redactSsn(reason),
    outcome: (Object.hasOwn(outcomes, result ?? '') ? outcomes[result ?? ''] : undefined) ?? 'unknown',
    reference: redactSsn(reference),
  }
}
