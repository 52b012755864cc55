import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { approvalTable } from '../../../services/verification/approvals.ts'
import { requestFor, bodyOf, operationOf, signedIn, startGateway, type GatewayUnderTest } from './gatewayUnderTest.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How long a table keeps what is in it, as docs/security.md says. */
const times: Readonly<Record<string, number>> = {
  sign_in: 10 * MINUTE_MS,
  session: 30 * MINUTE_MS,
  idempotency: DAY_MS,
  quota_use: DAY_MS,
  claim: 7 * DAY_MS,
  viewing: 400 * DAY_MS,
  first_seen: 400 * DAY_MS,
  approval: 400 * DAY_MS,
  approval_step: 400 * DAY_MS,
}

/** What is kept for good, by number, or until a person deletes it. */
const without = [
  'audit',
  'audit_entry',
  'drift',
  'job',
  'kysely_migration',
  'kysely_migration_lock',
  'permission_use',
  'saved_view',
  'staff_member',
  'store_fact',
]

let gateway: GatewayUnderTest
let database: DatabaseSync

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  gateway = await startGateway({
    settings: { approvals: { isOn: true, expiryMs: DAY_MS } },
    limits: { exports: { max: 20, windowMs: DAY_MS } },
  })
  database = new DatabaseSync(join(gateway.config.dataDir, 'countersign.sqlite'), { timeout: 5000 })
})
afterEach(async () => {
  vi.useRealTimers()
  database.close()
  await gateway.stop()
})

const count = (table: string): number => {
  const row = database.prepare(`select count(*) as found from ${table}`).get()
  return Number(row?.['found'])
}

/** Puts something into each table that has a time. */
async function fill(): Promise<void> {
  const { store, app } = gateway
  const cookie = await signedIn(gateway)
  const asked = await app.inject(requestFor(operationOf('changeEmail.submit'), cookie))
  const { id } = bodyOf(asked)['approval'] as { readonly id: string }
  const decision = { person: { userId: 1, email: '', role: 'admin' }, comment: '' }
  await store.approvals.end(id, 'withdrawn', decision)
  await store.signIns.begin({ location: 'https://identity.test' }, 10 * MINUTE_MS)
  const sent = { userId: 1, operation: 'treasury.approve', key: randomUUID(), requestHash: 'aa', target: 'id=3' }
  await store.idempotency.claim(sent)
  await store.idempotency.complete(sent, { status: 504, contentType: 'application/json', body: '{}' }, 'unknown')
  for (const quota of [store.reveals, store.exports, store.viewAlerts, store.failedSignIns, store.providerTokens])
    await quota.claim(1, { max: 5, windowMs: HOUR_MS })
  await store.claims.claim({ resource: 'accounts', id: '4107', userId: 1 })
  const reading = { operation: 'accounts.getOne', subject: { resource: 'accounts', id: '4107' }, isPrefetch: false }
  await store.views.add({ ...reading, userId: 1, email: 'a@b.test', requestId: '1', ip: '::1', sessionHash: 'aa' })
  await store.firstSeen.see([{ resource: 'accounts', part: 'transfers', key: '1', state: 'PENDING' }])
  const step = { step: 'upload', state: 'started', attempt: 1, message: null, data: {} } as const
  await store.table(approvalTable).keep({ ...step, accountId: 4107, sketchId: 'case-1' })
}

/** Moves the clock, and lets the gateway keep house. */
async function after(ms: number): Promise<void> {
  const sweep = vi.spyOn(gateway.store.claims, 'sweep')
  gateway.clock.advance(ms)
  vi.advanceTimersByTime(10 * MINUTE_MS)
  await vi.waitFor(() => expect(sweep).toHaveResolved())
  sweep.mockRestore()
}

test('every table of the store has a time, or is known to have none', () => {
  const rows = database.prepare("select name from sqlite_master where type = 'table' order by name").all()
  const names = rows.map(({ name }) => String(name))
  expect(names).toEqual([...Object.keys(times), ...without].toSorted())
})

test.each(Object.entries(times))('the table %s keeps what is in it so long, and no longer', async (table, ms) => {
  await fill()
  expect(count(table)).toBeGreaterThan(0)
  const step = Math.max(11 * MINUTE_MS, ms / 2)
  if (step < ms) {
    await after(step)
    expect(count(table)).toBeGreaterThan(0)
  }
  await after(Math.max(ms - step, 11 * MINUTE_MS))
  expect(count(table)).toBe(0)
})
