import { createHmac, hkdfSync } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type ChainCheck, GENESIS, linkHash, verifyChain } from './auditChain.ts'
import {
  type AuditBody,
  type AuditEvent,
  type AuditIntent,
  type AuditOutcome,
  type AuditRecord,
  type AuditSubject,
  subjectKey,
  subjectKeyOf,
} from './auditRecord.ts'
import { canonicalJson } from './seal.ts'
import { type Connection, StoreError, type Tables } from './tables.ts'

/** A query for at most `limit` entries about a subject, older than the one with the number `before`. */
export interface HistoryQuery {
  subject: AuditSubject
  before?: number | undefined
  limit: number
}

type HistoryRecord = ({ phase: 'intent' } & AuditIntent) | ({ phase: 'event' } & AuditEvent)

/** One action or attempt with its outcome; null while that is not recorded. */
export interface HistoryEntry {
  seq: number
  /** UTC milliseconds. */
  ts: number
  record: HistoryRecord
  outcome: AuditOutcome | null
}

/** The SQL of the query, which needs only the index, whatever the length of the trail. */
export const historySelect = (db: Kysely<Tables>, { subject, before, limit }: HistoryQuery) =>
  db
    .selectFrom('audit as record')
    .leftJoin('audit as closing', 'closing.intent', 'record.seq')
    .select(['record.seq', 'record.body', 'closing.body as outcome'])
    .where('record.subject', '=', subjectKey(subject))
    .where('record.seq', '<', before ?? Number.MAX_SAFE_INTEGER)
    .orderBy('record.seq', 'desc')
    .limit(limit)

/** The entries about one record and its nested records, newest first. */
async function historyOf(db: Kysely<Tables>, query: HistoryQuery): Promise<HistoryEntry[]> {
  const rows = await historySelect(db, query).execute()
  return rows.flatMap(({ seq, body, outcome }): HistoryEntry[] => {
    const record = JSON.parse(body) as AuditBody
    if (record.phase === 'outcome') return []
    return [{ seq, ts: record.ts, record, outcome: outcome === null ? null : (JSON.parse(outcome) as AuditOutcome) }]
  })
}

/** The key of the advisory lock under which all gateways append to the one chain. */
const CHAIN_LOCK = 4_207_311_906

const INTERRUPTED = 'The gateway stopped before the outcome was recorded'

/** The append-only log of staff's actions, each record chained to the one before. */
export type Audit = ReturnType<typeof createAudit>

async function assertOpenIntent(trx: Transaction<Tables>, seq: number): Promise<void> {
  const rows = await trx
    .selectFrom('audit')
    .select('phase')
    .where((row) => row.or([row('seq', '=', seq), row('intent', '=', seq)]))
    .execute()
  if (!rows.some((row) => row.phase === 'intent')) throw new StoreError(`audit record ${seq} is not an intent`)
  if (rows.length > 1) throw new StoreError(`audit intent ${seq} has an outcome already`)
}

/** Runs appends one at a time: SQLite has a single connection here, PostgreSQL keeps the lock until the commit. */
function inChainOrder<T>({ db, engine }: Connection, work: (trx: Transaction<Tables>) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`.execute(trx)
    return work(trx)
  })
}

async function append(trx: Transaction<Tables>, key: Uint8Array, body: AuditBody): Promise<number> {
  const text = canonicalJson(body)
  const last = await trx.selectFrom('audit').select(['seq', 'hash']).orderBy('seq', 'desc').limit(1).executeTakeFirst()
  const seq = (last?.seq ?? 0) + 1
  const prev = last?.hash ?? GENESIS
  const hash = linkHash(key, prev, seq, text)
  const intent = body.phase === 'outcome' ? body.intentSeq : null
  const subject = subjectKeyOf(body)
  await trx.insertInto('audit').values({ seq, prev, hash, phase: body.phase, intent, subject, body: text }).execute()
  return seq
}

/** @param among the numbers to look at; absent: the whole log */
async function openIntents(
  db: Kysely<Tables>,
  before: number,
  among?: readonly number[],
): Promise<{ seq: number; ts: number }[]> {
  const rows = await db
    .selectFrom('audit as record')
    .leftJoin('audit as closing', 'closing.intent', 'record.seq')
    .select(['record.seq', 'record.body'])
    .where('record.phase', '=', 'intent')
    .where('closing.seq', 'is', null)
    .$if(among !== undefined, (query) => query.where('record.seq', 'in', among ?? []))
    .orderBy('record.seq')
    .execute()
  const open = rows.map((row) => ({ seq: row.seq, ts: (JSON.parse(row.body) as AuditBody).ts }))
  return open.filter((intent) => intent.ts <= before)
}

async function listRecords(db: Kysely<Tables>, after: number, limit: number): Promise<AuditRecord[]> {
  const rows = await db.selectFrom('audit').selectAll().where('seq', '>', after).orderBy('seq').limit(limit).execute()
  return rows.map(({ seq, prev, hash, body }) => ({ ...(JSON.parse(body) as AuditBody), seq, prev, hash }))
}

/**
 * @param key the chain's HMAC key; digests use one derived from it, so that no digest can pass as a link
 * @param now the clock, UTC milliseconds
 */
export function createAudit(connection: Connection, key: Uint8Array, now: () => number) {
  const { db } = connection
  const digestKey = Buffer.from(hkdfSync('sha256', key, '', 'countersign audit digest', 32))
  const add = (body: AuditBody): Promise<number> => inChainOrder(connection, (trx) => append(trx, key, body))
  return {
    /** Records a mutation before it is sent; durable once resolved. After a rejection nothing may be sent. */
    intent: (entry: AuditIntent): Promise<number> => add({ ...entry, phase: 'intent', ts: now() }),
    /** Closes an intent; answers the outcome's number. @throws StoreError for an unknown or closed intent */
    outcome: (intentSeq: number, entry: AuditOutcome): Promise<number> =>
      inChainOrder(connection, async (trx) => {
        await assertOpenIntent(trx, intentSeq)
        return append(trx, key, { ...entry, phase: 'outcome', ts: now(), intentSeq })
      }),
    /** Records any other event that must be provable: sign-in, sign-out, refused attempts, exports. */
    event: (entry: AuditEvent): Promise<number> => add({ ...entry, phase: 'event', ts: now() }),
    /**
     * Closes every intent that a crash left open as `unknown`; answers how many. With several gateways pass an age above
     * the longest mutation's deadline, so that a running mutation of another gateway is not closed.
     */
    recover: async (olderThanMs = 0): Promise<number> => {
      const before = now() - olderThanMs
      // The search takes long in a long log, so it runs before the lock is taken.
      const found = (await openIntents(db, before)).map(({ seq }) => seq)
      if (found.length === 0) return 0
      return inChainOrder(connection, async (trx) => {
        const open = await openIntents(trx, before, found)
        for (const { seq, ts } of open) {
          const outcome: AuditOutcome = { result: 'unknown', status: null, latencyMs: now() - ts, message: INTERRUPTED }
          await append(trx, key, { ...outcome, phase: 'outcome', ts: now(), intentSeq: seq })
        }
        return open.length
      })
    },
    /** True when the newest record was written with this key, or when there is none. */
    isOwn: async (): Promise<boolean> => {
      const last = await db.selectFrom('audit').selectAll().orderBy('seq', 'desc').limit(1).executeTakeFirst()
      return last === undefined || linkHash(key, last.prev, last.seq, last.body) === last.hash
    },
    /** Checks the whole chain. */
    verify: (): Promise<ChainCheck> => verifyChain(db, key),
    /** Records in order, from the one after `afterSeq`. */
    list: ({ afterSeq = 0, limit }: { afterSeq?: number; limit: number }): Promise<AuditRecord[]> =>
      listRecords(db, afterSeq, limit),
    /** The entries about one record and its nested records, newest first. */
    history: (query: HistoryQuery): Promise<HistoryEntry[]> => historyOf(db, query),
    /** A keyed digest of a personal value, equal for equal values, so that records correlate without the value. */
    digest: (value: string): string => createHmac('sha256', digestKey).update(value).digest('hex'),
  }
}
