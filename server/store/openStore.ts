import { sql, type Kysely } from 'kysely'
import { type Approvals, createApprovals } from './approvals.ts'
import { type Audit, createAudit, type RecordEvent } from './audit.ts'
import { restoreGuards } from './auditGuard.ts'
import { type CheckpointOptions, type Checkpoints, startCheckpoints } from './checkpoints.ts'
import { type Claims, createClaims } from './claims.ts'
import { createSavedViews, type SavedViews } from './savedViews.ts'
import { connectToMigrate, connectToServe } from './connectPostgres.ts'
import { connectSqlite } from './connectSqlite.ts'
import { chainKeys } from './auditChain.ts'
import { createDrift, type DriftEntries } from './drift.ts'
import { createFirstSeen, type FirstSeen } from './firstSeen.ts'
import { createIdempotency, type Idempotency } from './idempotency.ts'
import { migrate } from './migrate.ts'
import { type Access, createAccess } from './access.ts'
import { createQuotas, type Quotas } from './quotas.ts'
import { assertOwns, divideRights } from './roles.ts'
import { createSealer } from './seal.ts'
import { createSessions, type Sessions } from './sessions.ts'
import { createSignIns, type SignInTransactions } from './signIns.ts'
import { identityOf, settleKey } from './storeFacts.ts'
import { type Alert, type Connection, StoreError, type StoreTable, hasChanged, type Tables } from './tables.ts'
import { createViews, type Views } from './views.ts'

/** How far the clocks of a gateway and of its database may be apart: far less than any lifetime that they count. */
const MOST_CLOCK_SKEW_MS = 60_000

/**
 * Makes a small change, and compares the clock with the database's, by which other gateways go.
 *
 * @throws StoreError with the code CLOCK_SKEW: by a wrong clock sessions, claims and requests of everyone would end early
 * or live on
 */
async function pingStore({ db, engine }: Connection, now: () => number): Promise<void> {
  const pinged = { taken_until: now() }
  const { time } = await db
    .insertInto('job')
    .values({ name: 'ping', ...pinged })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(pinged))
    .returning(
      engine === 'postgres'
        ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`.as('time')
        : 'taken_until as time',
    )
    .executeTakeFirstOrThrow()
  const ahead = now() - time
  if (engine === 'sqlite' || Math.abs(ahead) <= MOST_CLOCK_SKEW_MS) return
  const seconds = Math.round(Math.abs(ahead) / 1000)
  const message = `the clock of this machine is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} that of the database: synchronize both (NTP)`
  throw Object.assign(new StoreError(message), { code: 'CLOCK_SKEW' })
}

/** Jobs that one of several gateways does at a time. */
type Jobs = ReturnType<typeof createJobs>

/** @param now the clock, UTC milliseconds */
function createJobs(db: Kysely<Tables>, now: () => number) {
  return {
    /** Takes a job for this long; true for one gateway only. A job is not given back: its time says when it is next. */
    take: (name: string, ms: number): Promise<boolean> => {
      const time = now()
      const taken = { taken_until: time + ms }
      return hasChanged(
        db
          .insertInto('job')
          .values({ name, ...taken })
          .onConflict((conflict) => conflict.column('name').doUpdateSet(taken).where('job.taken_until', '<=', time)),
      )
    },
  }
}

const KEY_BYTES = 32

export interface StoreOptions {
  /** The directory of the SQLite database; not touched when `databaseUrl` is given. */
  dataDir: string
  /** A PostgreSQL address, shared by all gateways. */
  databaseUrl?: string
  /** The same database as the role that owns its tables; absent: the gateway's own role does. */
  databaseOwnerUrl?: string
  /** 32 bytes; encrypts tokens and stored responses. */
  sessionKey: Uint8Array
  /** 32 bytes or more; links the audit chain. */
  auditKey: Uint8Array
  /** Keys of the audit trail from before, the newest first: older records are linked with them. */
  earlierAuditKeys?: readonly Uint8Array[]
  /** Where checkpoints of the audit trail go; absent: none are written. */
  checkpoints?: CheckpointOptions
  /** Hears what an operator should look at. */
  alert?: Alert
  /** Hears of a new schema. */
  notice?: (message: string) => void
  tables?: readonly StoreTable<unknown>[]
  /** The clock, UTC milliseconds; for tests. */
  now?: () => number
}

/** What people change in the store itself, inside one transaction. */
export interface ChangedTables {
  sessions: Sessions
  approvals: Approvals
  claims: Claims
  savedViews: SavedViews
}

/** Everything that the gateway keeps. */
export interface Store {
  sessions: Sessions
  access: Access
  signIns: SignInTransactions
  audit: Audit
  /** Absent where none are written. */
  checkpoints?: Checkpoints
  idempotency: Idempotency
  reveals: Quotas
  viewAlerts: Quotas
  exports: Quotas
  failedSignIns: Quotas
  /** Tokens of the identity provider, each of which counts once. */
  providerTokens: Quotas
  firstSeen: FirstSeen
  drift: DriftEntries
  approvals: Approvals
  claims: Claims
  savedViews: SavedViews
  views: Views
  jobs: Jobs
  /**
   * Makes a change and records it in one transaction: both are durable once resolved, or neither is. Nothing else of the
   * store may be waited for in it.
   */
  change<T>(work: (tables: ChangedTables, record: RecordEvent) => Promise<T>): Promise<T>
  table<T>(definition: StoreTable<T>): T
  /** Resolves while the database can be written and its clock is this machine's, to within a minute. */
  ping(): Promise<void>
  /** Ends all connections and releases the writer lock; may be called again. */
  close(): Promise<void>
}

function assertKeys({ sessionKey, auditKey }: StoreOptions): void {
  if (sessionKey.length !== KEY_BYTES) throw new StoreError(`SESSION_KEY must have ${KEY_BYTES} bytes`)
  if (auditKey.length < KEY_BYTES) throw new StoreError(`AUDIT_KEY must have at least ${KEY_BYTES} bytes`)
}

/** A connection with its schema up to date, and the triggers that were found off. */
interface Prepared {
  readonly connection: Connection
  readonly off: readonly string[]
}

async function prepare(
  connection: Connection,
  { tables = [], notice = () => undefined }: StoreOptions,
): Promise<Prepared> {
  try {
    await migrate(connection, tables, notice)
    return { connection, off: await restoreGuards(connection) }
  } catch (error) {
    await connection.close()
    throw error
  }
}

async function connect(options: StoreOptions): Promise<Prepared> {
  const { dataDir, databaseUrl, databaseOwnerUrl, tables = [], notice = () => undefined } = options
  if (databaseUrl === undefined) return prepare(connectSqlite(dataDir), options)
  if (databaseOwnerUrl === undefined) {
    const { connection, off } = await prepare(await connectToMigrate(databaseUrl), options)
    await connection.close()
    return { connection: await connectToServe(databaseUrl, options), off }
  }
  const owner = await connectToMigrate(databaseOwnerUrl, 'DATABASE_OWNER_URL')
  try {
    await assertOwns(owner)
    await migrate(owner, tables, notice)
    const off = await restoreGuards(owner)
    const connection = await connectToServe(databaseUrl, options)
    await divideRights(owner, connection).catch(async (error: unknown) => {
      await connection.close()
      throw error
    })
    return { connection, off }
  } finally {
    await owner.close()
  }
}

/** The audit trail, compared with what is known of it from before. */
async function openTrail({ connection, off }: Prepared, options: StoreOptions) {
  const { now = Date.now, alert = () => undefined } = options
  const keys = chainKeys(options.auditKey, options.earlierAuditKeys)
  const { db } = connection
  let checkpoints: Checkpoints | undefined
  const audit = createAudit(connection, keys, now, (seq) => checkpoints?.note(seq))
  const byConsole = { actor: null, requestId: '', ip: '', sessionHash: null }
  await settleKey(db, keys, {
    isOwn: audit.isOwn,
    onChange: async () => void (await audit.event({ ...byConsole, operation: 'console.changeAuditKey', details: {} })),
  })
  if (off.length > 0) alert(`the database did not protect the audit trail: ${off.join(', ')} was off, and is on again`)
  if (options.checkpoints !== undefined) {
    const parts = { db, keys, store: await identityOf(db), now, alert }
    checkpoints = await startCheckpoints(parts, options.checkpoints)
  }
  if (off.length > 0) {
    await audit.event({ ...byConsole, operation: 'console.restoreAuditGuard', details: { off } })
  }
  return { audit, ...(checkpoints === undefined ? {} : { checkpoints }) }
}

/**
 * Opens the store with its schema up to date: SQLite in `dataDir`, or PostgreSQL when `databaseUrl` is given.
 *
 * @throws StoreError (as a rejection) with a message for the operator: a directory that cannot be written, a second
 * writer, a server that cannot be reached, a key of the wrong length, not that of the audit trail or not that of the gateways
 * which are running, a database of a newer version
 */
export async function openStore(options: StoreOptions): Promise<Store> {
  assertKeys(options)
  const prepared = await connect(options)
  const { connection } = prepared
  const { db } = connection
  const now = options.now ?? Date.now
  const sealer = createSealer(options.sessionKey)
  const { audit, checkpoints } = await openTrail(prepared, options).catch(async (error: unknown) => {
    await connection.close()
    throw error
  })
  const changedTables = (database: Connection['db']): ChangedTables => ({
    sessions: createSessions(database, sealer, now),
    approvals: createApprovals(database, sealer, now),
    claims: createClaims(database, now),
    savedViews: createSavedViews(database, now),
  })
  let closing: Promise<void> | undefined
  return {
    ...changedTables(db),
    change: (work) => audit.together((trx, record) => work(changedTables(trx), record)),
    access: createAccess(db, sealer),
    signIns: createSignIns(db, sealer, now),
    audit,
    ...(checkpoints === undefined ? {} : { checkpoints }),
    idempotency: createIdempotency(db, sealer, now),
    reveals: createQuotas(connection, 'reveal', now),
    viewAlerts: createQuotas(connection, 'view alert', now),
    exports: createQuotas(connection, 'export', now),
    failedSignIns: createQuotas(connection, 'failed sign-in', now),
    providerTokens: createQuotas(connection, 'provider token', now),
    table: (definition) => definition.open({ connection, sealer, now }),
    firstSeen: createFirstSeen(db, (value) => audit.digest(value), now),
    drift: createDrift(db),
    views: createViews(db, now),
    jobs: createJobs(db, now),
    ping: () => pingStore(connection, now),
    close: () => (closing ??= (checkpoints?.close() ?? Promise.resolve()).then(() => connection.close())),
  }
}
