import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterEach, describe } from 'vitest'
import { openStore } from '../../../server/store/openStore.ts'
import type { Store, StoreOptions } from '../../../server/store/openStore.ts'
import { testPostgres } from '../../support/postgres.ts'

/** A clock the test moves. */
interface Clock {
  time: number
}

/** An empty place for a store, and ways to look at it and damage it behind the store's back. */
export interface Place {
  clock: Clock
  options: StoreOptions
  open: (overrides?: Partial<StoreOptions>) => Promise<Store>
  run: (sql: string) => Promise<void>
  /** Lifts the protection against changes, as an intruder with access to the database would. */
  disarm: () => Promise<void>
}

const sessionKey = new Uint8Array(32).fill(7)
export const auditKey = new Uint8Array(32).fill(9)

const postgres = await testPostgres()

interface Opened {
  stores: Store[]
  folders: string[]
  databases: string[]
}

function createFolder(opened: Opened): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-store-'))
  opened.folders.push(folder)
  return folder
}

function placeOf(opened: Opened, options: StoreOptions, clock: Clock): Pick<Place, 'clock' | 'options' | 'open'> {
  const open = async (overrides: Partial<StoreOptions> = {}): Promise<Store> => {
    const store = await openStore({ ...options, ...overrides })
    opened.stores.push(store)
    return store
  }
  return { clock, options, open }
}

function createSqlitePlace(opened: Opened): Place {
  const dataDir = createFolder(opened)
  const clock = { time: 1_800_000_000_000 }
  // async, so that a refusal rejects as it does on PostgreSQL
  const run = async (sql: string): Promise<void> => {
    const database = new DatabaseSync(join(dataDir, 'countersign.sqlite'), { timeout: 5000 })
    try {
      database.exec(sql)
    } finally {
      database.close()
    }
  }
  return {
    ...placeOf(opened, { dataDir, sessionKey, auditKey, now: () => clock.time }, clock),
    run,
    disarm: () => run('drop trigger audit_no_update; drop trigger audit_no_delete'),
  }
}

async function createPostgresPlace(opened: Opened): Promise<Place> {
  if ('missing' in postgres) throw new Error(postgres.missing)
  const databaseUrl = await postgres.createDatabase()
  opened.databases.push(databaseUrl)
  const clock = { time: 1_800_000_000_000 }
  const run = async (sql: string): Promise<void> => {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    try {
      await client.query(sql)
    } finally {
      await client.end()
    }
  }
  const options = { dataDir: '/nonexistent/unused', databaseUrl, sessionKey, auditKey, now: () => clock.time }
  return {
    ...placeOf(opened, options, clock),
    run,
    disarm: () => run('drop trigger audit_no_change on audit'),
  }
}

type Tests = (createPlace: () => Promise<Place>) => void

async function cleanUp({ stores, folders, databases }: Opened): Promise<void> {
  await Promise.all(stores.splice(0).map((store) => store.close()))
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })))
  if ('missing' in postgres) return
  await Promise.all(databases.splice(0).map(postgres.dropDatabase))
}

/** Runs tests over SQLite; `createPlace` gives each an empty folder. */
export function describeSqlite(title: string, tests: Tests): void {
  const opened: Opened = { stores: [], folders: [], databases: [] }
  describe(`${title} on SQLite`, () => {
    afterEach(() => cleanUp(opened))
    tests(() => Promise.resolve(createSqlitePlace(opened)))
  })
}

/** Runs tests over PostgreSQL, or shows why they are skipped; `createPlace` gives each an empty database. */
export function describePostgres(title: string, tests: Tests): void {
  const opened: Opened = { stores: [], folders: [], databases: [] }
  const missing = 'missing' in postgres ? ` (skipped: ${postgres.missing})` : ''
  describe.skipIf(missing !== '')(`${title} on PostgreSQL${missing}`, () => {
    afterEach(() => cleanUp(opened))
    tests(() => createPostgresPlace(opened))
  })
}

/** Runs the same tests over SQLite and over PostgreSQL. */
export function describeStore(title: string, tests: Tests): void {
  describeSqlite(title, tests)
  describePostgres(title, tests)
}
