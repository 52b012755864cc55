import { expect, test } from 'vitest'
import type { AuditEvent, AuditOutcome } from '../../../server/store/auditRecord.ts'
import { auditKey, describeStore, type Place } from './places.ts'
import { runVerify } from './runVerify.ts'
import { buildIntent } from './samples.ts'

const outcome = (result: AuditOutcome['result']): AuditOutcome => ({ result, status: 200, latencyMs: 1, message: null })
const actor = (userId: number) => ({ userId, email: `staff${userId}@countersign.test`, role: 'admin' })

const settled = (entry: number, details: Readonly<Record<string, unknown>> = {}, userId = 9): AuditEvent => ({
  operation: 'treasury.outcomeSettled',
  actor: actor(userId),
  requestId: 'r',
  ip: '::1',
  sessionHash: null,
  subject: { resource: 'treasury', id: '7' },
  details: { result: 'ok', entry, action: 'treasury.approve', finding: 'ok', reason: 'Ticket 4711', ...details },
})

/** Two changes without a known outcome, and an event without one: the records 1, 3 and 5. */
async function createTrail(createPlace: () => Promise<Place>) {
  const place = await createPlace()
  const store = await place.open()
  const { audit } = store
  for (const seq of [1, 3]) {
    await audit.intent(buildIntent({ target: 'id=7' }))
    await audit.outcome(seq, outcome('unknown'))
  }
  await audit.event({ ...settled(0), operation: 'treasury.run', details: { result: 'unknown' } })
  const found = async (result: 'ok' | 'failed' | 'unknown') =>
    (await audit.search({ result, limit: 50 })).map(({ seq }) => seq)
  return { place, audit, found }
}

describeStore('an unknown outcome', (createPlace) => {
  test('is settled by an event, and stays what it was in the chain', async () => {
    const { place, audit, found } = await createTrail(createPlace)
    expect(await found('unknown')).toEqual([5, 3, 1])
    const done = { seq: 6, ts: place.clock.time, actor: actor(9), finding: 'ok', reason: 'Ticket 4711' }
    expect(await audit.settle(settled(1))).toEqual({ settlement: done, isEarlier: false })
    await audit.settle(settled(5, { finding: 'failed' }))
    expect([await found('unknown'), await found('ok'), await found('failed')]).toEqual([[3], [7, 6, 1], [5]])
    expect(await audit.countByPerson(['treasury.approve'], 0)).toEqual(new Map([[3, 1]]))
    const [, , , second, first] = await audit.history({ subject: { resource: 'treasury', id: '7' }, limit: 9 })
    expect([first, second]).toMatchObject([
      { seq: 1, outcome: { result: 'unknown' }, settlement: done },
      { seq: 3, outcome: { result: 'unknown' }, settlement: null },
    ])
    expect((await audit.proof(2))?.settlement).toEqual(done)
    expect((await audit.proof(4))?.settlement).toBeNull()
    expect(await audit.verify()).toEqual({ ok: true, count: 7 })
  })

  test('is settled once, however many do so at the same moment', async () => {
    const { audit } = await createTrail(createPlace)
    const answers = await Promise.all([11, 12, 13, 14].map((userId) => audit.settle(settled(3, {}, userId))))
    expect(answers.filter(({ isEarlier }) => !isEarlier)).toHaveLength(1)
    expect(new Set(answers.map(({ settlement }) => JSON.stringify(settlement))).size).toBe(1)
    expect((await audit.list({ limit: 50 })).length).toBe(6)
  })

  test('is the only thing that can be settled', async () => {
    const { audit, found } = await createTrail(createPlace)
    const done = await audit.intent(buildIntent())
    await audit.outcome(done, outcome('ok'))
    const open = await audit.intent(buildIntent())
    const none = 'the event settles no entry with an unknown outcome'
    for (const seq of [done, done + 1, 2, open, 99]) await expect(audit.settle(settled(seq))).rejects.toThrow(none)
    await expect(audit.settle(settled(1, { finding: 'refused' }))).rejects.toThrow(none)
    // What was refused settles nothing, though it names the entry.
    await audit.event(settled(1, { result: 'refused', finding: undefined }))
    expect([await found('unknown'), (await audit.unknown(1))?.settlement]).toEqual([[5, 3, 1], null])
  })

  test('that was settled is whole for audit:verify, and another result in its place is not', async () => {
    const { place, audit } = await createTrail(createPlace)
    await audit.settle(settled(1, { finding: 'failed' }))
    expect((await runVerify(place, auditKey)).output).not.toContain('audit_entry')
    await place.run("update audit_entry set result = 'ok' where seq = 1")
    const { code, output } = await runVerify(place, auditKey)
    expect([code, output]).toEqual([1, expect.stringContaining('the outcome of record 1 differs in audit_entry')])
  })
})
