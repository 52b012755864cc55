import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { type AuditBody, subjectKeyOf } from './auditRecord.ts'
import type { Engine, Tables } from './tables.ts'

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
async function forbidChangesSqlite(db: Database): Promise<void> {
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

/** What reveals are counted by, and when states without a moment of their own were first seen. */
export function revealsAndFirstSeen(): Migration {
  return {
    up: async (db) => {
      await db.schema
        .createTable('reveal')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('user_id', 'bigint', (column) => column.notNull())
        .addColumn('revealed_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('reveal_of_user').on('reveal').columns(['user_id', 'revealed_at']).execute()
      await db.schema.createIndex('reveal_age').on('reveal').column('revealed_at').execute()
      await db.schema
        .createTable('first_seen')
        .addColumn('state_hash', 'text', (column) => column.primaryKey())
        .addColumn('first_seen_at', 'bigint', (column) => column.notNull())
        .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('first_seen_age').on('first_seen').column('last_seen_at').execute()
    },
  }
}

const PAGE = 1000

/** Says of every record written so far what it is about: the column repeats the content, the chain stays as it is. */
async function fill(db: Kysely<Tables>): Promise<void> {
  let after = 0
  for (;;) {
    const rows = await db
      .selectFrom('audit')
      .select(['seq', 'body'])
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(PAGE)
      .execute()
    for (const { seq, body } of rows) {
      const subject = subjectKeyOf(JSON.parse(body) as AuditBody)
      if (subject !== null) await db.updateTable('audit').set({ subject }).where('seq', '=', seq).execute()
      after = seq
    }
    if (rows.length < PAGE) return
  }
}

/** The protection against changes is lifted inside the migration's transaction alone. */
async function unprotected(db: Kysely<Tables>, engine: Engine, work: () => Promise<void>): Promise<void> {
  if (engine === 'postgres') {
    await sql`alter table audit disable trigger audit_no_change`.execute(db)
    await work()
    await sql`alter table audit enable trigger audit_no_change`.execute(db)
    return
  }
  await sql`drop trigger audit_no_update`.execute(db)
  await sql`drop trigger audit_no_delete`.execute(db)
  await work()
  await forbidChangesSqlite(db as Kysely<unknown>)
}

/** The record that each record of the trail is about, and the index by which it is found. */
export function auditSubjects(engine: Engine): Migration {
  return {
    up: async (db: Kysely<Tables>) => {
      await db.schema.alterTable('audit').addColumn('subject', 'text').execute()
      await unprotected(db, engine, () => fill(db))
      await db.schema.createIndex('audit_of_subject').on('audit').columns(['subject', 'seq']).execute()
    },
  }
}

/** What came of a change and has not been told: the same wish is asked about before it is sent again (decision 19). */
export function unknownOutcomes(): Migration {
  return {
    up: async (db) => {
      await db.schema.alterTable('idempotency').addColumn('doubt', 'text').execute()
      await sql`update idempotency set doubt = 'unknown' where state = 'unknown'`.execute(db)
      await sql`create index idempotency_doubt on idempotency (operation, request_hash)
        where doubt is not null`.execute(db)
    },
  }
}

/** Until when a session is in one gateway's hands, so that no two renew its tokens (S-08). */
export function sessionUpkeep(): Migration {
  return {
    up: async (db) => {
      await db.schema
        .alterTable('session')
        .addColumn('upkeep_until', 'bigint', (column) => column.notNull().defaultTo(0))
        .execute()
    },
  }
}
