import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

/** A value of a column. SQLite keeps any type in any column. */
export type Value = string | number | bigint | null | Uint8Array

export type Row = Readonly<Record<string, Value>>

/** A database that is read as it was at one moment, next to a running gateway. */
export interface Source {
  readonly query: (text: string) => Promise<readonly Row[]>
  readonly tables: string
  /** Selects the text of each trigger of the trail that is on. */
  readonly triggers: string
  /** The form of each trigger that protects the trail. */
  readonly expected: Readonly<Record<string, RegExp>>
  readonly close: () => Promise<void>
}

const refusal = /raise\(abort, 'the audit log is append-only'\)/

/** The message of an error, of each of several. */
export const messageOf = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}

export function openSqlite(dataDir: string): Source {
  const file = join(dataDir, 'countersign.sqlite')
  try {
    const database = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
    // One transaction, so that a running gateway does not change what is read.
    database.exec('begin; select 1 from sqlite_master limit 1')
    return {
      query: async (text) => {
        const statement = database.prepare(text)
        statement.setReadBigInts(true)
        return statement.all() as Row[]
      },
      tables: `select name from sqlite_master where type = 'table'`,
      triggers: `select name, sql as text from sqlite_master where type = 'trigger' and tbl_name = 'audit'`,
      expected: {
        audit_no_update: new RegExp(`before update on audit\\s+begin select ${refusal.source}; end$`),
        audit_no_delete: new RegExp(`before delete on audit\\s+begin select ${refusal.source}; end$`),
      },
      close: async () => database.close(),
    }
  } catch (error) {
    throw new Error(`the database ${file} cannot be read: ${messageOf(error)}`, { cause: error })
  }
}

export async function openPostgres(connectionString: string): Promise<Source> {
  const client = new pg.Client({ connectionString, application_name: 'countersign-verify' })
  await client.connect().catch((error: unknown) => {
    throw new Error(`the database cannot be reached: ${messageOf(error)}`, { cause: error })
  })
  await client.query('begin isolation level repeatable read read only')
  return {
    query: async (text) => (await client.query<Record<string, Value>>(text)).rows,
    tables: `select relname as name from pg_class where relkind = 'r' and pg_table_is_visible(oid)`,
    triggers: `select tgname as name, pg_get_triggerdef(pg_trigger.oid) || ' ' || prosrc as text
      from pg_trigger join pg_proc on pg_proc.oid = tgfoid
      where tgrelid = 'audit'::regclass and not tgisinternal and tgenabled in ('O', 'A')`,
    expected: {
      audit_no_change: /BEFORE DELETE OR UPDATE ON \S+ FOR EACH ROW EXECUTE .* begin raise exception .*append-only/s,
      audit_no_truncate: /BEFORE TRUNCATE ON \S+ FOR EACH STATEMENT EXECUTE .* begin raise exception .*append-only/s,
    },
    close: () => client.end(),
  }
}
