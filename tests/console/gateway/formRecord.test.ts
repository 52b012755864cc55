import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AuditPage, AuditRecordView } from '../../../language/auditView.ts'
import { answering, cutting, hanging, type Script } from '../../support/faultyUpstream.ts'
import { bodyOf, HOST, operationOf, PUBLIC_URL, requestFor, signedIn, startGateway } from './gatewayUnderTest.ts'
import { cookie, gateway, trail, wholeTrail, withGateway } from './withGateway.ts'

withGateway({ isAllScripted: true, limits: { readMs: 1000, mutateHeadersMs: 1000, breakerOpenMs: 1 } })

const NUMBER = '9ZZ10058'

/** How the list and the detail are answered, where not as usual. */
let later: Script | undefined

const own = { host: HOST, origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin', 'x-countersign': '1' }
const open = async (seq: number) =>
  (await gateway.app.inject({ url: `/console/audit/${seq}`, headers: { ...own, cookie } })).json<AuditRecordView>()

const FORM = operationOf('changeEmail.submit')
const sent = () => requestFor(FORM, cookie)
const { old_user_email: before, new_user_email: after } = JSON.parse(String(sent().payload ?? '{}')) as Record<
  string,
  string
>
let email: string | undefined

/** The account, which the list finds by its address or its number, and which is active once it has another address. */
const customers: Script = (request, ...exchange) => {
  if (request.method === 'POST') email = after
  const account = { id: 4711, account_no: NUMBER, email, user_id: 910_741, status: 'COMPLETE' }
  const row = { ...account, user__email: email, is_active: email === after }
  const search = new URL(request.target, PUBLIC_URL).searchParams.get('search_key')
  const isFound = search === NUMBER || search === email
  const body = request.target.includes('get_apex_accounts')
    ? { apex_accounts: isFound ? [row] : [], total_pages: 1 }
    : request.method === 'POST'
      ? { message: 'Changed' }
      : { account: [account] }
  return (request.method === 'GET' ? (later ?? answering(200, body)) : answering(200, body))(request, ...exchange)
}

const intents = async () => (await wholeTrail()).filter((entry) => entry.phase === 'intent')

async function submitted() {
  expect((await gateway.app.inject(sent())).statusCode).toBe(200)
  return (await intents())[0]
}

beforeEach(() => {
  email = before
  later = undefined
  gateway.upstream.script(customers)
})
// The same form may be sent again a day after an unknown outcome.
afterEach(() => gateway.clock.advance(2 * 24 * 3_600_000))

describe('the record that a form is about', () => {
  test('is read once before it, and again by its id, although it no longer has the value it was found by', async () => {
    const intent = await submitted()
    expect(intent).toMatchObject({
      operation: FORM.id,
      subject: { resource: 'accounts', id: '4711' },
      before: { id: 4711, account_no: '•••', user__email: '•••', status: 'COMPLETE', is_active: false },
    })
    const read = async () =>
      (await wholeTrail()).find((entry) => entry.phase === 'event' && entry.operation === 'changeEmail.recordAfter')
    await expect.poll(read).toMatchObject({
      actor: { actorType: 'automation' },
      subject: { resource: 'accounts', id: '4711' },
      details: { intent: intent?.seq, result: 'ok', after: { id: 4711, user__email: '•••', is_active: true } },
    })
    expect(JSON.stringify(await wholeTrail())).not.toMatch(new RegExp(`${NUMBER}|${before}|${after}`))
    expect(gateway.upstream.seen.map(({ method }) => method)).toEqual(['GET', 'POST', 'GET', 'GET'])
    expect((await open(intent?.seq ?? 0)).after).toMatchObject({ details: { after: { is_active: true } } })
  })

  test.each([
    ['fails', answering(500, {})],
    ['is down', answering(503, {})],
    ['has no answer', cutting()],
    ['does not answer in time', hanging],
    ['answers what is no list', answering(200, '<html>', { 'content-type': 'text/html' })],
    ['answers too many', answering(429, {})],
  ])('is needed: where the list %s nothing is sent, and the same is sent once it answers', async (_how, script) => {
    later = script
    const request = sent()
    const refused = await gateway.app.inject(request)
    expect([refused.statusCode, bodyOf(refused)]).toMatchObject([
      503,
      {
        code: 'OWNER_UNREADABLE',
        message: 'It could not be checked whose record this is, so nothing was sent. Try again.',
      },
    ])
    expect(gateway.upstream.seen.every(({ method }) => method === 'GET')).toBe(true)
    expect(await intents()).toEqual([])
    later = undefined
    expect((await gateway.app.inject(request)).statusCode).toBe(200)
    expect(await intents()).toMatchObject([{ subject: { resource: 'accounts', id: '4711' } }])
  })

  test('is needed where another service acts, which answers', async () => {
    const services = { ...gateway.config.services, main: 'http://127.0.0.1:1' }
    const listDown = await startGateway({ isAllScripted: true, settings: { services } })
    const refused = await listDown.app.inject(requestFor(FORM, await signedIn(listDown)))
    expect([refused.statusCode, bodyOf(refused)['code']]).toEqual([503, 'OWNER_UNREADABLE'])
    expect(listDown.upstream.seen).toEqual([])
    await listDown.stop()
  })

  test.each([
    ['has none', answering(200, { apex_accounts: [], total_pages: 1 })],
    ['answers 404', answering(404, {})],
    ['refuses the search', answering(422, {})],
    ['is not permitted', answering(403, {})],
  ])('is not needed where the list %s: the form is sent without one', async (_how, script) => {
    later = script
    expect(await submitted()).not.toHaveProperty('subject')
    expect((await trail()).map(({ phase }) => phase)).toEqual(['intent', 'outcome'])
  })

  test('is not needed where the value is longer than the list takes', async () => {
    const { payload, ...request } = requestFor(operationOf('personalAccess.submit'), cookie)
    const long = `${'a'.repeat(200)}@example.test`
    const typed = { ...(JSON.parse(String(payload)) as object), user_email: long }
    expect((await gateway.app.inject({ ...request, payload: JSON.stringify(typed) })).statusCode).toBe(200)
    expect(gateway.upstream.seen.map(({ method }) => method)).toEqual(['PUT'])
  })

  test('where the service says that the session is over, nothing is sent', async () => {
    later = answering(401, { detail: 'Invalid token.' })
    const staff = await signedIn(gateway)
    expect((await gateway.app.inject(requestFor(FORM, staff))).statusCode).toBe(401)
    expect(gateway.upstream.seen.map(({ method }) => method)).toEqual(['GET'])
  })

  test.each([
    ['breaks off', cutting()],
    ['does not answer', hanging],
    ['fails', answering(500, {})],
  ])('is named by the entry of a form whose own service %s after it was read', async (_how, script) => {
    gateway.upstream.script((request, ...exchange) =>
      (request.method === 'GET' ? customers : script)(request, ...exchange),
    )
    await gateway.app.inject(sent())
    const [intent] = await intents()
    const listed = await gateway.app.inject({
      method: 'POST',
      url: '/console/audit',
      headers: { ...own, cookie },
      payload: { result: 'unknown' },
    })
    const [line] = listed.json<AuditPage>().lines
    expect(line).toMatchObject({ seq: intent?.seq, result: 'unknown', target: 'accounts/4711' })
  })
})

describe('a form that is refused', () => {
  const REFUSED = operationOf('unregister.submit')
  const about = { resource: 'accounts', id: '4711' }
  const typed = (JSON.parse(String(requestFor(REFUSED, '').payload ?? '{}')) as Record<string, string>)['email']
  const attempt = async (role: string, headers: Record<string, string> = {}) => {
    email = typed
    const response = await gateway.app.inject(requestFor(REFUSED, await signedIn(gateway, role), headers))
    return { status: response.statusCode, body: bodyOf(response), event: (await trail()).at(-1) }
  }
  const wrong = { 'x-confirmation': '0'.repeat(64) }
  const forbidden = { code: 'FORBIDDEN', permission: 'support.unregister' }

  test.each([
    ['not confirmed', 'operations', wrong, 422, { code: 'NOT_CONFIRMED' }],
    ['not permitted', 'viewer', {}, 403, forbidden],
  ] as const)('because it is %s is in the history of its record', async (_why, role, headers, status, body) => {
    const { event, ...answer } = await attempt(role, headers)
    expect(answer).toMatchObject({ status, body })
    expect(event).toMatchObject({ operation: REFUSED.id, subject: about, details: { result: 'refused' } })
    expect(gateway.upstream.seen.map(({ method }) => method)).toEqual(['GET'])
    const page = { headers: { ...own, cookie } }
    const history = await gateway.app.inject({ url: '/console/history?resource=accounts&id=4711', ...page })
    expect(history.json<{ events: object[] }>().events[0]).toMatchObject({ operation: REFUSED.id, outcome: 'refused' })
    const found = await gateway.app.inject({
      url: '/console/audit',
      method: 'POST',
      payload: { record: about },
      ...page,
    })
    expect(found.json<AuditPage>().lines[0]).toMatchObject({ operation: REFUSED.id, target: 'accounts/4711' })
  })

  test.each([
    ['fails', answering(500, {})],
    ['does not answer in time', hanging],
    ['has none', answering(200, { apex_accounts: [], total_pages: 1 })],
  ])('is on record without its record where the list %s, and answered in the same way', async (_how, script) => {
    later = script
    for (const [role, headers, status] of [
      ['operations', wrong, 422],
      ['viewer', {}, 403],
    ] as const) {
      const { event, ...answer } = await attempt(role, headers)
      expect(answer.status).toBe(status)
      expect(event).toMatchObject({ operation: REFUSED.id, details: { result: 'refused' } })
      expect(event).not.toHaveProperty('subject')
    }
  })
})
