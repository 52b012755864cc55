import { sql } from 'kysely'
import { type Audit, createAudit } from './audit.ts'
import { connectPostgres } from './connectPostgres.ts'
import { connectSqlite } from './connectSqlite.ts'
import { createDrift, type DriftEntries } from './drift.ts'
import { createFirstSeen } from './firstSeen.ts'
import type { FirstSeen } from './firstSeen.ts'
import { createIdempotency } from './idempotency.ts'
import type { Idempotency } from './idempotency.ts'
import { migrate } from './migrate.ts'
import { createQuotas, type Quotas } from './quotas.ts'
import { createSealer } from './seal.ts'
import { createSessions } from './sessions.ts'
import type { Sessions } from './sessions.ts'
import { createSignIns } from './signIns.ts'
import type { SignInTransactions } from './signIns.ts'
import { type Connection, StoreError, type StoreTable } from './tables.ts'

const KEY_BYTES = 32

/** The place and the keys of the store. */
export interface StoreOptions {
  /** The directory of the SQLite database; not touched when `databaseUrl` is given. */
  dataDir: string
  /** A PostgreSQL address, shared by all gateways. */
  databaseUrl?: string
  /** 32 bytes; encrypts tokens and stored responses. */
  sessionKey: Uint8Array
  /** 32 bytes or more; links the audit chain. */
  auditKey: Uint8Array
  /** The console's own tables. */
  tables?: readonly StoreTable<unknown>[]
  /** The clock, UTC milliseconds; for tests. */
  now?: () => number
}

/** Everything that the gateway keeps. */
export interface Store {
  sessions: Sessions
  signIns: SignInTransactions
  audit: Audit
  idempotency: Idempotency
  reveals: Quotas
  /** Failed sign-ins by account. */
  failedSignIns: Quotas
  firstSeen: FirstSeen
  drift: DriftEntries
  /** One of the console's own tables. */
  table<T>(definition: StoreTable<T>): T
  /** Resolves while the database answers. */
  ping(): Promise<void>
  /** Ends all connections and releases the writer lock; may be called again. */
  close(): Promise<void>
}

function assertKeys({ sessionKey, auditKey }: StoreOptions): void {
  if (sessionKey.length !== KEY_BYTES) throw new StoreError(`SESSION_KEY must have ${KEY_BYTES} bytes`)
  if (auditKey.length < KEY_BYTES) throw new StoreError(`AUDIT_KEY must have at least ${KEY_BYTES} bytes`)
}

async function migrateOrClose(connection: Connection, tables: readonly StoreTable<unknown>[]): Promise<void> {
  try {
    await migrate(connection, tables)
  } catch (error) {
    await connection.close()
    throw error
  }
}

/** Checks the key, because a gateway with another key would break the chain with its first record. */
async function assertChainKey(audit: Audit): Promise<void> {
  if (await audit.isOwn()) return
  throw new StoreError(
    'the newest record of the audit trail does not fit AUDIT_KEY: set the key it was written with, the same at every start and on every gateway. If it is that key, the record was changed: `npm run audit:verify` tells more',
  )
}

async function connect({ dataDir, databaseUrl, tables = [] }: StoreOptions): Promise<Connection> {
  if (databaseUrl === undefined) {
    const connection = connectSqlite(dataDir)
    await migrateOrClose(connection, tables)
    return connection
  }
  const migrating = await connectPostgres(databaseUrl, 'migrate')
  await migrateOrClose(migrating, tables)
  await migrating.close()
  return connectPostgres(databaseUrl, 'serve')
}

/**
 * Opens the store with its schema up to date: SQLite in `dataDir`, or PostgreSQL when `databaseUrl` is given.
 *
 * @throws StoreError (as a rejection) with a message for the operator: a directory that cannot be written, a second
 * writer, a server that cannot be reached, a key of the wrong length or not that of the audit trail, a database of a
 * newer version
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  assertKeys(options)
  const connection = await connect(options)
  const { db } = connection
  const now = options.now ?? Date.now
  const sealer = createSealer(options.sessionKey)
  const audit = createAudit(connection, options.auditKey, now)
  try {
    await assertChainKey(audit)
  } catch (error) {
    await connection.close()
    throw error
  }
  let closing: Promise<void> | undefined
  return {
    sessions: createSessions(db, sealer, now),
    signIns: createSignIns(db, sealer, now),
    audit,
    idempotency: createIdempotency(db, sealer, now),
    reveals: createQuotas(connection, 'reveal', now),
    failedSignIns: createQuotas(connection, 'failed sign-in', now),
    table: (definition) => definition.open({ connection, sealer, now }),
    firstSeen: createFirstSeen(db, (value) => audit.digest(value), now),
    drift: createDrift(db),
    ping: async () => {
      await sql`select 1`.execute(db)
    },
    close: () => (closing ??= connection.close()),
  }
}
