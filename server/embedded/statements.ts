import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'

/** A record as node:sqlite reads it. */
export type SqlRow = Record<string, SQLOutputValue>

/** Statements of a database; see `statements`. */
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
    /** All rows of a query. */
    all: (sql: string, values: readonly SQLInputValue[] = []): readonly SqlRow[] => prepare(sql).all(...values),
    /** The first row of a query. */
    first: (sql: string, values: readonly SQLInputValue[] = []): SqlRow | undefined => prepare(sql).get(...values),
    /** Runs a change and says how many rows it touched. */
    run: (sql: string, values: readonly SQLInputValue[] = []): number => Number(prepare(sql).run(...values).changes),
  }
}
