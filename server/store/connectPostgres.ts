import { createHmac } from 'node:crypto'
import { Kysely, PostgresDialect, sql } from 'kysely'
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

/** The first key of the advisory locks by which running gateways show which SESSION_KEY they have. */
const KEY_LOCKS = 420_731_190

/** A number that another key has once in two billion. */
const lockOf = (sessionKey: Uint8Array): number =>
  createHmac('sha256', sessionKey).update('countersign session key check').digest().readUInt32BE(0) >>> 1

/**
 * Checks that all running gateways of the database have the same key: what one seals the others could not open.
 *
 * @throws StoreError while one with another key runs
 */
async function assertSameSessionKey(db: Kysely<Tables>, sessionKey: Uint8Array): Promise<void> {
  const { rows } = await sql`
    select 1 from pg_locks where locktype = 'advisory' and classid = ${KEY_LOCKS} and objsubid = 2
      and objid <> ${lockOf(sessionKey)} and database = (select oid from pg_database where datname = current_database())
    limit 1`.execute(db)
  if (rows.length === 0) return
  throw new StoreError(
    'a gateway with another SESSION_KEY is running on this database: give both the same; to replace the key, stop all gateways first',
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
 * @throws StoreError when the server cannot be reached, the message holds no credentials; and while a gateway with another
 * `sessionKey` runs
 */
export async function connectToServe(
  databaseUrl: string,
  sessionKey: Uint8Array,
  limits: pg.PoolConfig = {},
): Promise<Connection> {
  const connection = await connect(databaseUrl, 'DATABASE_URL', {
    // One connection stays open, and with it the lock that names the key.
    min: 1,
    onConnect: async (client) => {
      await client.query('select pg_advisory_lock_shared($1, $2)', [KEY_LOCKS, lockOf(sessionKey)])
    },
    statement_timeout: STATEMENT_MS,
    lock_timeout: STATEMENT_MS,
    query_timeout: STATEMENT_MS + 1000,
    idle_in_transaction_session_timeout: STATEMENT_MS * 3,
    ...limits,
  })
  try {
    await assertSameSessionKey(connection.db, sessionKey)
    return connection
  } catch (error) {
    await connection.close()
    throw error
  }
}

/** @param variable where the address comes from, for messages */
async function connect(databaseUrl: string, variable: string, limits: pg.PoolConfig): Promise<Connection> {
  try {
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: createPool(databaseUrl, limits) }) })
    try {
      await sql`select 1`.execute(db)
      return { db, engine: 'postgres', close: () => db.destroy() }
    } catch (error) {
      await db.destroy()
      throw error
    }
  } catch (error) {
    const where = withoutSecrets(databaseUrl)
    throw new StoreError(
      `the database ${where} cannot be reached: ${reasonOf(error)}. Start its server, or correct ${variable}`,
      { cause: error },
    )
  }
}
