import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { auditKey, describePostgres, describeSqlite, describeStore } from './places.ts'
import type { Place } from './places.ts'
import { runVerify } from './runVerify.ts'
import { compileCache } from '../../support/compileCache.ts'
import { connectToServe } from '../../../server/store/connectPostgres.ts'
import { lockDataDir } from '../../../server/store/connectSqlite.ts'
import { openStore } from '../../../server/store/openStore.ts'
import { type Connection, StoreError } from '../../../server/store/tables.ts'

const KILL_ROUNDS = 3
const env = { ...process.env, ...compileCache }
const ACKNOWLEDGED = 60
const event = { operation: 'test', actor: null, requestId: 'r', ip: '::1', sessionHash: null, details: {} }

/** Runs a writer, kills it without warning, and answers the last number it acknowledged. */
async function killWriter({ dataDir, databaseUrl }: Place['options']): Promise<number> {
  const script = fileURLToPath(new URL('./appendForever.ts', import.meta.url))
  const args = [script, dataDir, ...(databaseUrl === undefined ? [] : [databaseUrl])]
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const exit = once(child, 'exit')
  let last = 0
  let seen = 0
  for await (const line of createInterface(child.stdout)) {
    last = Number(line)
    seen += 1
    if (seen === ACKNOWLEDGED) child.kill('SIGKILL')
  }
  await exit
  return last
}

describeStore('the store', (createPlace) => {
  test('answers, closes, and closes again', async () => {
    const store = await (await createPlace()).open({ now: Date.now })
    await store.ping()
    await store.close()
    await store.close()
    await expect(store.ping()).rejects.toThrow()
  })

  test('keeps everything when it is opened again', async () => {
    const place = await createPlace()
    const first = await place.open()
    await first.audit.event(event)
    await first.close()
    const second = await place.open()
    expect(await second.audit.list({ limit: 5 })).toHaveLength(1)
  })

  test('refuses keys of the wrong length', async () => {
    const { open } = await createPlace()
    await expect(open({ sessionKey: new Uint8Array(31) })).rejects.toThrow('SESSION_KEY must have 32 bytes')
    await expect(open({ auditKey: new Uint8Array(31) })).rejects.toThrow('AUDIT_KEY must have at least 32 bytes')
  })

  test('refuses a database of a newer version', async () => {
    const place = await createPlace()
    await (await place.open()).close()
    await place.run(`insert into kysely_migration (name, timestamp) values ('999-future', '2030-01-01')`)
    await expect(place.open()).rejects.toThrow(
      /^the database was opened by a newer version, which added '999-future': start that version or a later one, or restore the backup from before it; this version cannot go back$/,
    )
  })

  test('says once which steps brought the schema up to date, and in what time', async () => {
    const { open } = await createPlace()
    const notices: string[] = []
    const notice = (message: string) => void notices.push(message)
    await (await open({ notice })).close()
    await (await open({ notice })).close()
    expect(notices).toEqual([expect.stringMatching(/^the database was brought up to date in \d+ ms: \d\S+, /)])
  })

  test('refuses another audit key than the trail was written with, and leaves the chain whole', async () => {
    const { open } = await createPlace()
    const first = await open()
    const other = new Uint8Array(32).fill(1)
    await first.audit.event(event)
    await first.close()
    const refused = open({ auditKey: other })
    await expect(refused).rejects.toThrow(StoreError)
    await expect(refused).rejects.toThrow(/does not fit AUDIT_KEY: set the key it was written with/)
    const second = await open()
    await second.audit.event(event)
    expect(await second.audit.verify()).toEqual({ ok: true, count: 2 })
  })

  test('refuses another audit key than the first gateway had, also before the first record', async () => {
    const { open } = await createPlace()
    await (await open()).close()
    const refused = open({ auditKey: new Uint8Array(32).fill(1) })
    await expect(refused).rejects.toThrow(StoreError)
    await expect(refused).rejects.toThrow(
      /does not fit AUDIT_KEY: set the key it was written with, the same .* on every/,
    )
    await (await open({ now: Date.now })).ping()
  })

  test('loses no acknowledged record when its process is killed', { timeout: 60_000 }, async () => {
    const place = await createPlace()
    for (let round = 0; round < KILL_ROUNDS; round += 1) {
      const last = await killWriter(place.options)
      const store = await place.open()
      const verdict = await store.audit.verify()
      expect(verdict).toMatchObject({ ok: true })
      expect(verdict.ok && verdict.count).toBeGreaterThanOrEqual(last)
      await store.close()
    }
  })

  test('can be verified from the command line while it is open', async () => {
    const place = await createPlace()
    const { audit } = await place.open()
    await audit.event(event)
    await audit.event(event)
    expect(await runVerify(place, auditKey)).toEqual({ code: 0, output: '2 records, chain intact\n' })
    expect(await runVerify(place, new Uint8Array(32).fill(1))).toEqual({
      code: 2,
      output: expect.stringMatching(/^nothing could be verified: the audit key is not the one .+\n$/) as string,
    })
    await place.disarm()
    await place.run(`update audit set body = '{}' where seq = 2`)
    const { code, output } = await runVerify(place, auditKey)
    expect(code).toBe(1)
    expect(output).toMatch(/^the chain breaks at record 2: record 2 does not match its hash\nthe database does not /)
    expect(await runVerify(place, new Uint8Array(3))).toMatchObject({ code: 2 })
  })
})

describeSqlite('the store', (createPlace) => {
  test('has one writer for each directory', async () => {
    const place = await createPlace()
    const store = await place.open()
    const refused = place.open()
    await expect(refused).rejects.toThrow(StoreError)
    await expect(refused).rejects.toThrow(
      /^DATA_DIR .* is in use by another running process: stop that one first.* DATABASE_URL/,
    )
    await store.close()
    await (await place.open()).ping()
  })

  test('has one gateway for each directory, also where the database is elsewhere', async () => {
    const { dataDir } = (await createPlace()).options
    const release = lockDataDir(dataDir)
    expect(() => lockDataDir(dataDir)).toThrow(
      /^DATA_DIR .* is in use by another running process: stop that one first.* DATABASE_URL/,
    )
    release()
    lockDataDir(dataDir)()
  })

  test('refuses a second process, until the first is gone', async () => {
    const place = await createPlace()
    const script = fileURLToPath(new URL('./appendForever.ts', import.meta.url))
    const writer = spawn(process.execPath, [script, place.options.dataDir], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exit = once(writer, 'exit')
    try {
      await once(writer.stdout, 'data')
      await expect(place.open()).rejects.toThrow('is in use by another running process')
    } finally {
      writer.kill('SIGKILL')
      await exit
    }
    await (await place.open()).ping()
  })

  test('is readable by its owner alone, also when it was not before', async () => {
    const place = await createPlace()
    const file = join(place.options.dataDir, 'countersign.sqlite')
    writeFileSync(file, '', { mode: 0o644 })
    await (await place.open()).audit.event(event)
    for (const name of [file, `${file}-wal`, `${file}-shm`, join(place.options.dataDir, 'writer.lock')]) {
      expect(statSync(name).mode & 0o777, name).toBe(0o600)
    }
  })

  test('names a directory it cannot write to', async () => {
    const place = await createPlace()
    const file = join(place.options.dataDir, 'file')
    writeFileSync(file, '')
    const inFile = place.open({ dataDir: join(file, 'data') })
    await expect(inFile).rejects.toThrow(StoreError)
    await expect(inFile).rejects.toThrow(/^DATA_DIR .*\/file\/data cannot be written: ENOTDIR/)
  })

  test.runIf(process.getuid?.() !== 0)('names a read-only directory', async () => {
    const place = await createPlace()
    chmodSync(place.options.dataDir, 0o500)
    await expect(place.open()).rejects.toThrow(/^DATA_DIR .* cannot be written: EACCES/)
    chmodSync(place.options.dataDir, 0o700)
  })

  test('names a file that is no database, and lets go of the directory', async () => {
    const place = await createPlace()
    const file = join(place.options.dataDir, 'countersign.sqlite')
    writeFileSync(file, 'no database at all, only words '.repeat(200))
    await expect(place.open()).rejects.toThrow(/countersign\.sqlite cannot be opened: file is not a database/)
    rmSync(file)
    await (await place.open()).ping()
  })

  test('fails soon while another process has locked it, and writes again afterwards', async () => {
    const place = await createPlace()
    const { audit, sessions } = await place.open()
    const other = new DatabaseSync(join(place.options.dataDir, 'countersign.sqlite'))
    other.exec('BEGIN IMMEDIATE')
    const startedAt = performance.now()
    await expect(audit.event(event)).rejects.toThrow('database is locked')
    await expect(sessions.touch('any')).rejects.toThrow('database is locked')
    expect(performance.now() - startedAt).toBeLessThan(2000)
    other.exec('ROLLBACK')
    other.close()
    await audit.event(event)
    expect(await audit.verify()).toEqual({ ok: true, count: 1 })
  })

  test('does not let a record be replaced by a new one of its number', async () => {
    const { open } = await createPlace()
    const store = await open()
    const { audit } = store
    await audit.event(event)
    const { db } = store.table<Connection>({ migrations: {}, open: ({ connection }) => connection })
    const replace = sql`insert or replace into audit select seq, prev, hash, 'event', null, '{}', null from audit`
    await expect(replace.execute(db)).rejects.toThrow('the audit log is append-only')
    expect(await audit.verify()).toEqual({ ok: true, count: 1 })
  })

  test('verifies nothing where there is no database', async () => {
    const place = await createPlace()
    mkdirSync(place.options.dataDir, { recursive: true })
    const { code, output } = await runVerify(place, auditKey)
    expect(code).toBe(2)
    expect(output).toMatch(/countersign\.sqlite cannot be read/)
  })
})

describePostgres('the store', (createPlace) => {
  test('is opened by several gateways at once, on one chain', async () => {
    const place = await createPlace()
    const stores = await Promise.all(Array.from({ length: 4 }, () => place.open()))
    const tenTimes = Array.from({ length: 10 }, () => stores).flat()
    await Promise.all(tenTimes.map(({ audit }) => audit.event(event)))
    expect(await stores[0]?.audit.verify()).toEqual({ ok: true, count: 40 })
  })

  test('refuses a gateway with another SESSION_KEY while one runs, and takes a new key once none does', async () => {
    const { open } = await createPlace()
    const [one, two] = [await open(), await open()]
    const other = { sessionKey: new Uint8Array(32).fill(1) }
    await expect(open({ auditKey: new Uint8Array(32).fill(1) })).rejects.toThrow(/or AUDIT_KEY is running/)
    await expect(open(other)).rejects.toThrow(StoreError)
    await expect(open(other)).rejects.toThrow(
      /^a gateway with another SESSION_KEY or AUDIT_KEY is running .* stop all gateways first$/,
    )
    await one.close()
    await expect(open(other)).rejects.toThrow(/another SESSION_KEY/)
    await two.close()
    await (await open({ ...other, now: Date.now })).ping()
    await expect(open()).rejects.toThrow(/another SESSION_KEY/)
  })

  test('keeps showing its key while no one asks it for anything', async () => {
    const place = await createPlace()
    const databaseUrl = `${place.options.databaseUrl}`
    const { db, close } = await connectToServe(databaseUrl, place.options, { idleTimeoutMillis: 10 })
    await Promise.all([1, 2, 3].map(() => sql`select pg_sleep(0.01)`.execute(db)))
    await vi.waitFor(async () => {
      const { rows } = await sql<{ open: number }>`select count(*)::int as open from pg_stat_activity
        where datname = current_database()`.execute(db)
      expect(rows).toEqual([{ open: 1 }])
    })
    await expect(
      connectToServe(databaseUrl, { ...place.options, sessionKey: new Uint8Array(32).fill(1) }),
    ).rejects.toThrow(/another SESSION_KEY/)
    await close()
  })

  test('has the entries of its trail vacuumed whenever a hundredth of them is new', async () => {
    const place = await createPlace()
    await place.open()
    const { db, close } = await connectToServe(`${place.options.databaseUrl}`, place.options)
    const { rows } = await sql<{ options: string[] }>`
      select reloptions as options from pg_class where oid = 'audit_entry'::regclass`.execute(db)
    await close()
    expect(rows[0]?.options).toContain('autovacuum_vacuum_insert_scale_factor=0.01')
  })

  test('cannot be emptied of its audit log', async () => {
    const place = await createPlace()
    await place.open()
    await expect(place.run('truncate audit')).rejects.toThrow('the audit log is append-only')
  })

  test('is said to be read-only where it is a replica, or was recovered and not promoted', async () => {
    const place = await createPlace()
    const name = new URL(place.options.databaseUrl ?? '').pathname.slice(1)
    await place.run(`alter database ${name} set default_transaction_read_only = on`)
    await expect(place.open()).rejects.toThrow(
      new StoreError(
        `the database postgresql://localhost/${name} is read-only: promote it where it is a replica or recovered to a time, or correct DATABASE_URL`,
      ),
    )
  })
})

test('a database server that cannot be reached is named without its password', async () => {
  const databaseUrl = 'postgresql://staff:secret-canary@127.0.0.1:1/console'
  const keys = { sessionKey: new Uint8Array(32), auditKey: new Uint8Array(32) }
  const refused = openStore({ dataDir: '/nonexistent/unused', databaseUrl, ...keys })
  await expect(refused).rejects.toThrow(StoreError)
  await expect(refused).rejects.toThrow(
    /^the database postgresql:\/\/127\.0\.0\.1:1\/console cannot be reached: .*ECONNREFUSED.*\. Start its server, or correct DATABASE_URL$/,
  )
  await expect(refused).rejects.not.toThrow('secret-canary')
})
