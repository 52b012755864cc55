import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HistoryPage } from '../../../language/history.ts'
import { valueAt } from '../../../language/pointer.ts'
import { answering, type Script } from '../../support/faultyUpstream.ts'
import {
  ASKED_ABOUT,
  bodyOf,
  type GatewayUnderTest,
  HOST,
  operationOf,
  PUBLIC_URL,
  requestFor,
  signedIn,
  startGateway,
} from './gatewayUnderTest.ts'
import { ask, cookie, gateway, withGateway } from './withGateway.ts'

withGateway({ limits: { drainMs: 0 } })

const history = (query: string, as = cookie) =>
  gateway.app.inject({
    method: 'GET',
    url: `/console/history?${query}`,
    headers: { host: HOST, 'sec-fetch-site': 'same-origin', 'x-countersign': '1', cookie: as },
  })
const pageOf = async (query: string): Promise<HistoryPage> => (await history(query)).json()

describe('the history of a record', () => {
  test('tells who did or tried what, when, why and how it ended, newest first', async () => {
    await ask('accountDocuments.approve', { 'idempotency-key': '11111111-1111-4111-8111-111111111111' })
    gateway.clock.advance(1000)
    gateway.upstream.script(answering(422, { message: 'The document of mara@quill.test has expired' }))
    await ask('accountDocuments.reject')
    gateway.upstream.script(answering(500, {}))
    await ask('achRelationships.cancel')
    const { events, next } = await pageOf('resource=accounts&id=4711')
    expect(next).toBeNull()
    const [cancelled, rejected, approved] = events
    expect(approved).toEqual({
      seq: 1,
      at: new Date(gateway.clock.now() - 1000).toISOString(),
      actor: 'canary.staff@countersign.test',
      actorType: 'human',
      operation: 'accountDocuments.approve',
      label: 'Approve',
      target: 'snap_id=snap-3',
      reason: 'Asked for twice',
      evidence: null,
      outcome: 'done',
      reference: '',
      idempotencyKey: '11111111-1111-4111-8111-111111111111',
      changes: { before: { status: 'uploaded' }, after: { status: 'approved' } },
    })
    const other = await signedIn(gateway, 'viewer', { userId: 13, subject: 'subject-13' })
    expect((await history('resource=accounts&id=4711', other)).body).not.toContain('idempotencyKey')
    const failure = 'The document of ••• has expired'
    expect(rejected).toMatchObject({ label: 'Reject', outcome: 'refused', failure })
    expect(cancelled).toMatchObject({
      operation: 'achRelationships.cancel',
      name: 'Savings',
      outcome: 'unknown',
      failure: 'The service failed.',
    })
    expect((await pageOf('resource=accounts&id=4712')).events).toEqual([])
  })

  test('tells a file that was looked at from one that was saved', async () => {
    for (const headers of [{ 'x-shown': '1' }, {}]) {
      gateway.upstream.script(answering(200, 'picture', { 'content-type': 'image/png' }))
      await gateway.app.inject(requestFor(operationOf('accountDocuments.download'), cookie, headers))
    }
    await expect
      .poll(async () => (await pageOf('resource=accounts&id=4711')).events.slice(0, 2))
      .toMatchObject([
        { label: 'Download', outcome: 'done' },
        { label: 'Viewed', outcome: 'done', isView: true },
      ])
    const { events } = await pageOf('resource=accounts&id=4711')
    expect(events.slice(0, 2).every(({ failure }) => failure === undefined)).toBe(true)
  })

  test('leaves out what is personal: inputs, digests, and numbers in a reason', async () => {
    const { audit } = gateway.store
    await audit.intent({
      operation: 'accounts.restrictSsn',
      resource: 'accounts',
      target: `account_no=hmac:${'a1'.repeat(32)}&id=51`,
      actor: { userId: 1, email: 'ada@countersign.test', role: 'admin', actorType: 'automation' },
      sessionHash: 'canary-session',
      requestId: 'canary-request',
      idempotencyKey: null,
      ip: '203.0.113.9',
      input: { body: { note: 'canary-input' } },
      reason: 'Is 123-45-6789',
    })
    const response = await history('resource=accounts&id=51')
    expect(response.json()).toMatchObject({
      events: [{ target: 'account_no=•••&id=51', reason: 'Is •••••••••', actorType: 'automation', outcome: 'unknown' }],
    })
    expect(response.body).not.toMatch(/canary|hmac|203\.0|123-45|userId|role/)
    expect(response.headers['cache-control']).toBe('no-store')
  })

  test.each([
    ['snap-u8af974d717823929', 'snap-u8af974d717823929'],
    ['123-45-6789', '•••••••••'],
  ])('names the id of a result as the service does, and no personal number: %s', async (reference, shown) => {
    gateway.upstream.script(answering(200, { result: { record_id: reference } }))
    await ask('accounts.uploadDocument')
    const { events } = await pageOf(`resource=accounts&id=${ASKED_ABOUT}`)
    expect(events[0]?.reference).toBe(shown)
  })

  describe('where a form is about it', () => {
    let scripted: GatewayUnderTest
    beforeAll(async () => {
      scripted = await startGateway({ limits: { drainMs: 0 }, isAllScripted: true })
    })
    afterAll(() => scripted.stop())

    const accountsWith = (...ids: readonly number[]): Script =>
      answering(200, { apex_accounts: ids.map((id) => ({ id, account_no: number.toLowerCase() })), total_pages: 1 })
    const form = operationOf('populateHoldings.submit')
    const number = String(new URL(requestFor(form, '').url, PUBLIC_URL).pathname.split('/').at(-1))
    const submitted = async (list: Script) => {
      scripted.upstream.script((request, ...rest) =>
        (request.target.includes('/get_apex_accounts') ? list : answering(200, {}))(request, ...rest),
      )
      const { statusCode } = await scripted.app.inject(requestFor(form, await signedIn(scripted)))
      return statusCode
    }

    test('has what was done by the form', async () => {
      expect(await submitted(accountsWith(72))).toBe(200)
      const events = await scripted.store.audit.history({ subject: { resource: 'accounts', id: '72' }, limit: 9 })
      expect(events).toMatchObject([{ record: { operation: form.id, phase: 'intent' }, outcome: { result: 'ok' } }])
    })

    test.each([
      ['updateUser', 'Update User: First Name, Last Name, Phone, Zipcode, State, City, Address'],
      ['personalAccess', 'Activate/Deactivate Personal Access: Activate'],
      ['changeEmail', 'Change Old Email to New Email'],
    ])('says what %s has changed, and no personal value', async (name, label) => {
      const staff = await signedIn(scripted)
      const request = requestFor(operationOf(`${name}.submit`), staff)
      const sent: unknown = JSON.parse(String(request.payload))
      const email = valueAt(sent, '/user_email') ?? valueAt(sent, '/old_user_email')
      scripted.upstream.script((asked, ...rest) => {
        const isList = asked.target.includes('/get_apex_accounts')
        const body = isList ? { apex_accounts: [{ id: 75, user__email: email }], total_pages: 1 } : {}
        return answering(200, body)(asked, ...rest)
      })
      expect((await scripted.app.inject(request)).statusCode).toBe(200)
      const headers = { host: HOST, 'sec-fetch-site': 'same-origin', 'x-countersign': '1', cookie: staff }
      const page = await scripted.app.inject({ url: '/console/history?resource=accounts&id=75', headers })
      expect(page.json<HistoryPage>().events[0]?.label).toBe(label)
    })

    test('says what has changed of the record, as far as it is not personal', async () => {
      const staff = await signedIn(scripted)
      const request = requestFor(operationOf('reopen.submit'), staff)
      const account = { id: 76, account_no: String(valueAt(JSON.parse(String(request.payload)), '/account_no')) }
      const closed = { ...account, name: 'Mara Canary', status: 'CLOSED', is_active: false, pending_documents: 0 }
      const open = { ...closed, name: 'Mara Canary-Quill', status: 'COMPLETE', is_active: true }
      let row = closed
      scripted.upstream.script((asked, ...rest) => {
        const isList = asked.target.includes('/get_apex_accounts')
        if (asked.method === 'POST') row = open
        const body = isList ? { apex_accounts: [row], total_pages: 1 } : { account: [account] }
        return answering(200, body)(asked, ...rest)
      })
      expect((await scripted.app.inject(request)).statusCode).toBe(200)
      const headers = { host: HOST, 'sec-fetch-site': 'same-origin', 'x-countersign': '1', cookie: staff }
      const read = () => scripted.app.inject({ url: '/console/history?resource=accounts&id=76', headers })
      await expect
        .poll(async () =>
          (await read()).json<HistoryPage>().events.find(({ operation }) => operation === 'reopen.submit'),
        )
        .toMatchObject({
          changes: {
            before: { status: 'CLOSED', is_active: false },
            after: { status: 'COMPLETE', is_active: true },
          },
        })
      const { body } = await read()
      expect(body).not.toMatch(/Canary|pending_documents/)
    })

    test.each([
      ['none has the value', answering(200, { apex_accounts: [], total_pages: 1 })],
      ['several have it', accountsWith(73, 74)],
      ['the list answers 404', answering(404, {})],
    ])('has nothing of it where %s, and the form is sent all the same', async (_why, list) => {
      expect(await submitted(list)).toBe(200)
      const subject = { resource: 'accounts', id: '73' }
      expect(await scripted.store.audit.history({ subject, limit: 9 })).toEqual([])
    })
  })

  test('holds reveals and refused attempts', async () => {
    const viewer = await signedIn(gateway, 'viewer')
    await gateway.app.inject(requestFor(operationOf('accounts.resubmit'), viewer))
    const { events } = await pageOf('resource=accounts&id=3')
    expect(events).toMatchObject([{ operation: 'accounts.resubmit', label: 'Submit', outcome: 'refused' }])
  })

  test('comes in pages of a hundred', async () => {
    for (let index = 0; index < 205; index += 1)
      await gateway.store.audit.event({
        operation: 'accounts.reveal',
        actor: null,
        requestId: 'r',
        ip: '::1',
        sessionHash: null,
        details: { result: 'ok', target: 'id=60', reason: `No. ${index}` },
      })
    const sizes: number[] = []
    const reasons: string[] = []
    let query = 'resource=accounts&id=60'
    for (;;) {
      const { events, next } = await pageOf(query)
      sizes.push(events.length)
      reasons.push(...events.map(({ reason }) => reason))
      if (next === null) break
      query = `resource=accounts&id=60&before=${next}`
    }
    expect(sizes).toEqual([100, 100, 5])
    expect(reasons).toEqual(Array.from({ length: 205 }, (_, index) => `No. ${204 - index}`))
  })

  test('has what a change has changed on the page of the change', async () => {
    const { audit } = gateway.store
    const subject = { resource: 'accounts', id: '61' }
    const by = { requestId: 'r', ip: '::1', sessionHash: null }
    const actor = { userId: 1, email: 'ada@countersign.test', role: 'admin' }
    const event = (operation: string, details: Readonly<Record<string, unknown>>) =>
      audit.event({ ...by, operation, actor: null, subject, details })
    const intent = await audit.intent({
      ...by,
      operation: 'accounts.restrictUser',
      resource: 'accounts',
      target: 'id=61',
      subject,
      actor,
      sessionHash: 'session',
      idempotencyKey: null,
      input: {},
      reason: null,
      before: { id: 61, is_restricted: false, name: '•••', account_no: '•••' },
    })
    const outcome = await audit.outcome(intent, { result: 'ok', status: 200, latencyMs: 1, message: null })
    const after = { id: 61, is_restricted: true, name: '•••', account_no: null }
    await event('accounts.recordAfter', { intent, outcome, result: 'ok', after })
    for (let index = 0; index < 99; index += 1) await event('accounts.reveal', { result: 'ok', target: 'id=61' })
    const newest = await pageOf('resource=accounts&id=61')
    expect(newest.events).toHaveLength(99)
    const older = await pageOf(`resource=accounts&id=61&before=${newest.next ?? ''}`)
    expect([older.events.length, older.next]).toEqual([1, null])
    expect(older.events[0]?.changes).toEqual({
      before: { is_restricted: false, account_no: '•••' },
      after: { is_restricted: true, account_no: null },
    })
  })

  test('is for those who may read the record; others are refused, on record', async () => {
    const outsider = await signedIn(gateway, 'admin', { role: 'nobody-knows' })
    const allowed = await history('resource=accounts&id=4711', outsider)
    expect(allowed.statusCode).toBe(200)
    const { definitions } = await import('../../../schemas/index.ts')
    const guarded = definitions.map((definition) =>
      definition.name === 'accounts'
        ? {
            ...definition,
            bindings: {
              ...definition.bindings,
              getOne: { ...definition.bindings['getOne'], permission: 'cash.write' },
            },
          }
        : definition,
    )
    const strict = await startGateway({ limits: { drainMs: 0 }, definitions: guarded as typeof definitions })
    const viewer = await signedIn(strict, 'viewer')
    const response = await strict.app.inject({
      method: 'GET',
      url: '/console/history?resource=accounts&id=4711',
      headers: { host: HOST, 'sec-fetch-site': 'same-origin', 'x-countersign': '1', cookie: viewer },
    })
    expect([response.statusCode, bodyOf(response)['code']]).toEqual([403, 'FORBIDDEN'])
    expect((await strict.store.audit.list({ limit: 10 })).at(-1)).toMatchObject({
      operation: 'accounts.history',
      details: { result: 'refused', target: 'id=4711' },
    })
    await strict.stop()
  })

  test.each([
    ['a resource that is none', 'resource=nothing&id=1', 404],
    ['a resource without a detail', 'resource=accountDocuments&id=1', 404],
    ['an id that no record has', 'resource=accounts&id=..%2F1', 400],
    ['no id', 'resource=accounts', 400],
    ['two ids', 'resource=accounts&id=1&id=2', 400],
    ['a place that is no number', 'resource=accounts&id=1&before=x', 400],
    ['a parameter too many', 'resource=accounts&id=1&limit=9', 400],
  ])('is refused for %s', async (_title, query, status) => {
    expect((await history(query)).statusCode).toBe(status)
  })

  test('is no one’s without a session', async () => {
    expect((await history('resource=accounts&id=1', '')).statusCode).toBe(401)
  })
})

test('tells two actions of one label apart by the buttons that confirm them', async () => {
  for (const id of ['accounts.activate', 'accounts.deactivate']) await ask(id)
  const { events } = await pageOf('resource=accounts&id=3')
  expect(events.map(({ label }) => label)).toEqual(
    expect.arrayContaining(['Update Status: Make active', 'Update Status: Make inactive']),
  )
})
