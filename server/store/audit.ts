import { parseOwn } from '../config/ownJson.ts'
import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { type ChainCheck, type ChainKeys, GENESIS, isChained, linkHash, verifyChain } from './auditChain.ts'
import { createQueue, inChainOrder } from './auditQueue.ts'
import {
  type AuditBody,
  type AuditEvent,
  type AuditIntent,
  type AuditOutcome,
  type AuditRecord,
  RECORD_AFTER,
  subjectKeyOf,
} from './auditRecord.ts'
import { countByHour, countByPerson, countOf, type HourCount } from './auditCounts.ts'
import {
  type AuditEntry,
  type AuditFilter,
  type AuditQuery,
  type ChainLinks,
  countEntries,
  entryOf,
  historyOf,
  type HistoryQuery,
  openIntents,
  searchEntries,
  searchLinks,
  unknownEntry,
} from './auditSearch.ts'
import { type AuditSettlement, noteSettlement, settledBy } from './auditSettlements.ts'
import { changesOf, type ChangesQuery, type RecordChange } from './changesByOthers.ts'
import { canonicalJson } from './seal.ts'
import { type Connection, StoreError, type Tables } from './tables.ts'

const INTERRUPTED = 'The outcome was not recorded: the gateway stopped, or the database could not be written'

export type RecordEvent = (entry: AuditEvent) => Promise<void>

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

/** Keeps the table by which entries are found. */
async function noteEntry(trx: Transaction<Tables>, seq: number, body: AuditBody): Promise<void> {
  const entry = entryOf(seq, body)
  if (entry !== undefined) await trx.insertInto('audit_entry').values(entry).execute()
  if (body.phase === 'outcome')
    await trx.updateTable('audit_entry').set({ result: body.result }).where('seq', '=', body.intentSeq).execute()
  await noteSettlement(trx, body)
}

async function append(
  trx: Transaction<Tables>,
  key: KeyObject,
  body: AuditBody,
  text = canonicalJson(body),
): Promise<number> {
  const last = await trx.selectFrom('audit').select(['seq', 'hash']).orderBy('seq', 'desc').limit(1).executeTakeFirst()
  const seq = (last?.seq ?? 0) + 1
  const prev = last?.hash ?? GENESIS
  const hash = linkHash(key, prev, seq, text)
  const intent = body.phase === 'outcome' ? body.intentSeq : null
  const subject = subjectKeyOf(body)
  await trx.insertInto('audit').values({ seq, prev, hash, phase: body.phase, intent, subject, body: text }).execute()
  await noteEntry(trx, seq, body)
  return seq
}

/** Appends the event that settles an entry, unless there is one. */
async function settleIn(trx: Transaction<Tables>, key: KeyObject, event: Extract<AuditBody, { phase: 'event' }>) {
  const entry = settledBy(event)?.entry
  const settlement = async () => (entry === undefined ? undefined : (await unknownEntry(trx, entry))?.settlement)
  const earlier = await settlement()
  if (earlier === undefined) throw new StoreError('the event settles no entry with an unknown outcome')
  if (earlier !== null) return { settlement: earlier, isEarlier: true }
  await append(trx, key, event)
  const own = await settlement()
  if (own === undefined || own === null) throw new StoreError('the event that settles an entry names no person')
  return { settlement: own, isEarlier: false }
}

const toRecord = ({ seq, prev, hash, body }: Tables['audit']): AuditRecord => ({
  ...parseOwn<AuditBody>(body),
  seq,
  prev,
  hash,
})

async function listRecords(db: Kysely<Tables>, after: number, limit: number): Promise<AuditRecord[]> {
  const rows = await db.selectFrom('audit').selectAll().where('seq', '>', after).orderBy('seq').limit(limit).execute()
  return rows.map(toRecord)
}

/** One record with its place in the chain. */
export interface AuditProof {
  record: AuditRecord
  /** The outcome of an intent, or the intent of an outcome; null where there is none. */
  counterpart: AuditRecord | null
  /** The event of the record that was read again after this change, with what that was; null where there is none. */
  after: AuditRecord | null
  /** How a person settled the entry, where its outcome was unknown; null where no one did. */
  settlement: AuditSettlement | null
  previous: AuditRecord | null
  next: AuditRecord | null
  /** True when the record and its neighbors fit their hashes and each other. */
  isIntact: boolean
}

/** Events of one record between a change and what was read after it: another change may come between. */
const NEAR = 20

/** The event that has the record after a change. */
async function afterOf(db: Kysely<Tables>, change: Tables['audit'] | undefined): Promise<AuditRecord | undefined> {
  if (change?.phase !== 'intent' || change.subject === null) return undefined
  const { operation } = parseOwn<AuditIntent>(change.body)
  const near = await db
    .selectFrom('audit_entry')
    .innerJoin('audit', 'audit.seq', 'audit_entry.seq')
    .selectAll('audit')
    .where('audit_entry.subject', '=', change.subject)
    .where('audit_entry.operation', '=', `${operation.split('.', 1)[0] ?? ''}.${RECORD_AFTER}`)
    .where('audit_entry.seq', '>', change.seq)
    .orderBy('audit_entry.seq')
    .limit(NEAR)
    .execute()
  return near.map(toRecord).find((record) => record.phase === 'event' && record.details['intent'] === change.seq)
}

async function proofOf(db: Kysely<Tables>, keys: ChainKeys, seq: number): Promise<AuditProof | undefined> {
  const rows = await db
    .selectFrom('audit')
    .selectAll()
    .where((row) => row.or([row('seq', 'in', [seq - 1, seq, seq + 1]), row('intent', '=', seq)]))
    .execute()
  const at = (place: number) => rows.find((row) => row.seq === place)
  const [previous, own, next] = [at(seq - 1), at(seq), at(seq + 1)]
  if (own === undefined) return undefined
  const counterpart =
    own.intent === null
      ? rows.find(({ intent }) => intent === seq)
      : await db.selectFrom('audit').selectAll().where('seq', '=', own.intent).executeTakeFirst()
  const chained = [previous, own, next].filter((row) => row !== undefined)
  const orNull = (row: Tables['audit'] | undefined) => (row === undefined ? null : toRecord(row))
  const entry = own.phase === 'outcome' ? counterpart : own
  const after = await afterOf(db, entry)
  const unknown = entry && (await unknownEntry(db, entry.seq))
  return {
    record: toRecord(own),
    counterpart: orNull(counterpart),
    after: after ?? null,
    settlement: unknown?.settlement ?? null,
    previous: orNull(previous),
    next: orNull(next),
    isIntact: isChained(keys, chained) && (previous === undefined) === (seq === 1),
  }
}

const createReads = ({ db, engine }: Connection, keys: ChainKeys) => ({
  /** True when the newest record was written with the present key, or when there is none. */
  isOwn: async (): Promise<boolean> => {
    const last = await db.selectFrom('audit').selectAll().orderBy('seq', 'desc').limit(1).executeTakeFirst()
    return last === undefined || linkHash(keys[0], last.prev, last.seq, last.body) === last.hash
  },
  verify: (): Promise<ChainCheck> => verifyChain(db, keys),
  /** Records in order, from the one after `afterSeq`. */
  list: ({ afterSeq = 0, limit }: { afterSeq?: number; limit: number }): Promise<AuditRecord[]> =>
    listRecords(db, afterSeq, limit),
  /** The entries about one record and its nested records, newest first. */
  history: (query: HistoryQuery): Promise<AuditEntry[]> => historyOf(db, query),
  /** The entries that match a filter, newest first: by their numbers, whatever the clocks were. */
  search: (query: AuditQuery): Promise<AuditEntry[]> => searchEntries({ db, engine }, query),
  /** The records of entries that match, and of their outcomes, exactly as they are in the chain. */
  links: (query: AuditQuery): Promise<ChainLinks> => searchLinks({ db, engine }, query),
  /** How many entries match, counted up to `most`: an answer above it says that there are more. */
  count: (filter: AuditFilter, most: number): Promise<number> => countEntries({ db, engine }, filter, most),
  /** The last change of each record of a resource that others than the person have made since then, newest first. */
  changes: (query: ChangesQuery): Promise<readonly RecordChange[]> => changesOf(db, query),
  /** How many entries of these operations each person has made since then that were done. @param made only what is automatic */
  countByPerson: (
    operations: readonly string[],
    from: number,
    made?: 'automatic',
  ): Promise<ReadonlyMap<number, number>> => countByPerson(db, operations, from, made),
  /** How many entries of these operations a person has made since then, whatever became of them. */
  countOf: (userId: number, operations: readonly string[], from: number): Promise<number> =>
    countOf(db, userId, operations, from),
  /** How many entries of these operations were done since then, hour by hour. @param made only what is automatic */
  countByHour: (operations: readonly string[], from: number, made?: 'automatic'): Promise<readonly HourCount[]> =>
    countByHour(db, operations, from, made),
  /** One entry of which it was not known whether it was done, and how it was settled; `undefined` for any other number. */
  unknown: (seq: number): Promise<AuditEntry | undefined> => unknownEntry(db, seq),
  /** One record with its neighbors, and whether they fit each other; `undefined` where there is none. */
  proof: (seq: number): Promise<AuditProof | undefined> => proofOf(db, keys, seq),
})

/**
 * @param keys the chain's HMAC keys, of which the first links new records; digests and the ends of exports use keys derived
 * from it, so that none of them can pass as a link
 * @param now the clock, UTC milliseconds
 * @param appended called with the number of each record once it is durable
 */
export function createAudit(
  connection: Connection,
  keys: ChainKeys,
  now: () => number,
  appended: (seq: number) => void,
) {
  const { db } = connection
  const [key] = keys
  const digestKey = createSecretKey(Buffer.from(hkdfSync('sha256', key, '', 'countersign audit digest', 32)))
  const exportKey = createSecretKey(Buffer.from(hkdfSync('sha256', key, '', 'countersign audit export', 32)))
  const queue = createQueue(connection)
  const add = async (body: AuditBody): Promise<number> => {
    const text = canonicalJson(body)
    const seq = await queue(async (trx) => {
      if (body.phase === 'outcome') await assertOpenIntent(trx, body.intentSeq)
      return append(trx, key, body, text)
    })
    appended(seq)
    return seq
  }
  return {
    ...createReads(connection, keys),
    /** Records a mutation before it is sent; durable once resolved. After a rejection nothing may be sent. */
    intent: (entry: AuditIntent): Promise<number> => add({ ...entry, phase: 'intent', ts: now() }),
    /** Closes an intent; answers the outcome's number. @throws StoreError for an unknown or closed intent */
    outcome: (intentSeq: number, entry: AuditOutcome): Promise<number> =>
      add({ ...entry, phase: 'outcome', ts: now(), intentSeq }),
    /** Records any other event that must be provable: sign-in, sign-out, refused attempts, exports. */
    event: (entry: AuditEvent): Promise<number> => add({ ...entry, phase: 'event', ts: now() }),
    /**
     * Records the event that settles an entry with an unknown outcome, once: answers how it is settled, and whether it was so
     * already.
     *
     * @throws StoreError where the event settles nothing that is unknown
     */
    settle: async (entry: AuditEvent): Promise<{ settlement: AuditSettlement; isEarlier: boolean }> => {
      const found = await inChainOrder(connection, (trx) => settleIn(trx, key, { ...entry, phase: 'event', ts: now() }))
      if (!found.isEarlier) appended(found.settlement.seq)
      return found
    },
    /** Runs work in one transaction with the events that it records: all of it is durable once resolved, or nothing. */
    together: async <T>(work: (trx: Transaction<Tables>, record: RecordEvent) => Promise<T>): Promise<T> => {
      const seqs: number[] = []
      const result = await inChainOrder(connection, (trx) =>
        work(trx, async (entry) => {
          seqs.push(await append(trx, key, { ...entry, phase: 'event', ts: now() }))
        }),
      )
      for (const seq of seqs) appended(seq)
      return result
    },
    /**
     * Closes every intent that was left open as `unknown`; answers how many. While gateways run pass an age above the longest
     * deadline, so that nothing that is under way is closed.
     */
    recover: async (olderThanMs = 0): Promise<number> => {
      const before = now() - olderThanMs
      // Most often there are none, and then the lock is not taken.
      const found = (await openIntents(db, before)).map(({ seq }) => seq)
      if (found.length === 0) return 0
      return inChainOrder(connection, async (trx) => {
        const open = await openIntents(trx, before, found)
        for (const { seq, ts } of open) {
          const outcome: AuditOutcome = { result: 'unknown', status: null, latencyMs: now() - ts, message: INTERRUPTED }
          appended(await append(trx, key, { ...outcome, phase: 'outcome', ts: now(), intentSeq: seq }))
        }
        return open.length
      })
    },
    /** A keyed digest of a personal value, equal for equal values, so that records correlate without the value. */
    digest: (value: string): string => createHmac('sha256', digestKey).update(value).digest('hex'),
    /** Signs what the end of an exported file says about its lines. */
    signExport: (text: string): string => createHmac('sha256', exportKey).update(text).digest('hex'),
  }
}
