import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { StoreError } from '../../../server/store/tables.ts'
import { describeSqlite, describeStore } from './places.ts'
import { append, createTrail, createWatched, linesOf } from './watchedTrail.ts'

describeStore('checkpoints', (createPlace) => {
  test('are written after so many records, after so long, and when the store is closed', async () => {
    const { open, sink, file } = await createWatched(createPlace)
    const store = await open({ everyRecords: 3, everyMs: 20 })
    expect(existsSync(sink)).toBe(false)
    await append(store, 1)
    await expect.poll(() => existsSync(sink) && linesOf(sink).at(-1)?.seq).toBe(1)
    await store.close()
    const second = await open({ everyRecords: 3 })
    await append(second, 2)
    expect(linesOf(sink)).toHaveLength(1)
    await append(second, 1)
    await expect.poll(() => linesOf(sink).at(-1)?.seq).toBe(4)
    await append(second, 1)
    await second.close()
    const lines = linesOf(sink)
    expect(lines.map(({ seq, count }) => [seq, count])).toEqual([1, 4, 5].map((seq) => [seq, seq]))
    expect(new Set(lines.map(({ store: identity }) => identity)).size).toBe(1)
    expect(readFileSync(file, 'utf8')).toBe(readFileSync(sink, 'utf8'))
  })

  test('begin with the trail as it is where there were none', async () => {
    const { open, openUnwatched, sink, verify } = await createWatched(createPlace)
    const before = await openUnwatched()
    await append(before, 3)
    await before.close()
    await open()
    expect(linesOf(sink)).toMatchObject([{ seq: 3, count: 3 }])
    const { code, output } = await verify()
    expect(code).toBe(0)
    expect(output).toMatch(/^3 records, chain intact\n2 checkpoints agree, the last of record 3 at /)
  })

  test.each([
    ['a record cut off the end', 'delete from audit where seq = 60', 60, 'the trail ends at record 59, and had 60'],
    ['fifty records cut off', 'delete from audit where seq > 10', 11, 'the trail ends at record 10, and had 60'],
    ['all records taken away', 'delete from audit', 1, 'the trail ends at record 0, and had 60'],
    [
      'a changed record',
      `update audit set body = replace(body, '"index":9', '"index":8') where seq = 30`,
      30,
      'record 30 does not match its hash',
    ],
  ])('show %s, at the start and by audit:verify', async (_, damage, first, why) => {
    const { open, verify, run, disarm } = await createTrail(createPlace, 20)
    expect(await verify()).toMatchObject({ code: 0 })
    await disarm()
    await run(damage)
    const { code, output } = await verify()
    expect([code, output]).toEqual([1, expect.stringContaining(`the chain breaks at record ${first}: ${why}`)])
    const refused = open()
    await expect(refused).rejects.toThrow(StoreError)
    await expect(refused).rejects.toThrow(`not what it was, from record ${first} on: ${why}`)
    const remedy = expect.stringMatching(/restored on purpose, move away: \S+, \S+$/) as string
    const isCut = damage.startsWith('delete')
    await expect(refused).rejects.toMatchObject({
      message: isCut ? remedy : (expect.not.stringContaining('move') as string),
    })
  })

  test('show an older copy that was worked on since', async () => {
    const { open, openUnwatched, verify, run, disarm } = await createTrail(createPlace)
    await disarm()
    await run('delete from audit where seq > 10; delete from audit_entry where seq > 10')
    const older = await openUnwatched()
    await append(older, 3)
    await older.close()
    expect((await verify()).output).toContain('the chain breaks at record 9: records 9 to 12 are not those of')
    await expect(open()).rejects.toThrow('from record 9 on: records 9 to 12 are not those of')
  })

  test('show another store in its place', async () => {
    const { open, verify, run, disarm } = await createTrail(createPlace)
    await disarm()
    await run('delete from audit; delete from audit_entry; delete from store_fact')
    await expect(open()).rejects.toThrow('from record 1 on: at')
    expect((await verify()).output).toContain('this was another store, with 4 records')
  })

  test('are not believed when they were changed', async () => {
    const { open, verify, sink } = await createTrail(createPlace)
    const [line = ''] = readFileSync(sink, 'utf8').split('\n')
    appendFileSync(sink, line.slice(0, 30))
    await (await open()).close()
    expect(await verify()).toMatchObject({ code: 0 })
    appendFileSync(sink, `\n${line.replace('"seq":4', '"seq":5')}\n`)
    await expect(open()).rejects.toThrow('the checkpoint of record 5 is not signed with AUDIT_KEY')
    expect((await verify()).output).toContain('a checkpoint of record 5 that is not signed with this key')
  })

  test('wait while the sink is away, which is reported once, and catch up', async () => {
    const { open, sink, alerts, facts } = await createWatched(createPlace)
    rmSync(join(sink, '..'), { recursive: true })
    const store = await open({ everyRecords: 1, retryMs: 20 })
    await append(store, 2)
    await expect.poll(() => store.checkpoints?.state().awaySince).toBeGreaterThan(0)
    expect(alerts).toEqual(['error: checkpoints of the audit trail cannot be written'])
    expect(facts).toEqual([{ code: 'ENOENT', place: sink, variable: 'AUDIT_SINK' }])
    expect(store.checkpoints?.state().newest).toBeNull()
    mkdirSync(join(sink, '..'))
    await expect.poll(() => store.checkpoints?.state()).toMatchObject({ awaySince: null, newest: { seq: 2 } })
    expect(linesOf(sink).at(-1)).toMatchObject({ seq: 2, count: 2 })
    expect(alerts).toEqual([expect.any(String), 'warn: checkpoints of the audit trail are written again'])
  })

  test('wait while the database is away, which is not said of the sink', async () => {
    const { open, sink, alerts, run } = await createWatched(createPlace)
    const store = await open({ retryMs: 20 })
    await append(store, 2)
    await run('alter table audit rename to away')
    await store.checkpoints?.write()
    await store.checkpoints?.write()
    expect(alerts).toEqual(['error: the audit trail cannot be read for its next checkpoint'])
    expect(store.checkpoints?.state()).toEqual({ newest: null, awaySince: null })
    await run('alter table away rename to audit')
    await expect.poll(() => store.checkpoints?.state().newest).toMatchObject({ seq: 2 })
    expect(linesOf(sink)).toHaveLength(1)
    expect(alerts).toEqual([expect.any(String), 'warn: the audit trail is read again for its next checkpoint'])
  })

  test('that the sink lacks at a start are sent then, and before do not count as arrived', async () => {
    const { open, sink, file, clock } = await createTrail(createPlace)
    const [first = ''] = readFileSync(sink, 'utf8').split('\n')
    writeFileSync(sink, `${first}\n`)
    const store = await open()
    expect(linesOf(sink).map((line) => line['seq'])).toEqual([4, 12])
    expect(linesOf(file)).toHaveLength(3)
    expect(store.checkpoints?.state().newest).toMatchObject({ seq: 12 })
    await store.close()
    const unreachable = await open({ sink: { kind: 'https', url: 'https://127.0.0.1:1/' } })
    expect(unreachable.checkpoints?.state()).toEqual({ newest: null, awaySince: clock.time })
  })

  test('go with a protection of the trail that is put back, on record', async () => {
    const { open, verify, disarm, run, alerts } = await createTrail(createPlace)
    await disarm()
    const { code, output } = await verify()
    expect([code, output]).toEqual([1, expect.stringMatching(/does not protect the trail: audit_no_\w+.* is off/)])
    const { audit } = await open()
    expect(alerts).toEqual([expect.stringMatching(/^error: the database did not protect the audit trail: audit_no_/)])
    expect(await audit.list({ afterSeq: 12, limit: 9 })).toMatchObject([{ operation: 'console.restoreAuditGuard' }])
    await expect(run('delete from audit')).rejects.toThrow('the audit log is append-only')
    expect(await verify()).toMatchObject({ code: 0 })
  })

  test('are joined by a comparison of what finds records', async () => {
    const { run, verify } = await createTrail(createPlace)
    await run(`update audit_entry set operation = 'other' where seq = 8`)
    expect((await verify()).output).toContain('breaks at record 8: record 8 is not found by what it says')
    await run(`update audit_entry set operation = 'test', result = 'failed' where seq = 8`)
    expect((await verify()).output).toContain('breaks at record 8: the outcome of record 8 differs in audit_entry')
  })
})

describeSqlite('checkpoints', (createPlace) => {
  test('show a content that became a BLOB of the same bytes', async () => {
    const { open, verify, run, disarm } = await createTrail(createPlace)
    await disarm()
    await run('update audit set body = cast(body as blob) where seq = 7')
    expect((await verify()).output).toContain('the chain breaks at record 7: the content of record 7 is no text')
    await expect(open()).rejects.toThrow('from record 7 on: the content of record 7 is no text')
  })
})
