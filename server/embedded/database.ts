import { chmodSync, closeSync, openSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import { ensureFolder } from '../config/dataDir.ts'

export const DATABASE_FILE = 'embedded.sqlite'

/**
 * Opens embedded.sqlite in `dataDir`, readable by the owner only because it has the identity provider's keys; without a
 * folder the database is in memory. Throws the file system's error when the folder cannot be used.
 */
export function openDatabase(dataDir: string | undefined): DatabaseSync {
  if (dataDir === undefined) return new DatabaseSync(':memory:')
  ensureFolder(resolve(dataDir))
  const file = join(dataDir, DATABASE_FILE)
  closeSync(openSync(file, 'a', 0o600))
  chmodSync(file, 0o600)
  const database = new DatabaseSync(file)
  // NORMAL is safe against the end of the process, which is enough for data of a simulation.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000')
  return database
}

/** Runs `work` in one transaction: all of it happens, or nothing and the error is rethrown. */
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

export type SqlRow = Record<string, SQLOutputValue>

export type Statements = ReturnType<typeof statements>

/** Runs SQL, preparing each text once. The texts are ours; only values come from requests. */
export function statements(database: DatabaseSync) {
  const prepared = new Map<string, StatementSync>()
  const prepare = (sql: string): StatementSync => {
    const known = prepared.get(sql)
    if (known) return known
    const statement = database.prepare(sql)
    prepared.set(sql, statement)
    return statement
  }
  return {
    /** All rows of a query. `Row` says what its columns hold: the tables are strict, so the text of the query decides it. */
    all: <Row extends object = SqlRow>(sql: string, values: readonly SQLInputValue[] = []): readonly Row[] => {
      const rows: readonly object[] = prepare(sql).all(...values)
      return rows as readonly Row[]
    },
    first: <Row extends object = SqlRow>(sql: string, values: readonly SQLInputValue[] = []): Row | undefined =>
      prepare(sql).get(...values) as object | undefined as Row | undefined,
    run: (sql: string, values: readonly SQLInputValue[] = []): number => Number(prepare(sql).run(...values).changes),
  }
}

/** Small named values that survive a restart: the source of the data, ports, keys. */
export type Settings = ReturnType<typeof openSettings>

export function openSettings(database: DatabaseSync) {
  database.exec('CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT')
  const select = database.prepare('SELECT value FROM settings WHERE name = ?')
  const upsert = database.prepare('INSERT INTO settings VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value')
  const read = (name: string): string | undefined => {
    const value = select.get(name)?.['value']
    return typeof value === 'string' ? value : undefined
  }
  const write = (name: string, value: string): void => {
    upsert.run(name, value)
  }
  return {
    read,
    write,
    /** The stored value; a new one is made and stored when there is none. */
    keep(name: string, make: () => string): string {
      const stored = read(name)
      if (stored !== undefined) return stored
      const value = make()
      write(name, value)
      return value
    },
  }
}
