import { chmodSync, closeSync, openSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ensureFolder } from '../ensureFolder.ts'

/** Name of the database in its folder. */
export const DATABASE_FILE = 'embedded.sqlite'

/**
 * Opens embedded.sqlite in `dataDir`, readable by its owner alone because it holds the identity provider's keys;
 * without a folder the database lives in memory. Throws the file system's error when the folder cannot be used.
 */
export function openDatabase(dataDir: string | undefined): DatabaseSync {
  if (dataDir === undefined) return new DatabaseSync(':memory:')
  ensureFolder(resolve(dataDir))
  const file = join(dataDir, DATABASE_FILE)
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600)
  const database = new DatabaseSync(file)
  // NORMAL outlives the end of the process; the services of a real environment are not this file's to protect.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000')
  return database
}

/** Runs `work` in one transaction: all of it happens, or none and the error is thrown on. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}
