import { parseOwn } from '../config/ownJson.ts'
import { type Kysely, sql } from 'kysely'
import {
  type AuditBody,
  type AuditEvent,
  type AuditIntent,
  type AuditOutcome,
  type AuditSubject,
  subjectKey,
  subjectKeyOf,
} from './auditRecord.ts'
import { isAutomatic, isOfRequest, isRequestedBy, type RecordedPerson, seqsWhere } from './auditContent.ts'
import { type AuditSettlement, settlementsOf } from './auditSettlements.ts'
import type { Connection, Tables } from './tables.ts'

type EntryRow = Tables['audit_entry']

/** How an entry ended; `open` while an intent has no outcome. */
export type EntryResult = EntryRow['result']

/** Which entries of the trail: all conditions together. Times are UTC milliseconds by the gateway's clock. */
export interface AuditFilter {
  /** Who did it, or requested what a second person decided. */
  person?: RecordedPerson | undefined
  subject?: AuditSubject | undefined
  /** `{resource}.{action}` */
  operation?: string | undefined
  /** One of these. */
  operations?: readonly string[] | undefined
  /** None of these that was done. */
  except?: readonly string[] | undefined
  result?: EntryResult | undefined
  /** Only what the gateway did by itself on someone's behalf. */
  isAutomatic?: true | undefined
  /** The id of the request. */
  request?: string | undefined
  from?: number | undefined
  /** Exclusive. */
  to?: number | undefined
}

/** A query for at most `limit` entries, older than the one with the number `before`. */
export interface AuditQuery extends AuditFilter {
  before?: number | undefined
  limit: number
}

/** A query for at most `limit` entries about a subject, older than the one with the number `before`. */
export interface HistoryQuery {
  subject: AuditSubject
  before?: number | undefined
  limit: number
}

type EntryRecord = ({ phase: 'intent' } & AuditIntent) | ({ phase: 'event' } & AuditEvent)

/** One action or attempt with its outcome; null while that is not recorded. */
export interface AuditEntry {
  seq: number
  hash: string
  /** UTC milliseconds. */
  ts: number
  record: EntryRecord
  outcome: AuditOutcome | null
  /** How a person settled it, where its outcome was unknown; null where no one did. */
  settlement: AuditSettlement | null
}

const DAY_MS = 24 * 60 * 60_000

const dayOf = (ts: number): number => Math.floor(ts / DAY_MS)

const results: Readonly<Record<string, EntryResult>> = { refused: 'refused', failed: 'failed', unknown: 'unknown' }

function resultOf(body: EntryRecord): EntryResult {
  if (body.phase === 'intent') return 'open'
  const { result } = body.details
  return (typeof result === 'string' ? results[result] : undefined) ?? 'ok'
}

/** The row that finds a record; an outcome is found by its intent. */
export function entryOf(seq: number, body: AuditBody): EntryRow | undefined {
  if (body.phase === 'outcome') return undefined
  return {
    seq,
    ts: body.ts,
    day: dayOf(body.ts),
    user_id: body.actor?.userId ?? null,
    email: body.actor?.email.toLowerCase() ?? null,
    operation: body.operation,
    subject: subjectKeyOf(body),
    result: resultOf(body),
  }
}

const withOutcomes = (db: Kysely<Tables>) =>
  db
    .selectFrom('audit as record')
    .leftJoin('audit as closing', 'closing.intent', 'record.seq')
    .select(['record.seq', 'record.hash', 'record.body', 'closing.body as outcome'])
    .orderBy('record.seq', 'desc')

/** The SQL of the query, which needs only the index, whatever the length of the trail. */
export const historySelect = (db: Kysely<Tables>, { subject, before, limit }: HistoryQuery) =>
  withOutcomes(db)
    .where('record.subject', '=', subjectKey(subject))
    .where('record.seq', '<', before ?? Number.MAX_SAFE_INTEGER)
    .limit(limit)

type FoundRow = Pick<Tables['audit'], 'seq' | 'hash' | 'body'> & { outcome: string | null }

/** True for an entry of which it was not known whether it was done. */
const wasUnknown = ({ record, outcome }: Pick<AuditEntry, 'record' | 'outcome'>): boolean =>
  record.phase === 'intent' ? outcome?.result === 'unknown' : resultOf(record) === 'unknown'

async function toEntries(db: Kysely<Tables>, rows: readonly FoundRow[]): Promise<AuditEntry[]> {
  const entries = rows.flatMap(({ seq, hash, body, outcome }) => {
    const record = parseOwn<AuditBody>(body)
    if (record.phase === 'outcome') return []
    return [{ seq, hash, ts: record.ts, record, outcome: outcome === null ? null : parseOwn<AuditOutcome>(outcome) }]
  })
  const settlements = await settlementsOf(db, entries.filter(wasUnknown))
  return entries.map((entry) => ({ ...entry, settlement: settlements.get(entry.seq) ?? null }))
}

/** One entry of which it was not known whether it was done; `undefined` for any other number. */
export async function unknownEntry(db: Kysely<Tables>, seq: number): Promise<AuditEntry | undefined> {
  const [entry] = await toEntries(db, await withOutcomes(db).where('record.seq', '=', seq).execute())
  return entry !== undefined && wasUnknown(entry) ? entry : undefined
}

/** The entries about one record and its nested records, newest first. */
export const historyOf = async (db: Kysely<Tables>, query: HistoryQuery): Promise<AuditEntry[]> =>
  toEntries(db, await historySelect(db, query).execute())

/** The first and the last number of the entries of some days. Clocks step back, so entries outside the time may lie between. */
async function spanOf(db: Kysely<Tables>, first: number, last: number): Promise<{ first: number; last: number }> {
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    with recursive days(day) as (
      select min(day) from audit_entry where day >= ${first}
      union all
      select (select min(later.day) from audit_entry as later where later.day > days.day)
      from days where days.day is not null and days.day < ${last}
    )
    select min(spans.first) as first, max(spans.last) as last from (
      select (select min(entry.seq) from audit_entry as entry where entry.day = days.day) as first,
        (select max(entry.seq) from audit_entry as entry where entry.day = days.day) as last
      from days where days.day <= ${last}
    ) as spans`.execute(db)
  return { first: rows[0]?.first ?? 0, last: rows[0]?.last ?? -1 }
}

/** What the search reads. */
type Trail = Pick<Connection, 'db' | 'engine'>

/** Builds the selection of matching entries; each filter has an index that also has their order. */
async function matching(
  { db, engine }: Trail,
  { subject, operation, operations, except = [], result, from, to, request, ...rest }: Omit<AuditFilter, 'person'>,
) {
  const isTimed = from !== undefined || to !== undefined
  const [since, until] = [from ?? 0, to ?? Number.MAX_SAFE_INTEGER]
  const span = isTimed ? await spanOf(db, dayOf(since), dayOf(until - 1)) : undefined
  return db
    .selectFrom('audit_entry')
    .$if(subject !== undefined, (query) => query.where('subject', '=', subject ? subjectKey(subject) : ''))
    .$if(operation !== undefined, (query) => query.where('operation', '=', operation ?? ''))
    .$if(operations !== undefined, (query) => query.where('operation', 'in', operations ?? []))
    .$if(except.length > 0, (query) =>
      query.where((row) => row.not(row.and([row('operation', 'in', except), row('result', '=', 'ok')]))),
    )
    .$if(result !== undefined, (query) => query.where('result', '=', result ?? 'open'))
    .$if(request !== undefined, (query) => query.where('seq', 'in', seqsWhere(db, isOfRequest(engine, request ?? ''))))
    .$if(rest.isAutomatic === true, (query) => query.where('seq', 'in', seqsWhere(db, isAutomatic)))
    .$if(span !== undefined, (query) =>
      query
        .where('seq', '>=', span?.first ?? 0)
        .where('seq', '<=', span?.last ?? 0)
        .where('ts', '>=', since)
        .where('ts', '<', until),
    )
}

/** Selects the numbers of entries that match, newest first. */
async function matchingSeqs(trail: Trail, { person, before, limit, ...filter }: AuditQuery) {
  const { db, engine } = trail
  const matches = (await matching(trail, filter))
    .select('seq')
    .where('seq', '<', before ?? Number.MAX_SAFE_INTEGER)
    .orderBy('seq', 'desc')
    .limit(limit)
  if (person === undefined) return matches
  const done = matches.where((row) =>
    'email' in person
      ? row('email', '=', person.email.toLowerCase())
      : row('user_id', 'in', 'userIds' in person ? person.userIds : [person.userId]),
  )
  const requested = matches.where('seq', 'in', seqsWhere(db, isRequestedBy(engine, person)))
  // Each has an index of its own; of both in one condition no database would take either.
  const both = db
    .selectFrom(done.as('done'))
    .select('seq')
    .union(db.selectFrom(requested.as('requested')).select('seq'))
  return db.selectFrom('audit_entry').select('seq').where('seq', 'in', both).orderBy('seq', 'desc').limit(limit)
}

async function findSeqs(trail: Trail, query: AuditQuery): Promise<readonly number[]> {
  const found = await (await matchingSeqs(trail, query)).execute()
  return found.map(({ seq }) => seq)
}

/** The entries that match, newest first by their numbers, whatever the clocks were. */
export async function searchEntries(trail: Trail, query: AuditQuery): Promise<AuditEntry[]> {
  const seqs = await findSeqs(trail, query)
  if (seqs.length === 0) return []
  return toEntries(trail.db, await withOutcomes(trail.db).where('record.seq', 'in', seqs).execute())
}

/** A record exactly as it is in the chain: its text is what the hash is over. */
export type ChainLink = Pick<Tables['audit'], 'seq' | 'prev' | 'hash' | 'body'>

/** Records of entries that match, with those of their outcomes, newest first. */
export interface ChainLinks {
  readonly links: readonly ChainLink[]
  /** The number of the oldest entry among them; `undefined` after the last. */
  readonly before: number | undefined
}

export async function searchLinks(trail: Trail, query: AuditQuery): Promise<ChainLinks> {
  const seqs = await findSeqs(trail, query)
  if (seqs.length === 0) return { links: [], before: undefined }
  const links = await trail.db
    .selectFrom('audit')
    .select(['seq', 'prev', 'hash', 'body'])
    .where((row) => row.or([row('seq', 'in', seqs), row('intent', 'in', seqs)]))
    .orderBy('seq', 'desc')
    .execute()
  return { links, before: seqs.length < query.limit ? undefined : seqs.at(-1) }
}

/** Counts the entries that match, up to `most`; one more than that is answered where there are more. */
export async function countEntries(trail: Trail, filter: AuditFilter, most: number): Promise<number> {
  const some = await matchingSeqs(trail, { ...filter, limit: most + 1 })
  const { count } = await trail.db
    .selectFrom(some.as('some'))
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The numbers and times of intents without an outcome. @param among the numbers to look at; absent: all */
export const openIntents = (
  db: Kysely<Tables>,
  before: number,
  among?: readonly number[],
): Promise<{ seq: number; ts: number }[]> =>
  db
    .selectFrom('audit_entry')
    .select(['seq', 'ts'])
    .where('result', '=', 'open')
    .where('ts', '<=', before)
    .$if(among !== undefined, (query) => query.where('seq', 'in', among ?? []))
    .orderBy('seq')
    .execute()
