import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open as openFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { auditKey, describeSqlite, describeStore } from './places.ts'
import { runVerify } from './runVerify.ts'
import { append, createTrail, createWatched } from './watchedTrail.ts'

describeSqlite('for audit:verify, checkpoints', (createPlace) => {
  test('prove nothing where the second place that is named is missing, empty or of something else', async () => {
    const { verify, verifyWith, sink, folder } = await createTrail(createPlace)
    expect((await verifyWith([])).output).toContain('; only those in DATA_DIR were compared, as no file of a second')
    rmSync(sink)
    const why = (text: string): readonly unknown[] => [
      2,
      expect.stringContaining(`the trail could not be proved: ${text}`),
    ]
    const answer = async (run: ReturnType<typeof verify>): Promise<readonly unknown[]> => {
      const { code, output } = await run
      return [code, output]
    }
    expect(await answer(verify())).toEqual(why(`${sink} cannot be read (ENOENT)`))
    expect(await answer(verifyWith([folder]))).toEqual(why(`${folder} cannot be read (EISDIR)`))
    for (const text of ['', '\n', 'another log\n', '{"store":"s","seq":1,"mac":"00"}\n']) {
      writeFileSync(sink, text)
      expect(await answer(verifyWith([sink]))).toEqual(why(`${sink} holds no checkpoint of this trail`))
    }
    expect(await answer(verifyWith([], { AUDIT_SINK: 'sink.jsonl' }))).toEqual([
      2,
      expect.stringContaining('AUDIT_SINK is not a place for checkpoints'),
    ])
    expect(await answer(verifyWith([join(folder, 'no.ndjson')]))).toEqual([
      2,
      expect.stringContaining('no.ndjson could not be checked: ENOENT'),
    ])
    expect(await verifyWith([], { AUDIT_SINK: 'syslog://log.example.test' })).toMatchObject({ code: 0 })
  })

  test('prove nothing where there are none, unless the first record is of the last minute', async () => {
    const { openUnwatched, verifyWith, clock } = await createWatched(createPlace)
    clock.time = Date.now() - 61_000
    await append(await openUnwatched(), 1)
    const { code, output } = await verifyWith([])
    expect([code, output]).toEqual([
      2,
      '1 records, chain intact\nthe trail could not be proved: no checkpoints were found: a cut end or an older copy is not noticed\n',
    ])
  })

  test('of a second place that lacks those of the last records do not prove these', async () => {
    const { open, verifyWith, file, sink, clock, folder } = await createWatched(createPlace)
    const behind = join(folder, 'behind.jsonl')
    const appendAt = async (...minutesAgo: readonly number[]) => {
      const store = await open()
      for (const minutes of minutesAgo) {
        clock.time = Date.now() - minutes * 60_000
        await append(store, 1)
      }
      await store.close()
      return new Date(clock.time).toISOString()
    }
    const lacks = (path: string, records: string) =>
      expect.stringContaining(`no checkpoint in ${path} covers the newest records: ${records}\n`) as string
    await appendAt(9)
    copyFileSync(sink, behind)
    const since = await appendAt(5)
    expect(await verifyWith([behind])).toEqual({ code: 0, output: lacks(behind, `1 since ${since}`) })
    await appendAt(4, 2)
    const { code, output } = await verifyWith([behind])
    expect([code, output]).toEqual([2, lacks(behind, `3 since ${since}`)])
    expect(output).toContain('the trail could not be proved: no checkpoint')
    for (const files of [[], [sink], [behind, sink]])
      expect(await verifyWith(files)).toEqual({ code: 0, output: expect.not.stringContaining('covers') as string })
    copyFileSync(behind, file)
    expect(await verifyWith([])).toEqual({ code: 0, output: lacks(file, `3 since ${since}`) })
  })

  test('that a running gateway writes meanwhile are of no record that the trail lacks', async () => {
    const { open, verifyWith, sink, folder } = await createTrail(createPlace)
    const pipe = join(folder, 'pipe')
    execFileSync('mkfifo', [pipe])
    const verified = verifyWith([pipe])
    // Opens once the other end is being read.
    const written = await openFile(pipe, 'w')
    const store = await open()
    await append(store, 1)
    await store.checkpoints?.write()
    await written.writeFile(readFileSync(sink))
    await written.close()
    expect(await verified).toMatchObject({ code: 0 })
  })

  test('are found in what a log server made of their lines', async () => {
    const { verifyWith, sink, folder, disarm, run } = await createTrail(createPlace)
    const collected = join(folder, 'collected.log')
    const lines = readFileSync(sink, 'utf8').trimEnd().split('\n')
    const inSyslog = (line: string) => `<109>1 2026-11-20T10:00:00Z host countersign 7 audit-checkpoint - ${line}`
    const forms: readonly ((line: string) => string)[] = [
      inSyslog,
      (line) => `Nov 20 10:00:00 host {local} countersign[7]: ${line} (end)`,
      (line) => JSON.stringify({ time: 1, host: 'h', message: inSyslog(line) }),
      (line) => `2026-11-20 host ${JSON.stringify({ log: { original: `${line}\n` }, tags: ['{a}'] })}`,
      (line) => JSON.stringify([{ event: JSON.parse(line) as unknown }]),
    ]
    for (const form of forms) {
      writeFileSync(collected, ['{"other":1}', ...lines.map(form), form(lines[0] ?? '').slice(0, 150)].join('\n'))
      const { code, output } = await verifyWith([collected])
      expect([code, output]).toEqual([0, expect.stringContaining(`  3 of them in ${collected}, up to record 12\n`)])
    }
    const quoted = (line: string) => `host,"${line.replaceAll('"', '""')}"`
    writeFileSync(collected, [lines[0], quoted(lines[1] ?? '')].join('\n'))
    expect(await verifyWith([collected])).toMatchObject({
      code: 2,
      output: expect.stringContaining(
        `line 2 of ${collected} has a checkpoint in a form that cannot be read`,
      ) as string,
    })
    await disarm()
    await run('delete from audit where seq = 12; delete from audit_entry where seq = 12')
    expect(await verifyWith([collected])).toMatchObject({ code: 1 })
  })
})

describeStore('audit:verify', (createPlace) => {
  test('says in a sentence why it has no key or no trail to read, and how it is used', async () => {
    const { options, run } = await createPlace()
    const said = async (env: Readonly<Record<string, string>>, args: readonly string[] = []) => {
      const { code, output } = await runVerify({ options }, auditKey, env, args)
      return `${code} ${output}`
    }
    expect(await said({ AUDIT_KEY: '', AUDIT_KEY_FILE: '/none/key' })).toBe(
      "2 AUDIT_KEY_FILE names '/none/key', which cannot be read (ENOENT)\n",
    )
    await run('create table other (name text)')
    expect(await said({})).toMatch(/^2 the database has no audit trail: set DATA_DIR or DATABASE_URL .+\n$/)
    expect(await said({}, ['--help'])).toMatch(/^0 npm run audit:verify \[-- FILE/)
  })
})
