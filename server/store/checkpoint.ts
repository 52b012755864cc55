import { createHmac, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Kysely } from 'kysely'
import type { ChainCheck } from './auditChain.ts'
import type { Tables } from './tables.ts'

/** A signed statement that the trail had this record as its newest. */
export interface Checkpoint {
  readonly store: string
  readonly seq: number
  /** The number of records at that time. */
  readonly count: number
  /** The hash of the record with that sequence number. */
  readonly hash: string
  /** UTC, ISO 8601. */
  readonly time: string
}

/** The key of checkpoints, from which the chain's key cannot be found. */
export const checkpointKey = (auditKey: KeyObject): Uint8Array =>
  Buffer.from(hkdfSync('sha256', auditKey, '', 'countersign audit checkpoint', 32))

function macOf(key: Uint8Array, { store, seq, count, hash, time }: Checkpoint): string {
  const text = ['countersign checkpoint 1', store, seq, count, hash, time].join('\n')
  return createHmac('sha256', key).update(text).digest('hex')
}

/** The checkpoint as one line of JSON with its signature. */
export const lineOf = (key: Uint8Array, { store, seq, count, hash, time }: Checkpoint): string =>
  JSON.stringify({ v: 1, store, seq, count, hash, time, mac: macOf(key, { store, seq, count, hash, time }) })

type Line = Checkpoint & { readonly mac: string }

function parse(line: string): Line | undefined {
  try {
    const value = JSON.parse(line) as Partial<Line> | null
    return typeof value?.store === 'string' && typeof value.mac === 'string' ? (value as Line) : undefined
  } catch {
    // A line that a full disk cut short says nothing.
    return undefined
  }
}

function isSigned(key: Uint8Array, line: Line): boolean {
  const [given, own] = [Buffer.from(line.mac, 'hex'), Buffer.from(macOf(key, line), 'hex')]
  return given.length === own.length && timingSafeEqual(given, own)
}

/** How many of the newest checkpoints are compared at a start; `audit:verify` compares all. */
const COMPARED = 10_000

/**
 * The newest checkpoints of a file that are signed with one of these keys, in their order; none where there is no file.
 *
 * @throws Error for a file that cannot be read, and for a checkpoint of this store that was changed
 */
export async function readCheckpoints(
  path: string,
  keys: readonly Uint8Array[],
  store: string,
): Promise<readonly Checkpoint[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const lines = text.split('\n').slice(-COMPARED - 1)
  return lines.flatMap((one) => {
    const line = parse(one)
    if (line === undefined) return []
    if (keys.some((key) => isSigned(key, line))) return [line]
    if (line.store === store) throw new Error(`the checkpoint of record ${line.seq} is not signed with AUDIT_KEY`)
    return []
  })
}

const BATCH = 500

async function hashesAt(db: Kysely<Tables>, seqs: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const hashes = new Map<number, string>()
  for (let from = 0; from < seqs.length; from += BATCH) {
    const some = seqs.slice(from, from + BATCH)
    const rows = await db.selectFrom('audit').select(['seq', 'hash']).where('seq', 'in', some).execute()
    for (const { seq, hash } of rows) hashes.set(seq, hash)
  }
  return hashes
}

/** Compares the trail with checkpoints and names the first record from which it is no longer the same. */
export async function compareCheckpoints(
  db: Kysely<Tables>,
  store: string,
  checkpoints: readonly Checkpoint[],
): Promise<ChainCheck> {
  const foreign = checkpoints.find((checkpoint) => checkpoint.store !== store)
  if (foreign !== undefined)
    return { ok: false, firstBad: 1, why: `at ${foreign.time} this was another store, with ${foreign.count} records` }
  const newest = await db.selectFrom('audit').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst()
  const end = newest?.seq ?? 0
  const ordered = checkpoints.toSorted((a, b) => a.seq - b.seq)
  const hashes = await hashesAt(db, [...new Set(ordered.map(({ seq }) => seq))])
  let good = 0
  const last = ordered.at(-1)
  for (const { seq, hash, time } of ordered) {
    const found = hashes.get(seq)
    if (seq > end)
      return {
        ok: false,
        firstBad: end + 1,
        why: `the trail ends at record ${end}, and had ${last?.count} records at ${last?.time}`,
      }
    if (found !== hash)
      return { ok: false, firstBad: good + 1, why: `records ${good + 1} to ${seq} are not those of ${time}` }
    good = seq
  }
  return { ok: true, count: end }
}
