import { parseOwn } from '../config/ownJson.ts'
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import type { Kysely } from 'kysely'
import { type AuditBody, subjectKeyOf } from './auditRecord.ts'
import type { Tables } from './tables.ts'

/** The `prev` of the first record. */
export const GENESIS = '0'.repeat(64)

const PAGE = 500

/** The result of checking the whole chain; `firstBad` is the lowest sequence number at which it breaks. */
export type ChainCheck = { ok: true; count: number } | { ok: false; firstBad: number; why: string }

type Row = Tables['audit']

/** The keys of a trail: the present one, then earlier ones, the newest first. */
export type ChainKeys = readonly [present: KeyObject, ...earlier: readonly KeyObject[]]

export const chainKeys = (present: Uint8Array, earlier: readonly Uint8Array[] = []): ChainKeys => [
  createSecretKey(present),
  ...earlier.map((key) => createSecretKey(key)),
]

/**
 * HMAC-SHA256 over the previous hash (32 bytes), the sequence number (8 bytes, big-endian) and the record's canonical
 * JSON (UTF-8), in hex. Both prefixes have a fixed length, so no two records share a message.
 */
export function linkHash(key: KeyObject | Uint8Array, prev: string, seq: number, body: string): string {
  const place = Buffer.alloc(8)
  place.writeBigUInt64BE(BigInt(seq))
  return createHmac('sha256', key).update(Buffer.from(prev, 'hex')).update(place).update(body).digest('hex')
}

/** True when the columns next to the body, which exist for indexes only, agree with it. */
function columnsAgree(row: Row): boolean {
  const body = parseOwn<AuditBody>(row.body)
  const intent = body.phase === 'outcome' ? body.intentSeq : null
  // A database that no gateway of this version has opened has no such column.
  const isIndexed = !Object.hasOwn(row, 'subject') || row.subject === subjectKeyOf(body)
  return body.phase === row.phase && intent === row.intent && isIndexed
}

/** A place in the chain: the last record that is taken for good, and which of the keys it was linked with. */
interface Place extends Pick<Row, 'seq' | 'hash'> {
  readonly key: number
}

/** Before any record: the oldest of the keys may come first. */
const start = (keys: ChainKeys, { seq, hash }: Pick<Row, 'seq' | 'hash'> = { seq: 0, hash: GENESIS }): Place => ({
  seq,
  hash,
  key: keys.length - 1,
})

/** Which of the keys a row was linked with: a key is never used again after a newer one. Negative: with none. */
function keyOf(keys: ChainKeys, row: Row, { hash, key }: Place): number {
  for (let index = key; index >= 0; index -= 1) {
    const tried = keys[index]
    if (tried !== undefined && linkHash(tried, hash, row.seq, row.body) === row.hash) return index
  }
  return -1
}

/** The place of a row that follows; what is wrong with it otherwise. */
function placeOf(keys: ChainKeys, row: Row, before: Place): Place | string {
  // SQLite keeps other types in a column of texts, and the same bytes have the same hash.
  const body: unknown = row.body
  if (typeof body !== 'string') return `the content of record ${row.seq} is no text`
  if (row.seq !== before.seq + 1) return `record ${before.seq + 1} is missing`
  if (row.prev !== before.hash) return `record ${row.seq} does not follow the record before it`
  const key = keyOf(keys, row, before)
  if (key < 0) return `record ${row.seq} does not match its hash`
  if (!columnsAgree(row)) return `the columns of record ${row.seq} do not match its content`
  return { seq: row.seq, hash: row.hash, key }
}

/** True when successive records fit their hashes and each other. */
export function isChained(keys: ChainKeys, rows: readonly Row[]): boolean {
  const [first] = rows
  if (first === undefined) return true
  let place = start(keys, { seq: first.seq - 1, hash: first.prev })
  for (const row of rows) {
    const next = placeOf(keys, row, place)
    if (typeof next === 'string') return false
    place = next
  }
  return true
}

async function walk(db: Kysely<Tables>, keys: ChainKeys, from: Place): Promise<ChainCheck> {
  let place = from
  for (;;) {
    const { seq: after } = place
    const rows = await db.selectFrom('audit').selectAll().where('seq', '>', after).orderBy('seq').limit(PAGE).execute()
    for (const row of rows) {
      const next = placeOf(keys, row, place)
      if (typeof next === 'string') return { ok: false, firstBad: place.seq + 1, why: next }
      place = next
    }
    if (rows.length < PAGE) break
  }
  // Who has an earlier key could otherwise write all of the trail again.
  if (place.seq > 0 && place.key > 0)
    return { ok: false, firstBad: place.seq, why: `record ${place.seq} is the last, and of an earlier key` }
  return { ok: true, count: place.seq }
}

/**
 * Checks the chain from the first record to the last and names the first that was changed, removed, moved or forged.
 * A removed tail and an older copy of the database leave an intact chain: checkpoints find those.
 */
export async function verifyChain(db: Kysely<Tables>, keys: ChainKeys): Promise<ChainCheck> {
  const outside = await db
    .selectFrom('audit')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where((row) => row.or([row('seq', '<', 1), row('seq', '>', Number.MAX_SAFE_INTEGER)]))
    .executeTakeFirstOrThrow()
  if (outside.count > 0) return { ok: false, firstBad: 0, why: `${outside.count} records lie outside the sequence` }
  return walk(db, keys, start(keys))
}

/** Checks the chain of the newest records. */
export async function verifyEnd(db: Kysely<Tables>, keys: ChainKeys, records: number): Promise<ChainCheck> {
  const before = await db
    .selectFrom('audit')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .offset(records)
    .limit(1)
    .executeTakeFirst()
  return walk(db, keys, start(keys, before))
}
