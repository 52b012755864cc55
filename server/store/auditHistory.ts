import type { Kysely } from 'kysely'
import type { AuditBody, AuditEvent, AuditIntent, AuditOutcome, AuditSubject } from './auditRecord.ts'
import { subjectKey } from './auditSubject.ts'
import type { Tables } from './tables.ts'

/** Whose records are wanted: at most `limit`, older than the one with the number `before`. */
export interface HistoryQuery {
  subject: AuditSubject
  before?: number | undefined
  limit: number
}

type HistoryRecord = ({ phase: 'intent' } & AuditIntent) | ({ phase: 'event' } & AuditEvent)

/** One thing that was done or tried, with how it ended; null while that is not on record. */
export interface HistoryEntry {
  seq: number
  /** UTC milliseconds. */
  ts: number
  record: HistoryRecord
  outcome: AuditOutcome | null
}

/** The query itself: by the index alone, whatever the length of the trail. */
export const historySelect = (db: Kysely<Tables>, { subject, before, limit }: HistoryQuery) =>
  db
    .selectFrom('audit as record')
    .leftJoin('audit as closing', 'closing.intent', 'record.seq')
    .select(['record.seq', 'record.body', 'closing.body as outcome'])
    .where('record.subject', '=', subjectKey(subject))
    .where('record.seq', '<', before ?? Number.MAX_SAFE_INTEGER)
    .orderBy('record.seq', 'desc')
    .limit(limit)

/** What is on record about one record and its parts, newest first. */
export async function historyOf(db: Kysely<Tables>, query: HistoryQuery): Promise<HistoryEntry[]> {
  const rows = await historySelect(db, query).execute()
  return rows.flatMap(({ seq, body, outcome }): HistoryEntry[] => {
    const record = JSON.parse(body) as AuditBody
    if (record.phase === 'outcome') return []
    return [{ seq, ts: record.ts, record, outcome: outcome === null ? null : (JSON.parse(outcome) as AuditOutcome) }]
  })
}
