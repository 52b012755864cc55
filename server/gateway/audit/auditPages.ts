import type { AuditAlert, AuditFilterBody, AuditLine, AuditPage, ReadingPlace } from '../../../language/auditView.ts'
import type { Operation } from '../../../language/operations.ts'
import type { AuditFilter } from '../../store/auditSearch.ts'
import { RECORD_AFTER } from '../../store/auditRecord.ts'
import type { Store } from '../../store/openStore.ts'
import type { View } from '../../store/views.ts'
import type { GatewayContext } from '../core/gatewayContext.ts'
import type { Operations } from '../operations/preparedOperations.ts'
import { auditLine } from './auditView.ts'
import { readingName, ROW_READ } from './auditWords.ts'
import { labelOf, type Labels } from './historyEvent.ts'

/** Entries of one answer. */
const PAGE = 50
/** Entries are counted up to this number. */
const COUNTED = 1000

const ALERTS = 5
/** How long an alert is shown. */
const ALERT_MS = 7 * 24 * 60 * 60_000

/** The operations of alerts in the audit trail: about many records seen, and about many files and values taken. */
export const MANY_VIEWS = 'console.manyViews'
export const MANY_FILES = 'console.manyFiles'

/** A search of the trail and of what was read. */
export interface PageQuery {
  readonly filter: AuditFilter
  readonly show: AuditFilterBody['show']
  readonly before: number | undefined
  readonly beforeReading: ReadingPlace | undefined
}

interface PageParts {
  readonly store: Store
  readonly operations: Operations
  /** What no person did. */
  readonly asked: readonly string[]
  readonly labels: Labels
  /** UTC milliseconds. */
  readonly now: number
}

const operationsOf = (operations: Operations) => [...operations.values()].map(({ operation }) => operation)

/** The operations that only show something and yet are on the trail: values shown whole, and files. */
export const readingOperations = (operations: readonly Operation[]): readonly string[] => [
  ...operations.flatMap(({ id, kind }) => (kind === 'download' ? [id] : [])),
  ...new Set(operations.flatMap(({ resource }) => [`${resource}.reveal`, `${resource}.report`, `${resource}.export`])),
  'console.report',
  'console.exportAudit',
  'console.exportAccess',
]

/** The operations of the trail that no person did: pages count or show something, the gateway reads a record again. */
export const doneByNoPerson = (
  extensions: GatewayContext['console']['extensions'],
  operations: Operations,
): readonly string[] => [
  'console.audit',
  'console.auditRecord',
  ...extensions.flatMap(({ readings = [] }) => readings),
  ...new Set(operationsOf(operations).map(({ resource }) => `${resource}.${RECORD_AFTER}`)),
]

function readingLabel({ operation, subject }: View, operations: Operations, labels: Labels): string {
  const { kind, effect } = operations.get(operation)?.operation ?? {}
  if (subject !== null && kind === 'list') return ROW_READ
  return readingName(effect, labelOf(operation, operations, labels))
}

/** A reading for people who may read the whole trail. */
export function readingLine(view: View, operations: Operations, labels: Labels): AuditLine {
  const { seq, at, email, operation, subject, terms, shownAt } = view
  return {
    seq,
    reading: subject === null ? 'search' : shownAt === null ? 'ahead' : 'shown',
    at,
    person: email,
    isAutomation: false,
    operation,
    label: readingLabel(view, operations, labels),
    target: subject ?? '',
    reason: subject === null ? `by ${terms.join(', ')}` : '',
    result: 'ok',
  }
}

/** Two orders of the newest first as one. Each keeps its own, whatever the clocks were. */
function merged(entries: readonly AuditLine[], readings: readonly AuditLine[]): readonly AuditLine[] {
  const lines: AuditLine[] = []
  let [entry, reading] = [0, 0]
  while (entry < entries.length || reading < readings.length) {
    const [one, other] = [entries[entry], readings[reading]]
    const next = other === undefined || (one !== undefined && one.at >= other.at) ? one : other
    if (next === undefined) break
    lines.push(next)
    if (next === one) entry += 1
    else reading += 1
  }
  return lines
}

const alertOf = (
  { seq, at, person, operation }: AuditLine,
  details: Readonly<Record<string, unknown>>,
): AuditAlert => ({
  seq,
  at,
  person,
  of: operation === MANY_FILES ? 'files' : 'records',
  records: Number(details['records']),
  minutes: Number(details['minutes']),
})

async function alertsOf({ store, operations, labels, now }: PageParts): Promise<readonly AuditAlert[]> {
  const found = await store.audit.search({ operations: [MANY_VIEWS, MANY_FILES], from: now - ALERT_MS, limit: ALERTS })
  return found.flatMap((entry) =>
    entry.record.phase === 'event' ? [alertOf(auditLine(entry, operations, labels), entry.record.details)] : [],
  )
}

/** What a search looks for in the trail and, where it shows them, among the readings. */
export function searchedIn(
  { operations, asked }: Pick<PageParts, 'operations' | 'asked'>,
  { filter, show }: Pick<PageQuery, 'filter' | 'show'>,
) {
  const { result, ...reading } = filter
  const { operation, operations: named, request } = filter
  // An operation or a request that is named is looked for.
  const isNamed = operation !== undefined || named !== undefined || request !== undefined
  const isRead = show === 'reads' || show === 'all' || (show === 'done' && request !== undefined)
  const hasReadings = isRead && (result === undefined || result === 'ok')
  const except = show === 'done' && !isNamed ? asked : undefined
  const shown = readingOperations(operationsOf(operations)).filter((id) => named?.includes(id) ?? true)
  return {
    // PostgreSQL takes no empty list.
    filter:
      show === 'reads'
        ? { ...filter, operations: [...shown, ''] }
        : { ...filter, except, ...(show === 'automatic' && { isAutomatic: true as const }) },
    reading: hasReadings ? reading : undefined,
  }
}

/** One page of a search, newest first. */
export async function auditPage(parts: PageParts, query: PageQuery): Promise<AuditPage> {
  const { store, operations, labels } = parts
  const { before, beforeReading } = query
  const { filter, reading } = searchedIn(parts, query)
  const [entries, views, count, readings, alerts] = await Promise.all([
    store.audit.search({ ...filter, before, limit: PAGE + 1 }),
    reading === undefined ? [] : store.views.search({ ...reading, before: beforeReading, limit: PAGE + 1 }),
    store.audit.count(filter, COUNTED),
    reading === undefined ? 0 : store.views.count(reading, COUNTED),
    before === undefined ? alertsOf(parts) : [],
  ])
  const all = merged(
    entries.map((entry) => auditLine(entry, operations, labels)),
    views.map((view) => readingLine(view, operations, labels)),
  )
  const lines = all.slice(0, PAGE)
  const isLast = all.length <= PAGE
  const last = lines.findLast((line) => line.reading === undefined)
  const lastReading = lines.findLast((line) => line.reading !== undefined)
  return {
    lines,
    count: Math.min(count + readings, COUNTED + 1),
    most: COUNTED,
    next: isLast ? null : (last?.seq ?? before ?? Number.MAX_SAFE_INTEGER),
    nextReading: isLast || reading === undefined ? null : placeOf(lastReading, beforeReading),
    alerts,
  }
}

const placeOf = (last: AuditLine | undefined, before: ReadingPlace | undefined): ReadingPlace | null =>
  last === undefined ? (before ?? null) : { at: last.at, seq: last.seq }
