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

/**
 * Opens the PostgreSQL database that several gateways share.
 *
 * @param databaseUrl `postgresql://user:password@host:port/name`
 * @param purpose `serve` bounds every statement; `migrate` may wait for another gateway's migration
 * @param variable where the address comes from, for messages
 * @throws StoreError when the server cannot be reached; the message holds no credentials
 */
export async function connectPostgres(
  databaseUrl: string,
  purpose: 'serve' | 'migrate',
  variable = 'DATABASE_URL',
): Promise<Connection> {
  const limits: pg.PoolConfig =
    purpose === 'migrate'
      ? { max: 2 }
      : {
          statement_timeout: STATEMENT_MS,
          lock_timeout: STATEMENT_MS,
          query_timeout: STATEMENT_MS + 1000,
          idle_in_transaction_session_timeout: STATEMENT_MS * 3,
        }
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
