import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { AuditBody } from '../auditRecord.ts'
import { subjectKeyOf } from '../auditSubject.ts'
import type { Engine, Tables } from '../tables.ts'
import { forbidChangesSqlite } from './start.ts'

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
