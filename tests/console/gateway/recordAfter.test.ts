import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AuditPage, AuditRecordView } from '../../../language/auditView.ts'
import { answering, hanging, type Script } from '../../support/faultyUpstream.ts'
import { currentState } from './currentState.ts'
import { bodyOf, HOST, operationOf, PUBLIC_URL, requestFor, signedIn, startGateway } from './gatewayUnderTest.ts'
import { cookie, gateway, wholeTrail, withGateway } from './withGateway.ts'

/** A service that answers a change with a message only: the gateway reads what the record is then. */
withGateway({ isAllScripted: true, limits: { readMs: 1000 } })

const RESTRICT = operationOf('accounts.restrictUser')
const NUMBER = '9ZZ10058'
const named = { id: 3, snap_id: 'snap-3', account_no: NUMBER, user__id: 910_741, sketchId: 'sketch-3' }

let isRestricted = false
/** How the service answers a reading once the change is made. */
let later: Script | undefined

/** The account as the service has it. */
const stateOf = (target: string): unknown =>
  JSON.parse(
    JSON.stringify(currentState(target, RESTRICT, named) ?? {}).replaceAll(
      '"is_restricted":false',
      `"is_restricted":${isRestricted}`,
    ),
  )

const service: Script = (request, ...exchange) => {
  const isChange = request.target.includes('restrict')
  const script = isRestricted && !isChange ? later : undefined
  if (isChange) isRestricted = true
  const usual = answering(200, isChange ? { message: 'Restricted' } : stateOf(request.target))
  return (script ?? usual)(request, ...exchange)
}

beforeEach(() => {
  isRestricted = false
  later = undefined
  gateway.upstream.script(service)
})

const own = { host: HOST, origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin', 'x-countersign': '1' }

const restrict = async (): Promise<void> =>
  expect((await gateway.app.inject(requestFor(RESTRICT, cookie))).statusCode).toBe(200)

const events = async () =>
  (await wholeTrail()).flatMap((record) =>
    record.phase === 'event' && record.operation === 'accounts.recordAfter' ? [record] : [],
  )

async function restricted() {
  await restrict()
  await expect.poll(async () => (await events()).length).toBe(1)
  const [event] = await events()
  const [intent, outcome] = await wholeTrail()
  if (event === undefined || intent === undefined || outcome === undefined) throw new Error('not recorded')
  return { event, intent, outcome }
}

const open = async (seq: number) =>
  (await gateway.app.inject({ url: `/console/audit/${seq}`, headers: { ...own, cookie } })).json<AuditRecordView>()

describe('the record after a change that is answered with a message', () => {
  test('is read again by the gateway, and recorded masked after the outcome, to which it refers', async () => {
    const { event, intent, outcome } = await restricted()
    expect(event).toMatchObject({
      actor: { userId: 1, actorType: 'automation' },
      subject: { resource: 'accounts', id: '4711' },
      details: { intent: intent.seq, outcome: outcome.seq, result: 'ok' },
    })
    expect(event.seq).toBeGreaterThan(outcome.seq)
    const after = { account_no: '•••', is_restricted: true }
    expect(intent).toMatchObject({ before: { ...after, is_restricted: false } })
    expect(event.details['after']).toMatchObject(after)
    expect(JSON.stringify(event)).not.toContain(NUMBER)
    for (const { seq } of [intent, outcome]) expect((await open(seq)).after).toMatchObject({ details: { after } })
    expect((await open(event.seq)).after).toBeNull()
  })

  test('makes the answer wait for nothing', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    later = async (request, ...exchange) => {
      await promise
      await answering(200, stateOf(request.target))(request, ...exchange)
    }
    await restrict()
    expect((await wholeTrail()).map(({ phase }) => phase)).toEqual(['intent', 'outcome'])
    resolve()
    await expect.poll(async () => (await events())[0]?.details).toMatchObject({ result: 'ok' })
  })

  test('is no reading of the person, nothing that they did, and no line of the history', async () => {
    const { event } = await restricted()
    expect(await gateway.store.views.search({ limit: 10 })).toEqual([])
    const search = async (payload: object) =>
      (await gateway.app.inject({ method: 'POST', url: '/console/audit', headers: { ...own, cookie }, payload }))
        .json<AuditPage>()
        .lines.map(({ seq }) => seq)
    expect(await search({})).toContain(event.seq)
    expect(await search({ record: event.subject })).toContain(event.seq)
    for (const show of ['done', 'reads']) expect(await search({ show })).not.toContain(event.seq)
    const history = await gateway.app.inject({
      url: '/console/history?resource=accounts&id=4711',
      headers: { ...own, cookie },
    })
    const lines = history.json<{ events: { operation: string }[] }>().events
    expect(new Set(lines.map(({ operation }) => operation))).toEqual(new Set([RESTRICT.id]))
  })

  test.each([
    ['fails', answering(500, {}), 'UPSTREAM_FAILED'],
    ['answers nothing in time', hanging, 'UPSTREAM_TIMEOUT'],
    ['answers what is no record', answering(200, '<html>', { 'content-type': 'text/html' }), 'UPSTREAM_FORMAT'],
  ] as const)('says so where the service %s then, and the change is done', async (_how, script, message) => {
    later = script
    const { event, intent } = await restricted()
    expect(event.details).toMatchObject({ result: 'failed', message })
    expect(event.details['after']).toBeUndefined()
    expect((await open(intent.seq)).counterpart).toMatchObject({ result: 'ok' })
  })

  test('says that it is gone where it is', async () => {
    later = answering(200, { apex_accounts: [], account: [], total_pages: 1 })
    expect((await restricted()).event.details).toMatchObject({ result: 'ok', after: null })
  })

  test('does not fail the change where it cannot be written down', async () => {
    const { audit } = gateway.store
    const { event } = audit
    const { promise, resolve } = Promise.withResolvers<void>()
    audit.event = async () => {
      resolve()
      throw new Error('full')
    }
    await restrict()
    await promise
    audit.event = event
    expect((await wholeTrail()).map(({ phase }) => phase)).toEqual(['intent', 'outcome'])
    expect(await open((await wholeTrail())[0]?.seq ?? 0)).toMatchObject({ after: null, counterpart: { result: 'ok' } })
  })
})

test('a change that fails, and one whose values say what the record is then, are read no further', async () => {
  gateway.upstream.script((request, ...exchange) =>
    (request.target.includes('restrict') ? answering(422, {}) : service)(request, ...exchange),
  )
  expect((await gateway.app.inject(requestFor(RESTRICT, cookie))).statusCode).toBe(422)
  gateway.upstream.script((request, ...exchange) => {
    const rows = [{ id: 3, ticker: 'ZZTK', isapproved: false }]
    return answering(200, request.method === 'GET' ? rows : { message: 'ok' })(request, ...exchange)
  })
  expect((await gateway.app.inject(requestFor(operationOf('treasury.approve'), cookie))).statusCode).toBe(200)
  await gateway.app.inject(requestFor(operationOf('treasury.list'), cookie))
  expect((await wholeTrail()).map(({ phase }) => phase)).toEqual(['intent', 'outcome', 'intent', 'outcome'])
})

test('a gateway that stops waits for it', async () => {
  const stopping = await startGateway({ isAllScripted: true })
  stopping.upstream.script(service)
  await stopping.app.inject(requestFor(RESTRICT, await signedIn(stopping)))
  await stopping.app.close()
  expect((await stopping.store.audit.list({ limit: 10 })).map(({ phase }) => phase)).toEqual([
    'intent',
    'outcome',
    'event',
  ])
  await stopping.stop()
})

test('a change waits for a record of which nothing depends on it only so long, and is made', async () => {
  gateway.upstream.script((request, ...exchange) =>
    (request.method === 'GET' ? hanging : answering(200, { message: 'ok' }))(request, ...exchange),
  )
  expect((await gateway.app.inject(requestFor(operationOf('treasury.delete'), cookie))).statusCode).toBe(200)
  const [intent, outcome] = await wholeTrail()
  expect([intent, outcome]).toMatchObject([{ operation: 'treasury.delete' }, { result: 'ok' }])
  expect(intent).not.toHaveProperty('before')
})

test('a deletion has the record that it removed, and that it is gone', async () => {
  let rows = [{ id: 3, ticker: 'ZZTK', isapproved: false }]
  gateway.upstream.script((request, ...exchange) => {
    if (request.method === 'DELETE') rows = []
    return answering(200, request.method === 'GET' ? rows : { message: 'ok' })(request, ...exchange)
  })
  expect((await gateway.app.inject(requestFor(operationOf('treasury.delete'), cookie))).statusCode).toBe(200)
  const last = async () => (await wholeTrail()).at(-1)
  await expect.poll(last).toMatchObject({ operation: 'treasury.recordAfter', details: { result: 'ok', after: null } })
  expect((await wholeTrail())[0]).toMatchObject({ before: { id: 3, ticker: 'ZZTK', isapproved: false } })
})

test.each(['cash', 'treasury', 'cryptocurrency'])(
  'who wants to delete what was deleted meanwhile hears who deleted it: %s',
  async (master) => {
    let rows = [{ id: 3, ticker: 'ZZTK' }]
    gateway.upstream.script((request, ...exchange) => {
      if (request.method === 'DELETE') rows = []
      return answering(200, request.method === 'GET' ? rows : { message: 'ok' })(request, ...exchange)
    })
    const removal = operationOf(`${master}.delete`)
    expect((await gateway.app.inject(requestFor(removal, cookie))).statusCode).toBe(200)
    const headers = { 'idempotency-key': randomUUID(), 'x-record-version': '0'.repeat(64) }
    const late = await gateway.app.inject(requestFor(removal, cookie, headers))
    expect(bodyOf(late)).toMatchObject({ changed: { name: 'you', action: 'Delete' } })
  },
)

test('what is new was nothing before, and is what was sent and answered', async () => {
  gateway.upstream.script(answering(200, { message: 'ok' }))
  expect((await gateway.app.inject(requestFor(operationOf('cash.add'), cookie))).statusCode).toBe(200)
  const [intent, outcome] = await wholeTrail()
  expect([intent, outcome]).toMatchObject([{ before: null }, { after: { type: 'CASH' } }])
})
