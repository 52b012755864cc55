import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { linkHash } from '../../../server/store/auditChain.ts'
import { historySelect } from '../../../server/store/auditSearch.ts'
import { canonicalJson } from '../../../server/store/seal.ts'
import { nodeSqliteDialect } from '../../../server/store/connectSqlite.ts'
import type { Tables } from '../../../server/store/tables.ts'
import { auditKey, describeSqlite, describeStore } from './places.ts'
import { beforeUnknownOutcomes, buildIntent } from './samples.ts'

const account = { resource: 'accounts', id: '4108' }
const other = { resource: 'accounts', id: '4109' }
const aboutSnap = buildIntent({
  operation: 'accountDocuments.reject',
  resource: 'accountDocuments',
  target: 'snap_id=s1',
})
const aboutAccount = buildIntent({ operation: 'accounts.resubmit', resource: 'accounts', target: 'id=4108&name=x' })
const viewed = (target: string) => ({
  operation: 'accounts.reveal',
  actor: null,
  requestId: 'r',
  ip: '::1',
  sessionHash: null,
  details: { result: 'ok', target },
})

describeStore('the history of a record', (createPlace) => {
  test('holds what was done to it and to its parts, newest first, with how it ended', async () => {
    const { audit } = await (await createPlace()).open()
    const first = await audit.intent({ ...aboutSnap, subject: account, reason: 'Blurred' })
    await audit.intent({ ...aboutSnap, subject: other })
    await audit.outcome(first, { result: 'ok', status: 200, latencyMs: 3, message: null, reference: 'snap-9' })
    const second = await audit.intent(aboutAccount)
    const third = await audit.event(viewed('id=4108'))
    await audit.event(viewed('id=41080'))
    expect(await audit.history({ subject: account, limit: 10 })).toMatchObject([
      { seq: third, record: { phase: 'event', operation: 'accounts.reveal' }, outcome: null },
      { seq: second, record: { phase: 'intent', operation: 'accounts.resubmit' }, outcome: null },
      { seq: first, record: { reason: 'Blurred' }, outcome: { result: 'ok', reference: 'snap-9' } },
    ])
    expect(await audit.verify()).toEqual({ ok: true, count: 6 })
  })

  test('comes in pages', async () => {
    const { audit } = await (await createPlace()).open()
    for (let index = 0; index < 5; index += 1) await audit.event(viewed('id=4108'))
    const seqs = async (before?: number) =>
      (await audit.history({ subject: account, before, limit: 2 })).map(({ seq }) => seq)
    expect(await seqs()).toEqual([5, 4])
    expect(await seqs(4)).toEqual([3, 2])
    expect(await seqs(1)).toEqual([])
  })

  test.each([
    ['moved to another record', `update audit set subject = 'accounts/4109' where seq = 1`],
    ['taken away', 'update audit set subject = null where seq = 1'],
  ])('shows a subject that was %s', async (_title, damage) => {
    const place = await createPlace()
    const { audit } = await place.open()
    await audit.intent({ ...aboutSnap, subject: account })
    await place.disarm()
    await place.run(damage)
    expect(await audit.verify()).toMatchObject({ ok: false, firstBad: 1 })
  })

  test('holds what was written before records had a subject, and the chain of that time stays whole', async () => {
    const place = await createPlace()
    const before = await place.open()
    const seq = await before.audit.intent(aboutAccount)
    await before.audit.intent(aboutSnap)
    await before.audit.event(viewed('id=4108'))
    await before.close()
    await place.run(`drop index audit_of_subject; alter table audit drop column subject; ${beforeUnknownOutcomes};
      delete from kysely_migration where name = '004-audit-subjects'`)
    const { audit } = await place.open()
    expect((await audit.history({ subject: account, limit: 10 })).map((entry) => entry.seq)).toEqual([3, seq])
    expect((await audit.search({ subject: account, limit: 10 })).map((entry) => entry.seq)).toEqual([3, seq])
    expect(await audit.verify()).toEqual({ ok: true, count: 3 })
    for (const statement of ["update audit set subject = 'x'", 'delete from audit']) {
      await expect(place.run(statement), statement).rejects.toThrow('the audit log is append-only')
    }
  })
})

const MANY = 20_000

/** Fills a log behind the store's back: a history in the midst of much else. */
function fill(file: string): void {
  const database = new DatabaseSync(file)
  const insert = database.prepare(
    'insert into audit (seq, prev, hash, phase, intent, subject, body) values (?, ?, ?, ?, ?, ?, ?)',
  )
  database.exec('begin')
  let prev = '0'.repeat(64)
  for (let seq = 1; seq <= MANY; seq += 1) {
    const id = String(seq % 1000)
    const body = canonicalJson({ ...aboutSnap, subject: { resource: 'accounts', id }, phase: 'intent', ts: seq })
    const hash = linkHash(auditKey, prev, seq, body)
    insert.run(seq, prev, hash, 'intent', null, `accounts/${id}`, body)
    prev = hash
  }
  database.exec('commit')
  database.close()
}

describeSqlite('the history of a record in a long log', (createPlace) => {
  test('is found by its index, without a scan and without sorting', async () => {
    const place = await createPlace()
    const store = await place.open()
    const file = join(place.options.dataDir, 'countersign.sqlite')
    fill(file)
    const found = await store.audit.history({ subject: { resource: 'accounts', id: '7' }, limit: 100 })
    expect(found.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, index) => MANY - 993 - index * 1000))
    await store.close()
    const database = new DatabaseSync(file)
    const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(database) })
    const { sql } = historySelect(db, { subject: account, limit: 100 }).compile()
    const plan = database
      .prepare(`explain query plan ${sql}`)
      .all('', 1, 1)
      .map(({ detail }) => String(detail))
    expect(plan.every((step) => step.startsWith('SEARCH'))).toBe(true)
    expect(plan.join('\n')).toContain('audit_of_subject (subject=? AND seq<?)')
    await db.destroy()
  })
})
