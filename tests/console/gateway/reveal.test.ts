import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { HistoryPage } from '../../../language/history.ts'
import { permissionsOf } from '../../../language/registry.ts'
import { registry } from '../../../schemas/console.ts'
import { roles } from '../../../schemas/shared/permissions.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { bodyOf, HOST, signedIn, TOKEN } from './gatewayUnderTest.ts'
import { BANK, CONTRA, DOB, JOINT_DOB, JOINT_SSN, personalDetail, reveal, SECOND_BANK, SSN } from './revealing.ts'
import { gateway, trail, withGateway } from './withGateway.ts'

let cookie: string
let userId = 100

const ask = (body: Readonly<Record<string, unknown>> = {}) => reveal(gateway, cookie, body)

withGateway()
beforeEach(async () => {
  gateway.upstream.script(answering(200, personalDetail))
  cookie = await signedIn(gateway, 'admin', { userId: (userId += 1) })
})
afterEach(() => vi.restoreAllMocks())

describe('a reveal', () => {
  test.each([
    ['/account/*/ss_number', undefined, SSN],
    ['/profile/*/date_of_birth', undefined, DOB],
    ['/joint_user/joint_ssn', undefined, JOINT_SSN],
    ['/joint_user/joint_dob', undefined, JOINT_DOB],
    ['/bank/*/bank_account_no', undefined, BANK],
    ['/ach/*/bank_account_no', undefined, BANK],
    ['/ach/*/bank_account_no', 72, SECOND_BANK],
    ['/ach/*/bank_account_no', '72', SECOND_BANK],
  ])('of %s, item %s, gives the whole value and nothing else', async (field, item, value) => {
    const response = await ask({ field, ...(item === undefined ? {} : { item }) })
    expect([response.statusCode, response.json()]).toEqual([200, { value }])
    expect(response.headers['cache-control']).toBe('no-store')
  })

  test('reads the detail once, with the caller’s own token', async () => {
    await ask()
    expect(gateway.upstream.seen).toHaveLength(1)
    const [seen] = gateway.upstream.seen
    expect([seen?.method, seen?.target]).toEqual([
      'GET',
      '/main/user/apex/get_apex_details_for_account?apex_account_id=3',
    ])
    expect(Object.fromEntries(seen?.headers ?? [])['authorization']).toBe(`Token ${TOKEN}`)
  })

  test('gives a number as text', async () => {
    gateway.upstream.script(answering(200, { account: [{ id: 3, ss_number: 900123456 }] }))
    expect((await ask()).json()).toEqual({ value: '900123456' })
  })

  test('names its value in the history of the record', async () => {
    await ask({ field: '/profile/*/date_of_birth' })
    await ask({ field: '/joint_user/joint_ssn' })
    const headers = { host: HOST, 'sec-fetch-site': 'same-origin', 'x-countersign': '1', cookie }
    const response = await gateway.app.inject({ url: '/console/history?resource=accounts&id=3', headers })
    const labels = response.json<HistoryPage>().events.map(({ label }) => label)
    expect(labels.slice(0, 2)).toEqual(['Reveal: SSN of the second applicant', 'Reveal: Date of birth'])
  })

  test('is on record before the value leaves, with who, what and why, and without the value', async () => {
    const event = gateway.store.audit.event.bind(gateway.store.audit)
    let isRecorded = false
    vi.spyOn(gateway.store.audit, 'event').mockImplementation(async (entry) => {
      await new Promise((resolve) => setImmediate(resolve))
      const seq = await event(entry)
      isRecorded = true
      return seq
    })
    const reason = `\u202e  Caller gave born 1961-04-17 and ${SECOND_BANK}  `
    const response = await ask({ field: '/ach/*/bank_account_no', item: 72, reason })
    expect([response.statusCode, isRecorded]).toEqual([200, true])
    expect(await trail()).toMatchObject([
      {
        phase: 'event',
        operation: 'accounts.reveal',
        actor: { userId, role: 'admin' },
        requestId: response.headers['x-request-id'],
        details: {
          result: 'ok',
          target: 'id=3',
          field: '/ach/*/bank_account_no',
          item: '72',
          reason: 'Caller gave born ****-**-** and •••••••••',
        },
      },
    ])
  })

  test('gives no value when it cannot be recorded', async () => {
    vi.spyOn(gateway.store.audit, 'event').mockRejectedValue(new Error('disk full'))
    const response = await ask()
    expect([response.statusCode, bodyOf(response)['code']]).toEqual([503, 'AUDIT_UNAVAILABLE'])
    expect(response.body).not.toContain(SSN)
  })

  test('asks no one when it cannot be counted', async () => {
    vi.spyOn(gateway.store.reveals, 'claim').mockRejectedValue(new Error('disk full'))
    const response = await ask()
    expect([response.statusCode, bodyOf(response)['code']]).toEqual([503, 'AUDIT_UNAVAILABLE'])
    expect(gateway.upstream.seen).toEqual([])
  })

  test.each([
    ['no such item', { field: '/ach/*/bank_account_no', item: 99 }, personalDetail],
    ['no account', {}, { account: [] }],
    ['no value', {}, { account: [{ id: 3, ss_number: null }] }],
    ['an empty value', {}, { account: [{ id: 3, ss_number: ' ' }] }],
    ['a structure in its place', {}, { account: [{ id: 3, ss_number: { raw: SSN } }] }],
    ['a list in its place', {}, { account: [{ id: 3, ss_number: [SSN] }] }],
  ])('of %s is 404 and not on record as a reveal', async (_what, body, detail) => {
    gateway.upstream.script(answering(200, detail))
    const response = await ask(body)
    expect([response.statusCode, bodyOf(response)]).toMatchObject([404, { message: 'There is no value to show.' }])
    expect(await trail()).toEqual([])
  })

  test.each([
    [404, {}, 404, 'NOT_FOUND'],
    [500, {}, 502, 'UPSTREAM_FAILED'],
    [200, '<html>', 502, 'UPSTREAM_FORMAT'],
    [200, { status: 409, message: `about ${SSN}` }, 409, 'UPSTREAM_REFUSED'],
  ])('where the service answers %s %j is %s %s', async (upstreamStatus, body, status, code) => {
    gateway.upstream.script(answering(upstreamStatus, body))
    const response = await ask()
    expect([response.statusCode, bodyOf(response)['code']]).toEqual([status, code])
    expect(response.body).not.toContain(SSN)
    expect(await trail()).toEqual([])
  })

  test('where the service refuses the staff token ends the session', async () => {
    gateway.upstream.script(answering(401, { detail: 'Invalid token.' }))
    expect((await ask()).statusCode).toBe(401)
    gateway.upstream.script(answering(200, personalDetail))
    expect((await ask()).statusCode).toBe(401)
  })
})

const refusals: readonly (readonly [string, Readonly<Record<string, unknown>>, RegExp])[] = [
  ['no resource', { resource: undefined }, /resource is missing/],
  ['an unknown resource', { resource: 'nothing' }, /Nothing of this resource/],
  ['a resource without anything to reveal', { resource: 'treasury' }, /Nothing of this resource/],
  ['a part instead of its resource', { resource: 'achRelationships' }, /Nothing of this resource/],
  ['a prototype', { resource: '__proto__' }, /Nothing of this resource/],
  ['no id', { id: undefined }, /id is missing/],
  ['an id that is none', { id: 'canary-id' }, /must be integer/],
  ['an id with a path in it', { id: '../4' }, /^id must match/],
  ['an object as id', { id: { a: 1 } }, /^id must be/],
  ['a value that is not masked', { field: '/account/*/name' }, /not a masked value/],
  ['an undeclared place', { field: '/account/0/ss_number' }, /not a masked value/],
  ['a place that objects have anyway', { field: '/constructor' }, /not a masked value/],
  ['an item where there is one value', { field: '/joint_user/joint_ssn', item: 1 }, /leave it out/],
  ['an item that is none', { item: ['71'] }, /^item must be/],
  ['a reason of two characters', { reason: '  ab ' }, /3 to 500 characters/],
  ['a reason that no one sees', { reason: '\u200b\u3164\u200b' }, /3 to 500 characters/],
  ['a reason of 501 characters', { reason: 'a'.repeat(501) }, /3 to 500 characters/],
  ['no reason', { reason: undefined }, /reason is missing/],
  ['anything else', { extra: 1 }, /extra is not a parameter/],
]

test.each([SSN, '900 45 6789', '900456789'])('a reveal with %s in its reason is refused at the field', async (ssn) => {
  const response = await ask({ reason: `Caller gave ${ssn}` })
  expect([response.statusCode, bodyOf(response)]).toMatchObject([
    422,
    { code: 'RULE_BROKEN', fields: { reason: expect.stringMatching(/social security number/) as string } },
  ])
  expect(gateway.upstream.seen).toEqual([])
  expect(await trail()).toEqual([])
})

test.each(refusals)('a reveal with %s is refused and calls no one', async (_what, body, message) => {
  const response = await ask(body)
  expect([response.statusCode, bodyOf(response)['code']]).toEqual([400, 'BAD_REQUEST'])
  expect(bodyOf(response)['message']).toMatch(message)
  expect(gateway.upstream.seen).toEqual([])
  expect(await trail()).toEqual([])
})

test('a reason of 3 and of 500 characters is enough', async () => {
  for (const reason of ['abc', 'a'.repeat(500)]) expect((await ask({ reason })).statusCode).toBe(200)
})

test.each([
  ['an object', 501],
  ['JSON text', 502],
])('a value inside a payload that is %s is shown whole', async (_what, item) => {
  const field = '/request/*/request_payload/contra_account_number'
  expect(bodyOf(await ask({ field, item }))).toEqual({ value: CONTRA })
})

describe('the way to a reveal', () => {
  test.each([
    ['no session', { cookie: '__Host-Http-sid=garbage' }, 401],
    ['another origin', { origin: 'https://evil.test' }, 403],
    ['another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['another static header', { 'x-countersign': '2' }, 403],
    ['a text body', { 'content-type': 'text/plain' }, 403],
  ])('with %s is closed', async (_what, headers, status) => {
    expect((await reveal(gateway, cookie, {}, headers)).statusCode).toBe(status)
    expect(gateway.upstream.seen).toEqual([])
  })

  test.each([...Object.keys(roles), 'a role no one knows'])('%s needs its permission', async (role) => {
    const response = await reveal(gateway, await signedIn(gateway, role, { userId }))
    const isAllowed = permissionsOf(registry, role, 'refuse').includes('accounts.reveal')
    expect(response.statusCode).toBe(isAllowed ? 200 : 403)
    expect(gateway.upstream.seen).toHaveLength(isAllowed ? 1 : 0)
    const details = isAllowed ? { result: 'ok' } : { result: 'refused', why: 'permission', target: 'id=3' }
    expect(await trail()).toMatchObject([{ operation: 'accounts.reveal', actor: { role }, details }])
  })
})

describe('the quota', () => {
  test('lets nine through without a fresh sign-in, and asks for one from the tenth on', async () => {
    const stale = await signedIn(gateway, 'admin', { userId, authTime: gateway.clock.now() - 6 * 60_000 })
    const statuses: number[] = []
    for (let time = 0; time < 11; time += 1) statuses.push((await reveal(gateway, stale, {}, {})).statusCode)
    expect(statuses).toEqual([...Array.from({ length: 9 }, () => 200), 403, 403])
    expect(bodyOf(await reveal(gateway, stale, {}, {}))['code']).toBe('STEP_UP')
    expect((await ask()).statusCode).toBe(200)
    expect(gateway.upstream.seen).toHaveLength(10)
  })

  test('lets 30 through in an hour, refuses the 31st on record, and says when to come back', async () => {
    for (let time = 0; time < 30; time += 1) {
      expect((await ask()).statusCode).toBe(200)
      gateway.clock.advance(1000)
    }
    const calls = gateway.upstream.seen.length
    const response = await ask()
    expect([response.statusCode, bodyOf(response)['code']]).toEqual([429, 'RATE_LIMITED'])
    expect(response.headers['retry-after']).toBe('3570')
    expect(bodyOf(response)['message']).toBe('You have seen 30 values whole within the hour. Try again in 1 hour.')
    expect(response.body).not.toContain(SSN)
    expect(gateway.upstream.seen).toHaveLength(calls)
    const records = await trail()
    expect(records).toHaveLength(31)
    expect(records.at(-1)).toMatchObject({ details: { result: 'refused', why: 'quota', target: 'id=3' } })
    const again = await signedIn(gateway, 'admin', { userId })
    expect((await reveal(gateway, again)).statusCode).toBe(429)
    gateway.clock.advance(3_570_000)
    expect((await reveal(gateway, await signedIn(gateway, 'admin', { userId }))).statusCode).toBe(200)
  })

  test('holds for any number at once', async () => {
    const responses = await Promise.all(Array.from({ length: 45 }, () => ask()))
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(30)
    expect(responses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(15)
    const served = (await trail()).filter((record) => record.phase === 'event' && record.details['result'] === 'ok')
    expect(served).toHaveLength(30)
  })

  test('does not count a reveal that gave nothing', async () => {
    gateway.upstream.script(answering(404, {}))
    for (let time = 0; time < 31; time += 1) expect((await ask()).statusCode).toBe(404)
  })

  test('is warned about in the log from the tenth on, without anything personal', async () => {
    const before = gateway.log.length
    const warnings = () => gateway.log.slice(before).filter((line) => line.includes('many values shown whole'))
    for (let time = 0; time < 9; time += 1) await ask()
    expect(warnings()).toEqual([])
    await ask()
    expect(warnings()).toHaveLength(1)
    expect(warnings()[0]).toContain(`"userId":${userId},"reveals":10`)
    expect(warnings()[0]).not.toMatch(/canary|Customer called/)
  })
})
