import { sql } from 'kysely'
import type { Connection, Engine } from './tables.ts'

/** Statements by which the database itself refuses every change of a record that has been written. */
export const guards: Readonly<Record<Engine, readonly string[]>> = {
  sqlite: ['update', 'delete'].map(
    (verb) => `create trigger audit_no_${verb} before ${verb} on audit
    begin select raise(abort, 'the audit log is append-only'); end`,
  ),
  postgres: [
    `create function audit_append_only() returns trigger language plpgsql as
    $$ begin raise exception 'the audit log is append-only'; end $$`,
    `create trigger audit_no_change before update or delete on audit
    for each row execute function audit_append_only()`,
    `create trigger audit_no_truncate before truncate on audit
    for each statement execute function audit_append_only()`,
  ],
}

const names: Readonly<Record<Engine, readonly string[]>> = {
  sqlite: ['audit_no_update', 'audit_no_delete'],
  postgres: ['audit_no_change', 'audit_no_truncate'],
}

/** The triggers that are there as they were made, and on. */
const present: Readonly<Record<Engine, string>> = {
  sqlite: `select name from sqlite_master where type = 'trigger' and tbl_name = 'audit'
    and sql like '%begin select raise(abort, ''the audit log is append-only''); end' and sql not like '% when %'`,
  postgres: `select tgname as name from pg_trigger join pg_proc on pg_proc.oid = tgfoid
    where tgrelid = 'audit'::regclass and tgenabled in ('O', 'A') and tgqual is null
    and prosrc like '%begin raise exception ''the audit log is append-only''; end%'
    and tgtype = case tgname when 'audit_no_change' then 27 when 'audit_no_truncate' then 34 end`,
}

const removals: Readonly<Record<Engine, readonly string[]>> = {
  sqlite: names.sqlite.map((name) => `drop trigger if exists ${name}`),
  postgres: [
    ...names.postgres.map((name) => `drop trigger if exists ${name} on audit`),
    'drop function if exists audit_append_only()',
  ],
}

/** Puts the protection of the trail back where it is off; answers the triggers that were. */
export async function restoreGuards({ db, engine }: Connection): Promise<readonly string[]> {
  const { rows } = await sql.raw<{ name: string }>(present[engine]).execute(db)
  const off = names[engine].filter((name) => !rows.some((row) => row.name === name))
  if (off.length > 0)
    await db.transaction().execute(async (trx) => {
      for (const statement of [...removals[engine], ...guards[engine]]) await sql.raw(statement).execute(trx)
    })
  return off
}
