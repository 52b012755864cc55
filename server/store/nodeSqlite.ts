import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { SqliteAdapter, SqliteDialect } from 'kysely'
import type { SqliteDatabase, SqliteStatement } from 'kysely'

const MAX_STATEMENTS = 200

function bindable(value: unknown): SQLInputValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint')
    return value
  if (value instanceof Uint8Array) return value
  throw new TypeError(`SQLite cannot hold a value of type ${typeof value}`)
}

/** Gives a `node:sqlite` database the shape Kysely's SQLite dialect drives; prepared statements are kept for reuse. */
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

/** SQLite rolls back `create table` as well, which Kysely does not assume: a migration is applied whole or not at all. */
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
