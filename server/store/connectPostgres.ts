import { createHmac } from 'node:crypto'
import { CompiledQuery, Kysely, PostgresDialect, type PostgresDialectConfig, sql } from 'kysely'
import pg from 'pg'
import { reasonOf, type Connection, StoreError, type Tables } from './tables.ts'

const INT8 = 20
const CONNECT_MS = 3000
/** A lock or a statement that takes longer fails, so that a mutation fails closed instead of hanging. */
const STATEMENT_MS = 3000

/** The address without user, password and parameters, for messages. */
function withoutSecrets(databaseUrl: string): string {
  if (!URL.canParse(databaseUrl)) return 'of DATABASE_URL'
  const { protocol, host, pathname } = new URL(databaseUrl)
  return `${protocol}//${host}${pathname}`
}

function createPool(databaseUrl: string, limits: pg.PoolConfig): pg.Pool {
  const types = new pg.TypeOverrides()
  types.setTypeParser(INT8, Number)
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'countersign',
    types,
    ...limits,
  })
  // A broken idle connection has no caller: the pool drops it, and the next query reports a dead server.
  pool.on('error', () => undefined)
  return pool
}

/** The first key of the advisory locks by which running gateways show which keys they have. */
const KEY_LOCKS = 420_731_190

/** The keys that all gateways of a database share. */
interface SharedKeys {
  readonly sessionKey: Uint8Array
  readonly auditKey: Uint8Array
}

/** A number that other keys have once in two billion. */
const lockOf = ({ sessionKey, auditKey }: SharedKeys): number =>
  createHmac('sha256', sessionKey).update('countersign key check').update(auditKey).digest().readUInt32BE(0) >>> 1

/**
 * Checks that all running gateways of the database have the same keys: what one seals the others could not open, and its
 * records would break their chain.
 *
 * @throws StoreError while one with other keys runs
 */
async function assertSharedKeys(db: Kysely<Tables>, keys: SharedKeys): Promise<void> {
  const { rows } = await sql`
    select 1 from pg_locks where locktype = 'advisory' and classid = ${KEY_LOCKS} and objsubid = 2
      and objid <> ${lockOf(keys)} and database = (select oid from pg_database where datname = current_database())
    limit 1`.execute(db)
  if (rows.length === 0) return
  throw new StoreError(
    'a gateway with another SESSION_KEY or AUDIT_KEY is running on this database: give both the same; to replace a key, stop all gateways first',
  )
}

/** For work on the schema, which may wait for another gateway's migration. @throws StoreError as `connectToServe` */
export const connectToMigrate = (databaseUrl: string, variable = 'DATABASE_URL'): Promise<Connection> =>
  connect(databaseUrl, variable, { max: 2 })

/**
 * Opens the PostgreSQL database that several gateways share, with every statement bounded.
 *
 * @param databaseUrl `postgresql://user:password@host:port/name`
 * @param limits of the pool; for tests
 * @throws StoreError when the server cannot be reached, the message holds no credentials; and while a gateway with other
 * keys runs
 */
export async function connectToServe(
  databaseUrl: string,
  keys: SharedKeys,
  limits: pg.PoolConfig = {},
): Promise<Connection> {
  const lock = CompiledQuery.raw('select pg_advisory_lock_shared($1, $2)', [KEY_LOCKS, lockOf(keys)])
  const figures = {
    // One connection stays open, and with it the lock that names the keys.
    min: 1,
    statement_timeout: STATEMENT_MS,
    lock_timeout: STATEMENT_MS,
    query_timeout: STATEMENT_MS + 1000,
    idle_in_transaction_session_timeout: STATEMENT_MS * 3,
    ...limits,
  }
  const connection = await connect(databaseUrl, 'DATABASE_URL', figures, async (created) => {
    await created.executeQuery(lock)
  })
  try {
    await assertSharedKeys(connection.db, keys)
    return connection
  } catch (error) {
    await connection.close()
    throw error
  }
}

/** @throws StoreError for a replica and a recovery that waits at its end, where nothing can be written */
async function assertWritable(db: Kysely<Tables>, databaseUrl: string, variable: string): Promise<void> {
  const { rows } = await sql<{ state: string }>`select current_setting('transaction_read_only') as state`.execute(db)
  if (rows[0]?.state !== 'on') return
  throw new StoreError(
    `the database ${withoutSecrets(databaseUrl)} is read-only: promote it where it is a replica or recovered to a time, or correct ${variable}`,
  )
}

/** @param variable where the address comes from, for messages */
async function connect(
  databaseUrl: string,
  variable: string,
  limits: pg.PoolConfig,
  onCreateConnection?: PostgresDialectConfig['onCreateConnection'],
): Promise<Connection> {
  try {
    const db = new Kysely<Tables>({
      dialect: new PostgresDialect({
        pool: createPool(databaseUrl, limits),
        ...(onCreateConnection && { onCreateConnection }),
      }),
    })
    try {
      await assertWritable(db, databaseUrl, variable)
      return { db, engine: 'postgres', close: () => db.destroy() }
    } catch (error) {
      await db.destroy()
      throw error
    }
  } catch (error) {
    if (error instanceof StoreError) throw error
    const where = withoutSecrets(databaseUrl)
    throw new StoreError(
      `the database ${where} cannot be reached: ${reasonOf(error)}. Start its server, or correct ${variable}`,
      { cause: error },
    )
  }
}
