import { sql, type Transaction } from 'kysely'
import { type Connection, StoreError, type Tables } from './tables.ts'

/** One append inside a transaction; it answers the record's number. */
type Append = (trx: Transaction<Tables>) => Promise<number>

interface Waiting {
  readonly append: Append
  readonly resolve: (seq: number) => void
  readonly reject: (error: unknown) => void
}

/** The key of the advisory lock under which all gateways append to the one chain. */
const CHAIN_LOCK = 4_207_311_906

/** Runs appends one at a time: SQLite has a single connection here, PostgreSQL keeps the lock until the commit. */
export function inChainOrder<T>(
  { db, engine }: Connection,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async (trx) => {
    if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${CHAIN_LOCK})`.execute(trx)
    return work(trx)
  })
}

/** Appends of one commit. */
const MOST = 100

/** True for a value that PostgreSQL refuses: the appends next to it are not at fault. */
const isAboutValue = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('22')

/** Appends what waits with one commit. An append that is refused does not keep the others from it. */
async function commit(connection: Connection, batch: readonly Waiting[]): Promise<void> {
  try {
    const settle = await inChainOrder(connection, async (trx) => {
      const ends: (() => void)[] = []
      for (const { append, resolve, reject } of batch) {
        try {
          const seq = await append(trx)
          ends.push(() => resolve(seq))
        } catch (error) {
          if (!(error instanceof StoreError)) throw error
          ends.push(() => reject(error))
        }
      }
      return ends
    })
    for (const end of settle) end()
  } catch (error) {
    if (batch.length > 1 && isAboutValue(error)) for (const one of batch) await commit(connection, [one])
    else for (const { reject } of batch) reject(error)
  }
}

/**
 * Appends in order, with as few commits as possible: what arrives during one waits for the next, together. The promise
 * resolves once the record is durable.
 */
export function createQueue(connection: Connection): (append: Append) => Promise<number> {
  let waiting: Waiting[] = []
  let isRunning = false
  const run = async (): Promise<void> => {
    isRunning = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST)
      waiting = waiting.slice(MOST)
      await commit(connection, batch)
    }
    isRunning = false
  }
  return (append) =>
    new Promise((resolve, reject) => {
      waiting.push({ append, resolve, reject })
      if (!isRunning) void run()
    })
}
