import type { Kysely, Transaction } from 'kysely'
import type { Sealer } from './seal.ts'
import { countChanged, hasChanged, StoreError, type Tables } from './tables.ts'

const KEEP_MS = 24 * 60 * 60_000
/** Longer than the longest deadline of a mutation (uploads, 60 s), so that a lease only expires after a crash. */
const LEASE_MS = 90_000

/** The key of one change of one member of staff. */
export interface IdempotencyKey {
  userId: number
  /** `{resource}.{action}` */
  operation: string
  key: string
}

/** The request behind the key; `target` is the record's id, or null when no record is locked. */
export interface IdempotencyRequest extends IdempotencyKey {
  /** Equal for equal requests of any person: a keyed digest, because the values may be personal. */
  requestHash: string
  target: string | null
  /**
   * How to treat the same earlier request of any person under another key while its outcome is unknown: `ask` refuses
   * this one, `checked` sends it and settles the earlier one. Absent: earlier requests are ignored.
   */
  onUnknownOutcome?: 'ask' | 'checked'
}

/** `unknown`: the outcome is unknown. `untold`: it was successful, but the browser had disconnected. */
export type UnknownOutcome = 'unknown' | 'untold'

/** A stored answer, for repetitions. */
export interface StoredResponse {
  status: number
  contentType: string
  body: string
}

/**
 * The result of a claim. `claimed`: send the request. `replay`: answer the stored response. `in-flight`: the same request
 * is running. `mismatch`: the key was used for another request. `busy`: another request for the record is running.
 * `unknown`: the gateway stopped during the first request, which may have been applied; never send it again.
 * `unknown-outcome`: the same request was sent before, `ageMs` ago by `userId`, with an unknown outcome.
 */
export type IdempotencyClaim =
  | { state: 'claimed' }
  | ({ state: 'replay' } & StoredResponse)
  | { state: 'in-flight' }
  | { state: 'mismatch' }
  | { state: 'unknown' }
  | { state: 'busy' }
  | { state: 'unknown-outcome'; unknownOutcome: UnknownOutcome; ageMs: number; userId: number }

/** Sends each mutation at most once, and one at a time per record. */
export type Idempotency = ReturnType<typeof createIdempotency>

type Row = Tables['idempotency']

/** All actions of a resource exclude each other on one record, because approving and deleting it at once has no order. */
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

/** Expires old entries, after a crash or a day, of this key, this record and this request. */
async function expire(trx: Transaction<Tables>, request: IdempotencyRequest, time: number): Promise<void> {
  await trx
    .updateTable('idempotency')
    .set({ state: 'unknown', doubt: 'unknown' })
    .where('state', '=', 'in-flight')
    .where('lease_until', '<=', time)
    .where((row) =>
      row.or([
        row.and(columnsOf(request)),
        row.and([row('operation', '=', request.operation), row('request_hash', '=', request.requestHash)]),
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
function insert(trx: Transaction<Tables>, request: IdempotencyRequest, time: number): Promise<boolean> {
  const inserted = trx.insertInto('idempotency').values({
    ...columnsOf(request),
    family: familyOf(request.operation),
    target: request.target,
    request_hash: request.requestHash,
    state: 'in-flight',
    doubt: null,
    lease_until: time + LEASE_MS,
    expires_at: time + KEEP_MS,
    sealed: null,
  })
  return hasChanged(inserted.onConflict((conflict) => conflict.doNothing()))
}

const unknownOutcomeClaim = (
  unknownOutcome: UnknownOutcome,
  row: Pick<Row, 'expires_at' | 'user_id'>,
  time: number,
): IdempotencyClaim => ({
  state: 'unknown-outcome',
  unknownOutcome,
  ageMs: time - (row.expires_at - KEEP_MS),
  userId: row.user_id,
})

function findUnknownOutcome(trx: Transaction<Tables>, { operation, requestHash }: IdempotencyRequest, time: number) {
  return trx
    .selectFrom('idempotency')
    .select(['doubt', 'expires_at', 'user_id'])
    .where('operation', '=', operation)
    .where('request_hash', '=', requestHash)
    .where('doubt', 'is not', null)
    .where('expires_at', '>', time)
    .executeTakeFirst()
}

/** Checks a claimed request for the same earlier request with an unknown outcome, and releases the claim if there is one. */
async function resolveUnknownOutcomes(
  trx: Transaction<Tables>,
  request: IdempotencyRequest,
  time: number,
): Promise<IdempotencyClaim> {
  if (request.onUnknownOutcome === 'checked') {
    await trx
      .updateTable('idempotency')
      .set({ doubt: null })
      .where('operation', '=', request.operation)
      .where('request_hash', '=', request.requestHash)
      .where('doubt', 'is not', null)
      .execute()
  }
  const found = request.onUnknownOutcome === 'ask' ? await findUnknownOutcome(trx, request, time) : undefined
  if (found === undefined || found.doubt === null) return { state: 'claimed' }
  await trx
    .deleteFrom('idempotency')
    .where((row) => row.and(columnsOf(request)))
    .execute()
  return unknownOutcomeClaim(found.doubt, found, time)
}

function answer(row: Row, request: IdempotencyRequest, sealer: Sealer, time: number): IdempotencyClaim {
  if (row.request_hash !== request.requestHash) return { state: 'mismatch' }
  if (row.doubt === 'unknown' && request.onUnknownOutcome !== undefined)
    return unknownOutcomeClaim(row.doubt, row, time)
  if (row.state !== 'done') return { state: row.state }
  const response = sealer.open<StoredResponse>(contextOf(request), row.sealed)
  // Without its key the response cannot be read, but the mutation was sent and must not be sent again.
  return response === undefined ? { state: 'unknown' } : { state: 'replay', ...response }
}

async function complete(
  db: Kysely<Tables>,
  sealer: Sealer,
  entry: IdempotencyKey,
  { status, contentType, body }: StoredResponse,
  unknownOutcome: UnknownOutcome | undefined,
): Promise<void> {
  const sealed = sealer.seal(contextOf(entry), { status, contentType, body })
  const isOpen = await hasChanged(
    db
      .updateTable('idempotency')
      .set({ state: 'done', doubt: unknownOutcome ?? null, sealed })
      .where((row) => row.and(columnsOf(entry)))
      .where('state', '!=', 'done'),
  )
  if (!isOpen) throw new StoreError(`no request of ${entry.operation} is under way under this key`)
}

/** @param now the clock, UTC milliseconds */
export function createIdempotency(db: Kysely<Tables>, sealer: Sealer, now: () => number) {
  return {
    /** Claims a key atomically across all gateways. */
    claim: (request: IdempotencyRequest): Promise<IdempotencyClaim> =>
      db.transaction().execute(async (trx) => {
        const time = now()
        await expire(trx, request, time)
        if (await insert(trx, request, time)) return resolveUnknownOutcomes(trx, request, time)
        const row = await find(trx, request)
        return row ? answer(row, request, sealer, time) : { state: 'busy' }
      }),
    /**
     * Stores the response, encrypted, for 24 h after the claim, and the kind of an unknown outcome.
     *
     * @throws StoreError when no request is running under the key
     */
    complete: (entry: IdempotencyKey, response: StoredResponse, unknownOutcome?: UnknownOutcome): Promise<void> =>
      complete(db, sealer, entry, response, unknownOutcome),
    /** True while a request of the operation is running for the record. */
    isRunning: async ({ operation, target }: Pick<IdempotencyRequest, 'operation' | 'target'>): Promise<boolean> => {
      const running = db
        .selectFrom('idempotency')
        .select('target')
        .where('family', '=', familyOf(operation))
        .where('target', '=', target)
        .where('operation', '=', operation)
        .where('state', '=', 'in-flight')
        .where('lease_until', '>', now())
      return (await running.executeTakeFirst()) !== undefined
    },
    /** Frees the key because nothing was sent upstream. A stored response remains. */
    abandon: async (entry: IdempotencyKey): Promise<void> => {
      await db
        .deleteFrom('idempotency')
        .where((row) => row.and(columnsOf(entry)))
        .where('state', '!=', 'done')
        .execute()
    },
    /** Removes keys older than 24 h; answers how many. */
    sweep: (): Promise<number> => countChanged(db.deleteFrom('idempotency').where('expires_at', '<=', now())),
  }
}
