import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { errorCode } from '../../../server/config/settings.ts'
import { connectToServe } from '../../../server/store/connectPostgres.ts'
import { StoreError } from '../../../server/store/tables.ts'
import { describePostgres, describeSqlite } from './places.ts'

describeSqlite('asked whether it can work, the store', (createPlace) => {
  test('says that it cannot be written, though it can be read', async () => {
    const place = await createPlace()
    const store = await place.open()
    await place.run("create trigger full before insert on job begin select raise(abort, 'full'); end")
    await expect(store.ping()).rejects.toThrow('full')
    await place.run('drop trigger full')
    await store.ping()
  })
})

describePostgres('asked whether it can work, the store', (createPlace) => {
  test('says that it cannot be written, though it can be read', async () => {
    const place = await createPlace()
    const store = await place.open({ now: Date.now })
    const setReadOnly = (value: 'on' | 'off') =>
      place.run(`begin read write; do $$ begin execute format('alter database %I set default_transaction_read_only = ${value}',
        current_database()); end $$; commit; select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`)
    await setReadOnly('on')
    await vi.waitFor(() => expect(store.ping()).rejects.toMatchObject({ code: '25006' }))
    await setReadOnly('off')
    await vi.waitFor(() => store.ping())
  })

  test.each([
    [9 * 3_600_000, '32400 s ahead of'],
    [-61_000, '61 s behind'],
  ])('refuses the clock of a machine that is %i ms off', async (off, words) => {
    const place = await createPlace()
    const store = await place.open({ now: () => Date.now() + off })
    const failure = await store.ping().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(StoreError)
    expect(failure).toMatchObject({ code: 'CLOCK_SKEW', message: expect.stringContaining(words) as unknown })
    await (await place.open({ now: () => Date.now() + Math.sign(off) * 50_000 })).ping()
  })

  test('fails with a code of a timeout where the database does not answer in time, or has no connection left', async () => {
    const { options } = await createPlace()
    const limits = { max: 1, query_timeout: 300, connectionTimeoutMillis: 100 }
    const { db, close } = await connectToServe(options.databaseUrl ?? '', options, limits)
    const codeOf = (query: string) => sql.raw(query).execute(db).catch(errorCode)
    expect(await Promise.all([codeOf('select pg_sleep(2)'), codeOf('select 1')])).toEqual(['ETIMEDOUT', 'ETIMEDOUT'])
    await close()
  })
})
