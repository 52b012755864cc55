import { parseOwn } from '../config/ownJson.ts'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { guards } from './auditGuard.ts'
import { type AuditBody, subjectKeyOf } from './auditRecord.ts'
import { assertIndexable, automaticIndex, requestIndex, requesterIndexes } from './auditContent.ts'
import { trailPages } from './trailPages.ts'
import { entryOf } from './auditSearch.ts'
import type { Engine, Tables } from './tables.ts'

async function runAll<T>(db: Kysely<T>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const step = (statements: readonly string[]): Migration => ({ up: (db) => runAll(db, statements) })

/** The first tables: sessions, sign-ins under way, idempotency keys, and the append-only audit log. */
const start = (engine: Engine): Migration =>
  step([
    `create table session (
      id_hash text primary key, subject_hash text not null, sealed text not null,
      created_at bigint not null, last_active_at bigint not null, expires_at bigint not null
    )`,
    'create index session_subject on session (subject_hash)',
    'create table sign_in (id_hash text primary key, sealed text not null, expires_at bigint not null)',
    `create table idempotency (
      user_id bigint not null, operation text not null, idempotency_key text not null, family text not null,
      target text, request_hash text not null, state text not null, lease_until bigint not null,
      expires_at bigint not null, sealed text,
      constraint idempotency_pk primary key (user_id, operation, idempotency_key)
    )`,
    "create unique index idempotency_one_in_flight on idempotency (family, target) where state = 'in-flight'",
    'create index idempotency_expires on idempotency (expires_at)',
    // In SQLite only the exact type `integer` makes the primary key the row id.
    `create table audit (
      seq ${engine === 'sqlite' ? 'integer' : 'bigint'} primary key, prev text not null, hash text not null,
      phase text not null, intent bigint unique, body text not null
    )`,
    ...guards[engine],
  ])

/** The count of reveals, and when states without a moment of their own were first seen. */
const revealsAndFirstSeen = step([
  'create table reveal (id text primary key, user_id bigint not null, revealed_at bigint not null)',
  'create index reveal_of_user on reveal (user_id, revealed_at)',
  'create index reveal_age on reveal (revealed_at)',
  'create table first_seen (state_hash text primary key, first_seen_at bigint not null, last_seen_at bigint not null)',
  'create index first_seen_age on first_seen (last_seen_at)',
])

/** Fills the subject of every record written so far: the column repeats the content, the chain does not change. */
async function fillSubjects(db: Kysely<Tables>): Promise<void> {
  for await (const page of trailPages(db)) {
    for (const { seq, body } of page) {
      const subject = subjectKeyOf(parseOwn<AuditBody>(body))
      if (subject !== null) await db.updateTable('audit').set({ subject }).where('seq', '=', seq).execute()
    }
  }
}

/** Fills the table that finds entries from every record written so far. */
async function fillEntries(db: Kysely<Tables>): Promise<void> {
  for await (const page of trailPages(db)) {
    const written = page.map(({ seq, body }) => ({ seq, content: parseOwn<AuditBody>(body) }))
    const entries = written.flatMap(({ seq, content }) => entryOf(seq, content) ?? [])
    if (entries.length > 0) await db.insertInto('audit_entry').values(entries).execute()
    const outcomes = written.flatMap(({ content }) => (content.phase === 'outcome' ? [content] : []))
    for (const [result, closed] of Map.groupBy(outcomes, (outcome) => outcome.result)) {
      const intents = closed.map(({ intentSeq }) => intentSeq)
      await db.updateTable('audit_entry').set({ result }).where('seq', 'in', intents).execute()
    }
  }
}

/** Lifts the protection against changes, inside the migration's transaction only. */
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
  await runAll(db, guards.sqlite)
}

/** The subject of each record of the trail, and the index that finds it. */
function auditSubjects(engine: Engine): Migration {
  return {
    up: async (db: Kysely<Tables>) => {
      await db.schema.alterTable('audit').addColumn('subject', 'text').execute()
      await unprotected(db, engine, () => fillSubjects(db))
      await db.schema.createIndex('audit_of_subject').on('audit').columns(['subject', 'seq']).execute()
    },
  }
}

/** Requests with an unknown outcome: the same request is asked about before it is sent again (decision 19). */
const unknownOutcomes = step([
  'alter table idempotency add column doubt text',
  "update idempotency set doubt = 'unknown' where state = 'unknown'",
  'create index idempotency_doubt on idempotency (operation, request_hash) where doubt is not null',
])

/** The time until which one gateway renews a session's tokens, so that no two do (S-08). */
const sessionUpkeep = step(['alter table session add column upkeep_until bigint not null default 0'])

/** Places where answers of the services did not fit their declarations. */
const driftOfAnswers = step([
  `create table drift (
    operation text not null, path text not null, expected text not null, seen text not null, count bigint not null,
    first_seen_at bigint not null, last_seen_at bigint not null,
    constraint drift_pk primary key (operation, path, expected, seen)
  )`,
  'create index drift_age on drift (last_seen_at)',
])

/** What finds entries of the trail by person, record, operation, outcome and day, and facts about the store itself. */
const auditEntries = (engine: Engine): Migration => ({
  up: async (db: Kysely<Tables>) => {
    await runAll(db, [
      'create table store_fact (name text primary key, value text not null)',
      `create table audit_entry (
        seq ${engine === 'sqlite' ? 'integer' : 'bigint'} primary key, ts bigint not null, day bigint not null, user_id bigint, email text,
        operation text not null, subject text, result text not null
      )`,
    ])
    await fillEntries(db)
    const filters = ['day', 'user_id', 'email', 'operation', 'subject', 'result']
    await runAll(
      db,
      filters.map((column) => `create index audit_entry_${column} on audit_entry (${column}, seq)`),
    )
  },
})

/** Uses of everything that is limited, which were reveals before. */
const quotas = step([
  'create table quota_use (id text primary key, kind text not null, key text not null, used_at bigint not null)',
  'create index quota_use_of_key on quota_use (key, used_at)',
  'create index quota_use_age on quota_use (kind, used_at)',
  "insert into quota_use select id, 'reveal', 'reveal:' || user_id, revealed_at from reveal",
  'drop table reveal',
])

/** Who signed in with which role, and what they last used, for access reviews. */
const staffAccess = step([
  `create table staff_member (
    user_id bigint primary key, sealed text not null, role text not null, signed_in_at bigint not null
  )`,
  `create table permission_use (
    user_id bigint not null, permission text not null, used_at bigint not null,
    constraint permission_use_pk primary key (user_id, permission)
  )`,
])

/** Actions that wait for a second person: one at a time for each record and action. */
const approvals = step([
  `create table approval (
    id text primary key, operation text not null, target text not null, subject text, requested_by bigint not null,
    subject_hash text not null, request_key text not null, request_hash text not null, state text not null,
    requested_at bigint not null, expires_at bigint not null, decided_at bigint, lease_until bigint not null,
    sealed text not null, decision text
  )`,
  "create unique index approval_one_open on approval (operation, target) where state in ('waiting', 'sending')",
  'create unique index approval_request on approval (requested_by, request_key)',
  'create index approval_age on approval (requested_at)',
  'create index approval_of_subject on approval (subject, requested_at)',
])

/** Who works on which record: one person at a time. */
const claims = step([
  `create table claim (
    resource text not null, record_id text not null, user_id bigint not null, state text not null, way text not null,
    from_user_id bigint, changed_at bigint not null, expires_at bigint not null,
    constraint claim_pk primary key (resource, record_id)
  )`,
  'create index claim_age on claim (changed_at)',
])

/** Who has read what about people, and the jobs that gateways share. */
const views = (engine: Engine): Migration =>
  step([
    `create table viewing (
      seq ${engine === 'sqlite' ? 'integer' : 'bigint generated always as identity'} primary key, read_at bigint not null,
      shown_at bigint, user_id bigint not null, email text not null, operation text not null, subject text, terms text,
      request_id text not null, ip text not null, session_hash text not null
    )`,
    ...['user_id', 'email', 'operation', 'subject'].map(
      (column) => `create index viewing_${column} on viewing (${column}, read_at, seq)`,
    ),
    'create index viewing_age on viewing (read_at, seq)',
    'create table job (name text primary key, taken_until bigint not null)',
  ])

/**
 * Keeps the index of the trail's entries readable without its table: with PostgreSQL's own figures, a fifth of a long trail
 * would have to change before it is.
 */
const readableEntries = (engine: Engine): Migration =>
  step(
    engine === 'sqlite'
      ? []
      : [
          `alter table audit_entry set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01,
            autovacuum_analyze_scale_factor = 0.01)`,
        ],
  )

/** Counts what was done, by operation and time, without a look at the table. */
const doneEntries = step(['create index audit_entry_done on audit_entry (operation, result, ts, user_id)'])

const savedViews = step([
  `create table saved_view (
    id text primary key, resource text not null, user_id bigint not null, name text not null, name_key text not null,
    is_shared integer not null, content text not null, version integer not null, changed_at bigint not null
  )`,
  'create unique index saved_view_name on saved_view (resource, user_id, name_key)',
])

/** How a record was before it was claimed. */
const formerClaims = step([
  'alter table claim add column former_state text',
  'alter table claim add column former_user_id bigint',
  'alter table claim add column former_changed_at bigint',
])

/** What was left to decide about a record when it was finished. */
const leftOfClaims = step(['alter table claim add column left_parts text'])

/** When the first person dismissed how their request had ended. */
const dismissedApprovals = step(['alter table approval add column dismissed_at bigint'])

/** Finds what a person requested and a second person decided, and what the gateway did by itself. */
const contents = (engine: Engine): Migration => ({
  up: async (db: Kysely<Tables>) => {
    await assertIndexable(db)
    await runAll(db, [...requesterIndexes(engine), automaticIndex])
  },
})

/** Finds what a request did or read, by its id. */
const requests = (engine: Engine): Migration =>
  step([requestIndex(engine), 'create index viewing_request on viewing (request_id)'])

/** The framework's steps of the schema, applied in the order of their names; what a released step does never changes. */
export const frameworkSteps = (engine: Engine): Readonly<Record<string, Migration>> => ({
  '001-start': start(engine),
  '002-reveals-and-first-seen': revealsAndFirstSeen,
  '004-audit-subjects': auditSubjects(engine),
  '005-doubts': unknownOutcomes,
  '006-session-upkeep': sessionUpkeep,
  '007-drift': driftOfAnswers,
  '008-audit-entries': auditEntries(engine),
  '009-quotas': quotas,
  '010-staff-access': staffAccess,
  '011-approvals': approvals,
  '012-claims': claims,
  '013-views': views(engine),
  '014-readable-entries': readableEntries(engine),
  '015-saved-views': savedViews,
  '016-done-entries': doneEntries,
  '017-former-claims': formerClaims,
  '018-left-of-claims': leftOfClaims,
  '019-dismissed-approvals': dismissedApprovals,
  '020-audit-contents': contents(engine),
  '021-requests': requests(engine),
})
