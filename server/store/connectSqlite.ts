import { chmodSync, closeSync, openSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { Kysely, SqliteAdapter, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'
import { ensureFolder } from '../config/dataDir.ts'
import { reasonOf, type Connection, StoreError, type Tables } from './tables.ts'

const MAX_STATEMENTS = 200

function bindable(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value
  if (value instanceof Uint8Array) return value
  throw new TypeError(`SQLite cannot hold a value of type ${typeof value}`)
}

/** Adapts a `node:sqlite` database to Kysely's SQLite dialect; prepared statements are kept for reuse. */
function nodeSqlite(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  const prepare = (text: string): SqliteStatement => {
    const statement = database.prepare(text)
    return {
      reader: statement.columns().length > 0,
      all: (values) => statement.all(...values.map(bindable)),
      run: (values) => statement.run(...values.map(bindable)),
      iterate: (values) => database.prepare(text).iterate(...values.map(bindable)),
    }
  }
  return {
    close: () => database.close(),
    prepare: (text) => {
      const known = statements.get(text)
      if (known) return known
      if (statements.size >= MAX_STATEMENTS) statements.clear()
      const made = prepare(text)
      statements.set(text, made)
      return made
    },
  }
}

/** Tells Kysely that SQLite also rolls back `create table`: a migration is applied whole or not at all. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class NodeSqliteDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalDdlAdapter()
  }
}

/** Kysely's dialect over an open `node:sqlite` database; destroying the Kysely instance closes the database. */
export function nodeSqliteDialect(database: DatabaseSync): SqliteDialect {
  return new NodeSqliteDialect({ database: nodeSqlite(database) })
}

const SQLITE_BUSY = 5

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}

/**
 * Makes this process the only writer of a data directory, with an exclusive SQLite transaction on `writer.lock`: the
 * operating system releases the lock with the process, however it ends, so no stale lock can remain.
 *
 * @returns releases the lock
 * @throws StoreError when another process, or another store of this one, has it
 */
function takeWriterLock(dataDir: string): () => void {
  const lock = new DatabaseSync(join(dataDir, 'writer.lock'), { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!isBusy(error)) throw error
    throw new StoreError(
      `DATA_DIR ${dataDir} is in use by another running process: stop that one first. Gateways that run next to each other share a DATABASE_URL, and each has a DATA_DIR of its own`,
      { cause: error },
    )
  }
  return () => lock.close()
}

/**
 * Makes this process the only one of a data directory, which is made where there is none.
 *
 * @returns releases the lock
 * @throws StoreError when the directory cannot be written or another process has it
 */
export function lockDataDir(dataDir: string): () => void {
  prepareDirectory(dataDir)
  return takeWriterLock(dataDir)
}

const OWNER_ONLY = 0o600

function databaseFile(dataDir: string): string {
  return join(resolve(dataDir), 'countersign.sqlite')
}

/** Creates the file for its owner only, before SQLite does; the -wal and -shm files inherit the mode. */
function createPrivate(file: string): void {
  closeSync(openSync(file, 'a', OWNER_ONLY))
  chmodSync(file, OWNER_ONLY)
}

function prepareDirectory(dataDir: string): void {
  try {
    ensureFolder(dataDir)
    createPrivate(join(dataDir, 'writer.lock'))
  } catch (error) {
    throw new StoreError(`DATA_DIR ${dataDir} cannot be written: ${reasonOf(error)}`, { cause: error })
  }
}

/** How long a write waits for a lock of another process, such as a backup. The whole process waits, so not for long. */
const FOREIGN_LOCK_MS = 200

/**
 * Opens the database of a data directory as its only writer, with a write-ahead log; a commit is on the disk before it is
 * answered.
 *
 * @throws StoreError when the directory cannot be written, another process writes to it, or the file is no database
 */
export function connectSqlite(dataDir: string): Connection {
  const directory = resolve(dataDir)
  const release = lockDataDir(directory)
  const file = databaseFile(directory)
  let database: DatabaseSync | undefined
  try {
    createPrivate(file)
    database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: 5000 })
    database.exec(
      `PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA busy_timeout=${FOREIGN_LOCK_MS}; PRAGMA recursive_triggers=ON`,
    )
  } catch (error) {
    database?.close()
    release()
    throw new StoreError(`the database ${file} cannot be opened: ${reasonOf(error)}`, { cause: error })
  }
  const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(database) })
  const close = async (): Promise<void> => {
    try {
      await db.destroy()
    } finally {
      release()
    }
  }
  return { db, engine: 'sqlite', close }
}
