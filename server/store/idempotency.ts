import type { Kysely, Transaction } from 'kysely'
import type { Sealer } from './seal.ts'
import { StoreError } from './StoreError.ts'
import type { Tables } from './tables.ts'

const KEEP_MS = 24 * 60 * 60_000
/** Longer than the longest deadline of a mutation (uploads, 60 s), so that only a crash lets a lease run out. */
const LEASE_MS = 90_000

/** One intent of one member of staff. */
export interface IdempotencyKey {
  userId: number
  /** `treasury.approve` */
  operation: string
  key: string
}

/** The request behind the key; `target` is the record's id, or null when no record is locked. */
export interface IdempotencyRequest extends IdempotencyKey {
  requestHash: string
  target: string | null
}

/** What was answered, to be answered again. */
export interface StoredResponse {
  status: number
  contentType: string
  body: string
}

/**
 * What a request may do: `claimed` go ahead; `replay` answer the stored response; `in-flight` the same request is
 * under way; `mismatch` the key was used for another request; `busy` another request is under way for the record;
 * `unknown` the gateway stopped while the first request was under way: it may have been applied, never send it again.
 */
export type IdempotencyClaim =
  | { state: 'claimed' }
  | ({ state: 'replay' } & StoredResponse)
  | { state: 'in-flight' }
  | { state: 'mismatch' }
  | { state: 'unknown' }
  | { state: 'busy' }

/** Sends each mutation at most once, and one at a time per record. */
export interface Idempotency {
  /** Claims a key atomically across all gateways. */
  claim(request: IdempotencyRequest): Promise<IdempotencyClaim>
  /** Stores the response, encrypted, for 24 h after the claim. @throws StoreError when nothing is under way */
  complete(entry: IdempotencyKey, response: StoredResponse): Promise<void>
  /** Gives the key back because nothing was sent upstream. A stored response stays. */
  abandon(entry: IdempotencyKey): Promise<void>
  /** Removes keys older than 24 h; answers how many. */
  sweep(): Promise<number>
}

type Row = Tables['idempotency']

/** All actions of a resource exclude each other on one record: approving and deleting it at once has no good order. */
function familyOf(operation: string): string {
  return operation.split('.', 1)[0] ?? operation
}

function contextOf({ userId, operation, key }: IdempotencyKey): string {
  return `idempotency:${JSON.stringify([userId, operation, key])}`
}

function columnsOf({ userId, operation, key }: IdempotencyKey): Pick<Row, 'user_id' | 'operation' | 'idempotency_key'> {
  return { user_id: userId, operation, idempotency_key: key }
}

function find(trx: Transaction<Tables>, entry: IdempotencyKey): Promise<Row | undefined> {
  return trx
    .selectFrom('idempotency')
    .selectAll()
    .where((row) => row.and(columnsOf(entry)))
    .executeTakeFirst()
}

/** Frees what a crash or the passage of a day left behind, for this key and this record. */
async function expire(trx: Transaction<Tables>, request: IdempotencyRequest, time: number): Promise<void> {
  await trx
    .updateTable('idempotency')
    .set({ state: 'unknown' })
    .where('state', '=', 'in-flight')
    .where('lease_until', '<=', time)
    .where((row) =>
      row.or([
        row.and(columnsOf(request)),
        row.and([row('family', '=', familyOf(request.operation)), row('target', '=', request.target)]),
      ]),
    )
    .execute()
  await trx
    .deleteFrom('idempotency')
    .where((row) => row.and(columnsOf(request)))
    .where('expires_at', '<=', time)
    .execute()
}

/** A unique index over what is in flight per record decides races on both engines. */
async function insert(trx: Transaction<Tables>, request: IdempotencyRequest, time: number): Promise<boolean> {
  const inserted = await trx
    .insertInto('idempotency')
    .values({
      ...columnsOf(request),
      family: familyOf(request.operation),
      target: request.target,
      request_hash: request.requestHash,
      state: 'in-flight',
      lease_until: time + LEASE_MS,
      expires_at: time + KEEP_MS,
      sealed: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return inserted.numInsertedOrUpdatedRows === 1n
}

function answer(row: Row, request: IdempotencyRequest, sealer: Sealer): IdempotencyClaim {
  if (row.request_hash !== request.requestHash) return { state: 'mismatch' }
  if (row.state !== 'done') return { state: row.state }
  const text = row.sealed === null ? undefined : sealer.open(contextOf(request), row.sealed)
  // Sealed under another key the response is lost, but the mutation was sent: it must not be sent again.
  return text === undefined ? { state: 'unknown' } : { state: 'replay', ...(JSON.parse(text) as StoredResponse) }
}

async function complete(
  db: Kysely<Tables>,
  sealer: Sealer,
  entry: IdempotencyKey,
  { status, contentType, body }: StoredResponse,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('idempotency')
    .set({ state: 'done', sealed: sealer.seal(contextOf(entry), { status, contentType, body }) })
    .where((row) => row.and(columnsOf(entry)))
    .where('state', '!=', 'done')
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new StoreError(`no request of ${entry.operation} is under way under this key`)
}

/** @param now the clock, UTC milliseconds */
export function createIdempotency(db: Kysely<Tables>, sealer: Sealer, now: () => number): Idempotency {
  return {
    claim: (request) =>
      db.transaction().execute(async (trx) => {
        const time = now()
        await expire(trx, request, time)
        if (await insert(trx, request, time)) return { state: 'claimed' }
        const row = await find(trx, request)
        return row ? answer(row, request, sealer) : { state: 'busy' }
      }),
    complete: (entry, response) => complete(db, sealer, entry, response),
    abandon: async (entry) => {
      await db
        .deleteFrom('idempotency')
        .where((row) => row.and(columnsOf(entry)))
        .where('state', '!=', 'done')
        .execute()
    },
    sweep: async () => {
      const removed = await db.deleteFrom('idempotency').where('expires_at', '<=', now()).executeTakeFirstOrThrow()
      return Number(removed.numDeletedRows)
    },
  }
}
