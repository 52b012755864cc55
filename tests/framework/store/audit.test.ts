import { expect, test } from 'vitest'
import { describeStore } from './places.ts'
import type { Place } from './places.ts'
import { buildIntent } from './samples.ts'
import type { Audit } from '../../../server/store/audit.ts'
import type { AuditOutcome } from '../../../server/store/auditRecord.ts'

const ok: AuditOutcome = { result: 'ok', status: 200, latencyMs: 12, message: null }

function signedIn(details: Record<string, unknown> = {}): Parameters<Audit['event']>[0] {
  return { operation: 'auth.sign-in', actor: null, requestId: 'r', ip: '::1', sessionHash: null, details }
}

/** A place whose log holds ten events and can be damaged. */
async function createDamaged(createPlace: () => Promise<Place>, damage: string): Promise<Audit> {
  const place = await createPlace()
  const { audit } = await place.open()
  for (let index = 1; index <= 10; index += 1) await audit.event(signedIn({ index }))
  await place.disarm()
  await place.run(damage)
  return audit
}

describeStore('the audit log', (createPlace) => {
  test('gives records back as they were written, in order', async () => {
    const { open, clock } = await createPlace()
    const { audit } = await open()
    const intent = buildIntent({
      reason: 'Zoë’s \u0000 \ud800 "quote"',
      input: { b: 1, a: [null, { d: true, c: 'x' }] },
    })
    expect(await audit.intent(intent)).toBe(1)
    clock.time += 12
    expect(await audit.outcome(1, ok)).toBe(2)
    expect(await audit.event(signedIn({ why: 'test' }))).toBe(3)
    const records = await audit.list({ limit: 10 })
    expect(records).toMatchObject([
      { ...intent, seq: 1, phase: 'intent', ts: clock.time - 12, prev: '0'.repeat(64) },
      { ...ok, seq: 2, phase: 'outcome', ts: clock.time, intentSeq: 1, prev: records[0]?.hash },
      { ...signedIn({ why: 'test' }), seq: 3, phase: 'event', ts: clock.time, prev: records[1]?.hash },
    ])
    expect(await audit.list({ afterSeq: 1, limit: 1 })).toEqual([records[1]])
    expect(await audit.verify()).toEqual({ ok: true, count: 3 })
  })

  test('is one gap-free chain under fifty appends at the same time', async () => {
    const { audit } = await (await createPlace()).open()
    const seqs = await Promise.all(Array.from({ length: 50 }, (_, index) => audit.event(signedIn({ index }))))
    expect(seqs.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
    expect(await audit.verify()).toEqual({ ok: true, count: 50 })
  })

  test('closes an intent exactly once', async () => {
    const { audit } = await (await createPlace()).open()
    const seq = await audit.intent(buildIntent())
    const closed = await Promise.allSettled(Array.from({ length: 10 }, () => audit.outcome(seq, ok)))
    expect(closed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(audit.outcome(seq, ok)).rejects.toThrow('audit intent 1 has an outcome already')
    await expect(audit.outcome(2, ok)).rejects.toThrow('audit record 2 is not an intent')
    await expect(audit.outcome(99, ok)).rejects.toThrow('audit record 99 is not an intent')
    expect(await audit.verify()).toEqual({ ok: true, count: 2 })
  })

  test('keeps an append that is refused from none next to it', async () => {
    const { audit } = await (await createPlace()).open()
    const ended = await Promise.allSettled([
      audit.event(signedIn()),
      audit.outcome(99, ok),
      audit.intent(buildIntent({ input: { amount: Number.NaN } })),
      audit.event({ ...signedIn(), operation: 'a.b\u0000' }),
      audit.event(signedIn()),
    ])
    const [first, refused, unfit, , last] = ended.map(({ status }) => status)
    expect([first, refused, unfit, last]).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    const appended = ended.filter(({ status }) => status === 'fulfilled').length
    expect(await audit.verify()).toEqual({ ok: true, count: appended })
  })

  test('refuses what JSON would silently change, and goes on', async () => {
    const { audit } = await (await createPlace()).open()
    await expect(audit.intent(buildIntent({ input: { amount: Number.NaN } }))).rejects.toThrow(TypeError)
    await expect(audit.intent(buildIntent({ input: { amount: 1n } }))).rejects.toThrow(TypeError)
    expect(await audit.intent(buildIntent())).toBe(1)
  })

  test('gives intents left open by a crash the outcome unknown, once', async () => {
    const { open, clock } = await createPlace()
    const { audit } = await open()
    const closed = await audit.intent(buildIntent())
    await audit.outcome(closed, ok)
    const left = await audit.intent(buildIntent({ target: '8' }))
    clock.time += 500
    expect(await audit.recover()).toBe(1)
    expect(await audit.recover()).toBe(0)
    expect(await audit.list({ afterSeq: left, limit: 5 })).toMatchObject([
      { phase: 'outcome', intentSeq: left, result: 'unknown', status: null, latencyMs: 500 },
    ])
    expect(await audit.verify()).toEqual({ ok: true, count: 4 })
  })

  test('leaves intents younger than the given age to the gateway that may be at work on them', async () => {
    const { open, clock } = await createPlace()
    const { audit } = await open()
    await audit.intent(buildIntent())
    clock.time += 59_999
    expect(await audit.recover(60_000)).toBe(0)
    clock.time += 1
    const counts = await Promise.all([audit.recover(60_000), audit.recover(60_000)])
    expect(Math.min(...counts)).toBe(0)
    expect(Math.max(...counts)).toBe(1)
  })

  test('cannot be updated or deleted', async () => {
    const place = await createPlace()
    const { audit } = await place.open()
    await audit.event(signedIn())
    for (const statement of ["update audit set body = '{}'", 'delete from audit']) {
      await expect(place.run(statement), statement).rejects.toThrow('the audit log is append-only')
    }
    expect(await audit.verify()).toEqual({ ok: true, count: 1 })
  })

  test.each([
    ['a changed body', `update audit set body = replace(body, '"index":4', '"index":5') where seq = 4`, 4],
    ['a changed hash', `update audit set hash = prev where seq = 4`, 4],
    ['a changed predecessor', `update audit set prev = hash where seq = 4`, 4],
    ['a changed phase', `update audit set phase = 'intent' where seq = 4`, 4],
    ['a changed reference', `update audit set intent = 1 where seq = 4`, 4],
    ['a deleted record', `delete from audit where seq = 4`, 4],
    ['a deleted first record', `delete from audit where seq = 1`, 1],
    ['a renumbered record', `update audit set seq = 40 where seq = 10`, 10],
    [
      'two swapped records',
      `update audit set body = (select body from audit a where a.seq = 11 - audit.seq),
        hash = (select hash from audit a where a.seq = 11 - audit.seq) where seq = 4`,
      4,
    ],
    [
      'an inserted record',
      `insert into audit select 11, hash, hash, phase, intent, body, subject from audit where seq = 10`,
      11,
    ],
    [
      'a record before the first',
      `insert into audit select 0, prev, hash, phase, intent, body, subject from audit where seq = 1`,
      0,
    ],
    [
      'a record far outside',
      `insert into audit select 9007199254740993, prev, hash, phase, intent, body, subject from audit where seq = 1`,
      0,
    ],
  ])('shows %s', async (_, damage, firstBad) => {
    const audit = await createDamaged(createPlace, damage)
    expect(await audit.verify()).toMatchObject({ ok: false, firstBad })
  })

  test('shows two records that changed places', async () => {
    const damage =
      'update audit set seq = -4 where seq = 4; update audit set seq = 4 where seq = 7; update audit set seq = 7 where seq = -4'
    const audit = await createDamaged(createPlace, damage)
    expect(await audit.verify()).toMatchObject({ ok: false, firstBad: 4 })
  })

  test('goes on with the same chain after a restart', async () => {
    const place = await createPlace()
    const store = await place.open()
    await store.audit.event(signedIn())
    await store.close()
    const { audit } = await place.open()
    expect(await audit.event(signedIn())).toBe(2)
    expect(await audit.verify()).toEqual({ ok: true, count: 2 })
  })

  test('checks a chain longer than one page', async () => {
    const { audit } = await (await createPlace()).open()
    for (let index = 0; index < 501; index += 1) await audit.event(signedIn({ index }))
    expect(await audit.verify()).toEqual({ ok: true, count: 501 })
  })

  test('digests equal values alike, under the key alone', async () => {
    const place = await createPlace()
    const { audit } = await place.open()
    const digest = audit.digest('123-45-6789')
    expect(digest).toMatch(/^[0-9a-f]{64}$/)
    expect(audit.digest('123-45-6789')).toBe(digest)
    expect(audit.digest('123-45-6780')).not.toBe(digest)
  })
})
