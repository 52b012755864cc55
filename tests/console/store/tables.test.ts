import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Migration } from 'kysely/migration'
import { expect, test } from 'vitest'
import type { StoreTable } from '../../../server/store/tables.ts'
import { approvalTable } from '../../../services/verification/approvals.ts'
import { describeSqlite, describeStore } from '../../framework/store/places.ts'
import { sessionData } from '../../framework/store/samples.ts'

/** A table of a console's own with one step of this name. */
const tableWith = (name: string): StoreTable<null> => {
  const step: Migration = {
    up: async (db) => {
      await db.schema.createTable('loan').addColumn('id', 'integer').execute()
    },
  }
  return { migrations: { [name]: step }, open: () => null }
}

const before = readFileSync(join(import.meta.dirname, '../support/fixtures/storeOfVersion0.1.0.sql'), 'utf8')

/** The session of that store. */
const SESSION = 'GZYk922BGkrm_ApsP79c0esrWfH4h-uCmu2cqQbzUCU'

describeSqlite('a store of version 0.1.0', (createPlace) => {
  test('opens with everything that was in it', async () => {
    const place = await createPlace()
    await place.run(before)
    const store = await place.open({ tables: [approvalTable] })
    const { details: _details, ...kept } = sessionData
    expect((await store.sessions.find(SESSION, 1_800_000))?.data).toMatchObject(kept)
    expect(await store.audit.verify()).toEqual({ ok: true, count: 2 })
    expect(await store.table(approvalTable).of(4107)).toMatchObject([
      { sketchId: 'case-1', step: 'upload', state: 'done', attempt: 2, data: { snapId: 'snap-1' } },
    ])
  })

  test('is told from one of a newer version where the console no longer brings its table', async () => {
    const place = await createPlace()
    await place.run(before)
    await expect(place.open()).rejects.toThrow("by a newer version, which added '003-approval-steps'")
  })
})

describeStore('a table of a console', (createPlace) => {
  test.each(['003-loans', '900-loans'])('is added by %s to a store that exists', async (name) => {
    const place = await createPlace()
    await (await place.open()).close()
    const store = await place.open({ tables: [tableWith(name)] })
    expect(store.table(tableWith(name))).toBeNull()
    await store.close()
    await expect(place.run('insert into loan values (1)')).resolves.toBeUndefined()
  })

  test('is refused where its step is called like one of the framework', async () => {
    const { open } = await createPlace()
    await expect(open({ tables: [tableWith('001-start')] })).rejects.toThrow("are called '001-start': give each")
  })
})
