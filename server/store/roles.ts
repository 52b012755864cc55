import { sql } from 'kysely'
import { type Connection, StoreError } from './tables.ts'

/** The key of the advisory lock under which rights are granted: PostgreSQL refuses two at the same time. */
const RIGHTS_LOCK = 4_207_311_907

const own = ['audit', 'audit_entry', 'store_fact', 'kysely_migration', 'kysely_migration_lock']

const nameOf = async ({ db }: Connection): Promise<string> => {
  const { rows } = await sql<{ name: string }>`select current_user as name`.execute(db)
  return rows[0]?.name ?? ''
}

/** @throws StoreError where another role owns the tables, as after a time without an owner's role */
export async function assertOwns(owner: Connection): Promise<void> {
  const { rows } = await sql<{ owner: string }>`
    select pg_get_userbyid(relowner) as owner from pg_class
    where oid = to_regclass('audit') and not pg_has_role(relowner, 'usage')`.execute(owner.db)
  const [other] = rows
  if (other === undefined) return
  throw new StoreError(
    `the tables belong to the role ${other.owner}, not to that of DATABASE_OWNER_URL: let a superuser run, in this database, reassign owned by "${other.owner}" to "${await nameOf(owner)}"`,
  )
}

/** Gives the role of the running gateway what it needs, and no change of the audit trail. */
async function grantRights(owner: Connection, role: string): Promise<void> {
  const to = sql.id(role)
  await owner.db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${RIGHTS_LOCK})`.execute(trx)
    const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(trx)
    const schema = sql.id(rows[0]?.schema ?? 'public')
    await sql`grant usage on schema ${schema} to ${to}`.execute(trx)
    await sql`grant select, insert, update, delete on all tables in schema ${schema} to ${to}`.execute(trx)
    await sql`revoke all on ${sql.join(own.map((name) => sql.id(name)))} from ${to}`.execute(trx)
    await sql`grant select, insert on audit, audit_entry, store_fact to ${to}`.execute(trx)
    await sql`grant update (result) on audit_entry to ${to}`.execute(trx)
    await sql`grant select on kysely_migration to ${to}`.execute(trx)
  })
}

/**
 * Divides the rights between the role that owns the tables and the one that the gateway runs with.
 *
 * @throws StoreError when the gateway's role could change the trail nevertheless
 */
export async function divideRights(owner: Connection, serving: Connection): Promise<void> {
  const [ownersName, name] = [await nameOf(owner), await nameOf(serving)]
  if (name !== ownersName) await grantRights(owner, name)
  const { rows } = await sql<{ may: boolean }>`
    select has_table_privilege('audit', 'update, delete, truncate, trigger') or pg_has_role(relowner, 'member') as may
    from pg_class where oid = 'audit'::regclass`.execute(serving.db)
  if (rows[0]?.may === false) return
  throw new StoreError(
    `the role ${name} of DATABASE_URL can change the audit trail: give it another role than DATABASE_OWNER_URL, which is no superuser and no member of "${ownersName}"`,
  )
}
