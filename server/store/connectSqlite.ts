import { chmodSync, closeSync, openSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { ensureFolder } from '../ensureFolder.ts'
import { nodeSqliteDialect } from './nodeSqlite.ts'
import { StoreError } from './StoreError.ts'
import type { Connection, Tables } from './tables.ts'
import { takeWriterLock } from './writerLock.ts'

const OWNER_ONLY = 0o600

/** The SQLite file inside a data directory. */
function databaseFile(dataDir: string): string {
  return join(resolve(dataDir), 'countersign.sqlite')
}

/** Creates the file for its owner alone before SQLite does; the -wal and -shm files inherit the mode. */
function createPrivate(file: string): void {
  closeSync(openSync(file, 'a', OWNER_ONLY))
  chmodSync(file, OWNER_ONLY)
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function prepareDirectory(dataDir: string): void {
  try {
    ensureFolder(dataDir)
    createPrivate(join(dataDir, 'writer.lock'))
  } catch (error) {
    throw new StoreError(`DATA_DIR ${dataDir} cannot be written: ${reason(error)}`, { cause: error })
  }
}

/**
 * Opens the database of a data directory as its only writer: write-ahead log, and a commit is on the disk before it
 * is answered.
 *
 * @throws StoreError when the directory cannot be written, another process writes to it, or the file is no database
 */
export function connectSqlite(dataDir: string): Connection {
  const directory = resolve(dataDir)
  prepareDirectory(directory)
  const release = takeWriterLock(directory)
  const file = databaseFile(directory)
  let database: DatabaseSync | undefined
  try {
    createPrivate(file)
    database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: 5000 })
    database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL')
  } catch (error) {
    database?.close()
    release()
    throw new StoreError(`the database ${file} cannot be opened: ${reason(error)}`, { cause: error })
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

/**
 * Opens the database of a data directory for reading beside a running writer.
 *
 * @throws StoreError when there is no database
 */
export function readSqlite(dataDir: string): Connection {
  const file = databaseFile(dataDir)
  try {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
    const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(database) })
    return { db, engine: 'sqlite', close: () => db.destroy() }
  } catch (error) {
    throw new StoreError(`the database ${file} cannot be read: ${reason(error)}`, { cause: error })
  }
}
