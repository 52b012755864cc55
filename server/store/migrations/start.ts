import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../tables.ts'

type Database = Kysely<unknown>

async function createSessions(db: Database): Promise<void> {
  await db.schema
    .createTable('session')
    .addColumn('id_hash', 'text', (column) => column.primaryKey())
    .addColumn('subject_hash', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_active_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('session_subject').on('session').column('subject_hash').execute()
  await db.schema
    .createTable('sign_in')
    .addColumn('id_hash', 'text', (column) => column.primaryKey())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
}

async function createIdempotency(db: Database): Promise<void> {
  await db.schema
    .createTable('idempotency')
    .addColumn('user_id', 'bigint', (column) => column.notNull())
    .addColumn('operation', 'text', (column) => column.notNull())
    .addColumn('idempotency_key', 'text', (column) => column.notNull())
    .addColumn('family', 'text', (column) => column.notNull())
    .addColumn('target', 'text')
    .addColumn('request_hash', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('lease_until', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('sealed', 'text')
    .addPrimaryKeyConstraint('idempotency_pk', ['user_id', 'operation', 'idempotency_key'])
    .execute()
  await sql`create unique index idempotency_one_in_flight on idempotency (family, target)
    where state = 'in-flight'`.execute(db)
  await db.schema.createIndex('idempotency_expires').on('idempotency').column('expires_at').execute()
}

async function createAudit(db: Database, engine: Engine): Promise<void> {
  // In SQLite only the exact type `integer` makes the primary key the row id.
  await db.schema
    .createTable('audit')
    .addColumn('seq', engine === 'sqlite' ? 'integer' : 'bigint', (column) => column.primaryKey())
    .addColumn('prev', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('phase', 'text', (column) => column.notNull())
    .addColumn('intent', 'bigint', (column) => column.unique())
    .addColumn('body', 'text', (column) => column.notNull())
    .execute()
}

/** Refuses every change of a record that has been written, on SQLite. */
export async function forbidChangesSqlite(db: Database): Promise<void> {
  for (const verb of ['update', 'delete']) {
    await sql`create trigger ${sql.raw(`audit_no_${verb}`)} before ${sql.raw(verb)} on audit
      begin select raise(abort, 'the audit log is append-only'); end`.execute(db)
  }
}

async function forbidChangesPostgres(db: Database): Promise<void> {
  await sql`create function audit_append_only() returns trigger language plpgsql as
    $$ begin raise exception 'the audit log is append-only'; end $$`.execute(db)
  await sql`create trigger audit_no_change before update or delete on audit
    for each row execute function audit_append_only()`.execute(db)
  await sql`create trigger audit_no_truncate before truncate on audit
    for each statement execute function audit_append_only()`.execute(db)
}

/** The first tables: sessions, sign-ins under way, idempotency keys, and the append-only audit log (A-03). */
export function start(engine: Engine): Migration {
  return {
    up: async (db) => {
      await createSessions(db)
      await createIdempotency(db)
      await createAudit(db, engine)
      await (engine === 'sqlite' ? forbidChangesSqlite(db) : forbidChangesPostgres(db))
    },
  }
}
