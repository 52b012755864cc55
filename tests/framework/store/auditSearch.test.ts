import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { isAutomatic, isOfRequest, isRequestedBy } from '../../../server/store/auditContent.ts'
import type { AuditFilter } from '../../../server/store/auditSearch.ts'
import type { AuditOutcome } from '../../../server/store/auditRecord.ts'
import { nodeSqliteDialect } from '../../../server/store/connectSqlite.ts'
import type { Tables } from '../../../server/store/tables.ts'
import { describeSqlite, describeStore, type Place } from './places.ts'
import { buildIntent } from './samples.ts'

/** Takes a store back to the schema before the content of the trail had indexes. */
const beforeContents = `drop index audit_requester_id; drop index audit_requester_email; drop index audit_automatic; drop index audit_request;
  drop index viewing_request;
  delete from kysely_migration where name >= '020-audit-contents'`

const DAY_MS = 24 * 60 * 60_000
const outcome = (result: AuditOutcome['result']): AuditOutcome => ({ result, status: 200, latencyMs: 1, message: null })
const actor = (userId: number) => ({ userId, email: `Staff${userId}@countersign.test`, role: 'reviewer' })

/** A trail of three people over three days: four intents, two of them closed, and two events. */
async function createTrail(createPlace: () => Promise<Place>) {
  const place = await createPlace()
  const { audit } = await place.open()
  const { clock } = place
  clock.time = 20_000 * DAY_MS
  const start = clock.time
  await audit.intent(buildIntent({ actor: actor(3), target: 'id=7' }))
  await audit.outcome(1, outcome('ok'))
  await audit.intent(buildIntent({ actor: actor(4), operation: 'treasury.reject', target: 'id=7' }))
  await audit.outcome(3, outcome('refused'))
  clock.time += DAY_MS
  await audit.intent(buildIntent({ actor: actor(3), target: 'id=8' }))
  const session = { requestId: 'r', ip: '::1', sessionHash: null }
  await audit.event({ operation: 'treasury.reveal', actor: actor(3), ...session, details: { target: 'id=7' } })
  clock.time += DAY_MS
  const refused = { result: 'refused' }
  await audit.event({ operation: 'auth.sign-in', actor: null, ...session, details: refused })
  await audit.intent(buildIntent({ actor: actor(5), target: 'id=9' }))
  return { ...place, audit, start }
}

describeStore('the search of the trail', (createPlace) => {
  test('finds by person, record, operation, outcome and time, and by all together', async () => {
    const { audit, start } = await createTrail(createPlace)
    const found = async (filter: AuditFilter) => (await audit.search({ ...filter, limit: 50 })).map(({ seq }) => seq)
    expect(await found({})).toEqual([8, 7, 6, 5, 3, 1])
    expect(await found({ person: { userId: 3 } })).toEqual([6, 5, 1])
    expect(await found({ person: { userIds: [4, 5] } })).toEqual([8, 3])
    expect(await found({ person: { email: 'STAFF4@countersign.test' } })).toEqual([3])
    expect(await found({ subject: { resource: 'treasury', id: '7' } })).toEqual([6, 3, 1])
    expect(await found({ operation: 'treasury.approve' })).toEqual([8, 5, 1])
    expect(await found({ result: 'open' })).toEqual([8, 5])
    expect(await found({ result: 'ok' })).toEqual([6, 1])
    expect(await found({ result: 'refused' })).toEqual([7, 3])
    expect(await found({ from: start + 1 })).toEqual([8, 7, 6, 5])
    expect(await found({ to: start + DAY_MS })).toEqual([3, 1])
    expect(await found({ from: start + DAY_MS, to: start + 2 * DAY_MS })).toEqual([6, 5])
    expect(await found({ from: start + 5 * DAY_MS })).toEqual([])
    const quoted = "' or '1'='1"
    for (const filter of [
      { operation: quoted },
      { person: { email: quoted } },
      { subject: { resource: quoted, id: quoted } },
    ])
      expect(await found(filter)).toEqual([])
    expect(await found({ person: { userId: 3 }, operation: 'treasury.approve', from: start + DAY_MS })).toEqual([5])
  })

  test('finds by who requested it, too, what a second person approved, rejected or let expire', async () => {
    const { audit } = await createTrail(createPlace)
    const found = async (filter: AuditFilter) => (await audit.search({ ...filter, limit: 50 })).map(({ seq }) => seq)
    const asked = { id: 'a', requestedAt: 1, comment: '' }
    // Escapes that PostgreSQL refuses in JSON as it refuses them in text, and a text that looks like the trail's own.
    const reason = '\u0000\ud800 "requestedBy":{"userId":3}'
    const approved = await audit.intent(
      buildIntent({ actor: actor(4), target: 'id=7', reason, approval: { ...asked, requestedBy: actor(6) } }),
    )
    await audit.outcome(approved, outcome('ok'))
    const step = { requestId: 'r', ip: '', sessionHash: null, subject: { resource: 'treasury', id: '8' } }
    const ended = (name: string, by: number | null, requester: number) =>
      audit.event({
        operation: `treasury.${name}`,
        actor: by === null ? null : actor(by),
        ...step,
        details: { result: 'ok', requestedBy: actor(requester) },
      })
    const rejected = await ended('approvalRejected', 4, 6)
    const withdrawn = await ended('approvalWithdrawn', 6, 6)
    const expired = await ended('approvalExpired', null, 3)
    const own = [withdrawn, rejected, approved]
    expect(await found({ person: { userId: 6 } })).toEqual(own)
    expect(await found({ person: { email: 'sTAFF6@countersign.test' } })).toEqual(own)
    expect(await found({ person: { userIds: [5, 6] } })).toEqual([...own, 8])
    expect(await found({ person: { userId: 3 } })).toEqual([expired, 6, 5, 1])
    expect(await found({ person: { userId: 4 } })).toEqual([rejected, approved, 3])
    expect(await found({ person: { userId: 6 }, subject: step.subject })).toEqual([withdrawn, rejected])
    expect(await found({ person: { userId: 6 }, operation: 'treasury.approve', result: 'ok' })).toEqual([approved])
    expect(await found({ person: { userId: 9 } })).toEqual([])
    expect((await audit.search({ person: { userId: 6 }, before: withdrawn, limit: 1 })).map(({ seq }) => seq)).toEqual([
      rejected,
    ])
    expect(await audit.count({ person: { userId: 6 } }, 100)).toBe(3)
    expect(await audit.count({ person: { userId: 6 } }, 1)).toBe(2)
    const { links } = await audit.links({ person: { userId: 6 }, result: 'ok', limit: 50 })
    expect(links.map(({ seq }) => seq)).toContain(approved + 1)
  })

  test('finds what the gateway did by itself, without the records that it read again', async () => {
    const { audit } = await createTrail(createPlace)
    const gateway = { ...actor(4), actorType: 'automation' } as const
    const approved = await audit.intent(buildIntent({ actor: gateway, target: 'id=7' }))
    await audit.outcome(approved, outcome('unknown'))
    const session = { requestId: 'r', ip: '::1', sessionHash: null, details: { target: 'id=7' } }
    await audit.event({ operation: 'treasury.recordAfter', actor: gateway, ...session })
    const checked = await audit.event({ operation: 'treasury.checked', actor: { ...gateway, userId: 5 }, ...session })
    const found = async (filter: AuditFilter) =>
      (await audit.search({ ...filter, isAutomatic: true, limit: 50 })).map(({ seq }) => seq)
    expect(await found({})).toEqual([checked, approved])
    expect(await found({ person: { userId: 4 } })).toEqual([approved])
    expect(await found({ result: 'unknown' })).toEqual([approved])
    expect(await audit.count({ isAutomatic: true }, 9)).toBe(2)
  })

  test('finds what a request did by its id, and not what only names that id', async () => {
    const place = await createPlace()
    const store = await place.open()
    const { audit } = store
    const id = '7c7c6b1e-0c57-4a7e-9f0e-2b4f4f0d1a55'
    const other = { operation: 'auth.signIn', actor: null, ip: '::1', sessionHash: null }
    await audit.event({ ...other, requestId: 'r', details: { requestId: id, said: `,"requestId":"${id}"` } })
    const intent = await audit.intent(buildIntent({ requestId: id, target: `"requestId":"r"`, reason: 'Line\nend' }))
    await audit.outcome(intent, outcome('ok'))
    const event = await audit.event({ ...other, requestId: id, details: { requestId: 'r' } })
    const search = async (filter: AuditFilter) => (await audit.search({ ...filter, limit: 9 })).map(({ seq }) => seq)
    expect(await search({ request: id })).toEqual([event, intent])
    expect(await search({ request: id, operation: 'auth.signIn' })).toEqual([event])
    expect(await audit.count({ request: id }, 9)).toBe(2)
    expect(await search({ request: id.replace('7', '8') })).toEqual([])
    await store.close()
  })

  test('finds by who requested it what was written before there were indexes for that', async () => {
    const place = await createPlace()
    const older = await place.open()
    const approval = { id: 'a', requestedBy: actor(6), requestedAt: 1, comment: '' }
    await older.audit.intent(buildIntent({ actor: actor(4), approval }))
    await older.close()
    await place.run(beforeContents)
    const { audit } = await place.open()
    for (const person of [{ userId: 6 }, { email: actor(6).email }])
      expect((await audit.search({ person, limit: 9 })).map(({ seq }) => seq)).toEqual([1])
    expect(await audit.verify()).toEqual({ ok: true, count: 1 })
  })

  test('names the damaged record that keeps the database from being brought up to date', async () => {
    const place = await createPlace()
    const older = await place.open()
    const approval = { id: 'a', requestedBy: actor(6), requestedAt: 1, comment: '' }
    for (let time = 0; time < 3; time += 1) await older.audit.intent(buildIntent({ actor: actor(4), approval }))
    await older.close()
    await place.run(beforeContents)
    await place.disarm()
    await place.run(`update audit set body = replace(body, '"approval":{', '"approval":') where seq = 2`)
    await expect(place.open()).rejects.toThrow(
      /could not be brought up to date: record 2 of the audit trail was changed.*`npm run audit:verify`/,
    )
  })

  test('answers each entry with its outcome, in pages', async () => {
    const { audit } = await createTrail(createPlace)
    expect(await audit.search({ before: 5, limit: 1 })).toMatchObject([
      { seq: 3, record: { operation: 'treasury.reject' }, outcome: { result: 'refused' } },
    ])
    expect(await audit.search({ before: 3, limit: 9 })).toMatchObject([{ seq: 1, outcome: { result: 'ok' } }])
  })

  test('counts no further than it is asked to', async () => {
    const { audit, start } = await createTrail(createPlace)
    expect(await audit.count({}, 100)).toBe(6)
    expect(await audit.count({}, 4)).toBe(5)
    expect(await audit.count({ from: start + DAY_MS }, 100)).toBe(4)
  })

  test('orders by number where a clock was set back, and finds by the time on record', async () => {
    const { audit, clock, start } = await createTrail(createPlace)
    clock.time = start + DAY_MS - 1
    await audit.intent(buildIntent({ actor: actor(3) }))
    expect((await audit.search({ limit: 2 })).map(({ seq }) => seq)).toEqual([9, 8])
    expect((await audit.search({ from: start, to: start + DAY_MS, limit: 9 })).map(({ seq }) => seq)).toEqual([9, 3, 1])
    expect(await audit.verify()).toEqual({ ok: true, count: 9 })
  })

  test('shows a change with what was read of its record after it, and not after another change', async () => {
    const { audit } = await (await createPlace()).open()
    const subject = { resource: 'treasury', id: '3' }
    const done = { result: 'ok', status: 200, latencyMs: 1, message: null } as const
    const intents = [await audit.intent(buildIntent({ subject })), await audit.intent(buildIntent({ subject }))]
    const outcomes = [await audit.outcome(intents[0] ?? 0, done), await audit.outcome(intents[1] ?? 0, done)]
    const session = { actor: null, requestId: 'r', ip: '', sessionHash: null, subject }
    const read = (nth: number) =>
      audit.event({
        operation: 'treasury.recordAfter',
        ...session,
        details: { intent: intents[nth], outcome: outcomes[nth], result: 'ok', after: { id: nth } },
      })
    const events = [await read(1), await read(0)].toReversed()
    for (const nth of [0, 1])
      for (const seq of [intents[nth], outcomes[nth]])
        expect((await audit.proof(seq ?? 0))?.after).toMatchObject({
          seq: events[nth],
          details: { after: { id: nth } },
        })
    expect(await audit.proof(events[0] ?? 0)).toMatchObject({ after: null, counterpart: null })
  })

  test('shows one record with its neighbors, its outcome, and whether they fit', async () => {
    const { audit, run, disarm } = await createTrail(createPlace)
    expect(await audit.proof(3)).toMatchObject({
      record: { seq: 3 },
      counterpart: { seq: 4, phase: 'outcome' },
      previous: { seq: 2 },
      next: { seq: 4 },
      isIntact: true,
    })
    expect(await audit.proof(4)).toMatchObject({ counterpart: { seq: 3, phase: 'intent' }, isIntact: true })
    expect(await audit.proof(1)).toMatchObject({ previous: null, isIntact: true })
    expect(await audit.proof(8)).toMatchObject({ counterpart: null, next: null, isIntact: true })
    expect(await audit.proof(9)).toBeUndefined()
    await disarm()
    await run(`update audit set hash = prev where seq = 4`)
    expect(await audit.proof(3)).toMatchObject({ isIntact: false })
    await run('delete from audit where seq = 1')
    expect(await audit.proof(2)).toMatchObject({ previous: null, isIntact: false })
  })
})

describeSqlite('the search of the trail by content', (createPlace) => {
  test.each([
    ['audit_requester_id', isRequestedBy('sqlite', { userIds: [3, 4] })],
    ['audit_requester_email', isRequestedBy('sqlite', { email: 'a@b' })],
    ['audit_automatic', isAutomatic],
    ['audit_request', isOfRequest('sqlite', 'r')],
  ])('uses the index %s', async (index, condition) => {
    const place = await createPlace()
    await (await place.open()).close()
    const database = new DatabaseSync(join(place.options.dataDir, 'countersign.sqlite'))
    const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(database) })
    const { sql, parameters } = db.selectFrom('audit').select('seq').where(condition).compile()
    const plan = database.prepare(`explain query plan ${sql}`).all(...parameters.map(String))
    await db.destroy()
    expect(plan.map(({ detail }) => String(detail)).join()).toContain(` INDEX ${index}`)
  })
})
