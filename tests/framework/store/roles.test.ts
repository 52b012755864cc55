import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { StoreError } from '../../../server/store/tables.ts'
import { describePostgres, type Place } from './places.ts'
import { buildIntent, sessionData } from './samples.ts'

/** A database of one role, and another role that can reach it. */
async function createRoles(createPlace: () => Promise<Place>) {
  const place = await createPlace()
  const { databaseUrl = '' } = place.options
  const id = randomUUID().slice(0, 8)
  const [owner, app] = [`owner_${id}`, `app_${id}`]
  const database = new URL(databaseUrl).pathname.slice(1)
  await place.run(`create role ${owner} login; create role ${app} login;
    alter database ${database} owner to ${owner}; alter schema public owner to ${owner}`)
  const as = (role: string): string => databaseUrl.replace('postgres@', `${role}@`)
  const runAsApp = async (text: string): Promise<void> => {
    const client = new pg.Client({ connectionString: as(app) })
    await client.connect()
    try {
      await client.query(text)
    } finally {
      await client.end()
    }
  }
  return { ...place, owner, app, as, runAsApp, divided: { databaseUrl: as(app), databaseOwnerUrl: as(owner) } }
}

describePostgres('a store of two roles', (createPlace) => {
  test('works with rights that cannot change its trail', async () => {
    const { open, divided, runAsApp } = await createRoles(createPlace)
    const [store] = await Promise.all([open(divided), open(divided), open(divided)])
    const { audit, sessions } = store
    const seq = await audit.intent(buildIntent())
    await audit.outcome(seq, { result: 'ok', status: 200, latencyMs: 1, message: null })
    await audit.intent(buildIntent())
    expect(await audit.recover()).toBe(1)
    expect(await audit.search({ limit: 9 })).toHaveLength(2)
    await sessions.create(sessionData, { absoluteMs: 1000 })
    await sessions.sweep(1)
    for (const statement of [
      `update audit set body = '{}'`,
      'delete from audit',
      'truncate audit',
      'alter table audit disable trigger all',
      'drop trigger audit_no_change on audit',
      'drop table audit',
      'create trigger mine before insert on audit execute function audit_append_only()',
      'set session_replication_role = replica',
      `update audit_entry set operation = 'other'`,
      'delete from audit_entry',
      `update store_fact set value = 'other'`,
      'delete from kysely_migration',
      'create table mine (id text)',
    ])
      await expect(runAsApp(statement), statement).rejects.toThrow(/permission denied|must be (?:owner|superuser)/)
    expect(await audit.verify()).toEqual({ ok: true, count: 4 })
  })

  test('does not start with roles that are one, or with a superuser', async () => {
    const { open, as, owner, options } = await createRoles(createPlace)
    for (const databaseUrl of [as(owner), options.databaseUrl ?? '']) {
      const refused = open({ databaseUrl, databaseOwnerUrl: as(owner) })
      await expect(refused).rejects.toThrow(StoreError)
      await expect(refused).rejects.toThrow(/of DATABASE_URL can change the audit trail: give it another role/)
    }
  })

  test('takes over tables of one role as the message says', async () => {
    const { open, as, owner, app, divided, run } = await createRoles(createPlace)
    await run(`grant create on schema public to ${app}`)
    const before = await open({ databaseUrl: as(app) })
    await before.audit.intent(buildIntent())
    await before.close()
    await expect(open(divided)).rejects.toThrow(`run, in this database, reassign owned by "${app}" to "${owner}"`)
    await run(`reassign owned by "${app}" to "${owner}"`)
    const { audit } = await open(divided)
    await audit.intent(buildIntent())
    expect(await audit.verify()).toEqual({ ok: true, count: 2 })
  })
})
