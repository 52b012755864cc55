import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import { type AuditBody, subjectKeyOf } from './auditRecord.ts'
import type { Tables } from './tables.ts'

/** The `prev` of the first record. */
export const GENESIS = '0'.repeat(64)

const PAGE = 500

/** The result of checking the whole chain; `firstBad` is the lowest sequence number at which it breaks. */
export type ChainCheck = { ok: true; count: number } | { ok: false; firstBad: number; why: string }

type Row = Tables['audit']

/**
 * HMAC-SHA256 over the previous hash (32 bytes), the sequence number (8 bytes, big-endian) and the record's canonical
 * JSON (UTF-8), in hex. Both prefixes have a fixed length, so no two records share a message.
 */
export function linkHash(key: Uint8Array, prev: string, seq: number, body: string): string {
  const place = Buffer.alloc(8)
  place.writeBigUInt64BE(BigInt(seq))
  return createHmac('sha256', key).update(Buffer.from(prev, 'hex')).update(place).update(body).digest('hex')
}

/** True when the columns next to the body, which exist for indexes only, agree with it. */
function columnsAgree(row: Row): boolean {
  const body = JSON.parse(row.body) as AuditBody
  const intent = body.phase === 'outcome' ? body.intentSeq : null
  // A database that no gateway of this version has opened has no such column.
  const isIndexed = !Object.hasOwn(row, 'subject') || row.subject === subjectKeyOf(body)
  return body.phase === row.phase && intent === row.intent && isIndexed
}

function flaw(key: Uint8Array, row: Row, expectedSeq: number, expectedPrev: string): string | undefined {
  // SQLite keeps other types in a column of texts, and the same bytes have the same hash.
  const body: unknown = row.body
  if (typeof body !== 'string') return `the content of record ${row.seq} is no text`
  if (row.seq !== expectedSeq) return `record ${expectedSeq} is missing`
  if (row.prev !== expectedPrev) return `record ${row.seq} does not follow the record before it`
  if (linkHash(key, expectedPrev, row.seq, row.body) !== row.hash) return `record ${row.seq} does not match its hash`
  if (!columnsAgree(row)) return `the columns of record ${row.seq} do not match its content`
  return undefined
}

/** True when successive records fit their hashes and each other. */
export const isChained = (key: Uint8Array, rows: readonly Row[]): boolean =>
  rows.every((row, index) => {
    const { seq, hash } = rows[index - 1] ?? { seq: row.seq - 1, hash: row.prev }
    return flaw(key, row, seq + 1, hash) === undefined
  })

/** A place in the chain: the last record that is taken for good. */
type Place = Pick<Row, 'seq' | 'hash'>

async function walk(db: Kysely<Tables>, key: Uint8Array, from: Place): Promise<ChainCheck> {
  let { seq, hash } = from
  for (;;) {
    const rows = await db.selectFrom('audit').selectAll().where('seq', '>', seq).orderBy('seq').limit(PAGE).execute()
    for (const row of rows) {
      const why = flaw(key, row, seq + 1, hash)
      if (why !== undefined) return { ok: false, firstBad: seq + 1, why }
      seq = row.seq
      hash = row.hash
    }
    if (rows.length < PAGE) return { ok: true, count: seq }
  }
}

/**
 * Checks the chain from the first record to the last and names the first that was changed, removed, moved or forged.
 * A removed tail and an older copy of the database leave an intact chain: checkpoints find those.
 */
export async function verifyChain(db: Kysely<Tables>, key: Uint8Array): Promise<ChainCheck> {
  const outside = await db
    .selectFrom('audit')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where((row) => row.or([row('seq', '<', 1), row('seq', '>', Number.MAX_SAFE_INTEGER)]))
    .executeTakeFirstOrThrow()
  if (outside.count > 0) return { ok: false, firstBad: 0, why: `${outside.count} records lie outside the sequence` }
  return walk(db, key, { seq: 0, hash: GENESIS })
}

/** Checks the chain of the newest records. */
export async function verifyEnd(db: Kysely<Tables>, key: Uint8Array, records: number): Promise<ChainCheck> {
  const before = await db
    .selectFrom('audit')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .offset(records)
    .limit(1)
    .executeTakeFirst()
  return walk(db, key, before ?? { seq: 0, hash: GENESIS })
}
