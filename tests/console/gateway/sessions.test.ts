import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { answering, hanging, type Script } from '../../support/faultyUpstream.ts'
import {
  consoleHeaders,
  operationOf,
  requestFor,
  signedIn,
  startGateway,
  TOKEN,
  type GatewayUnderTest,
} from './gatewayUnderTest.ts'

const MINUTE = 60_000
const list = operationOf('treasury.list')

let gateway: GatewayUnderTest
let cookie: string

beforeEach(async () => {
  gateway = await startGateway({ limits: { readMs: 1500, readHeadersMs: 1500 } })
  cookie = await signedIn(gateway)
})
afterEach(() => gateway.stop())

const staff = { token: 'next-token', profile: { user: { id: 1 } }, is_staff: true, self_role: 'admin' }

/** Answers the question for staff one way and everything else with an empty list. */
const checkedBy =
  (check: Script): Script =>
  (request, response, incoming) =>
    (request.target.includes('/v1/') ? check : answering(200, []))(request, response, incoming)

const read = async (): Promise<number> => (await gateway.app.inject(requestFor(list, cookie))).statusCode

const touch = async (): Promise<number> =>
  (await gateway.app.inject({ ...requestFor(list, cookie), method: 'POST', url: '/auth/session/touch' })).statusCode

const checks = () => gateway.upstream.seen.filter(({ target }) => target.includes('/v1/'))

const endings = async () =>
  (await gateway.store.audit.list({ limit: 100 })).filter(
    (record) => 'operation' in record && record.operation === 'auth.sessionEnded',
  )

describe('the question who is signed in', () => {
  const ask = async (by: string | null, url = '/auth/session') =>
    (await gateway.app.inject({ url, headers: consoleHeaders(list, by) })).statusCode

  test('has an empty answer for a browser without a cookie, and 401 for one whose session has ended', async () => {
    expect(await ask(null)).toBe(204)
    expect(await ask(null, '/console/access')).toBe(401)
    expect(await ask(cookie)).toBe(200)
    gateway.clock.advance(31 * MINUTE)
    expect(await ask(cookie)).toBe(401)
  })
})

describe('the length of a session', () => {
  test('is 30 minutes without activity, and reading is no activity', async () => {
    gateway.upstream.script(checkedBy(answering(200, staff)))
    gateway.clock.advance(29 * MINUTE)
    expect(await read()).toBe(200)
    gateway.clock.advance(MINUTE + 1000)
    expect(await read()).toBe(401)
  })

  test('is 8 hours at most, whatever the activity', async () => {
    gateway.upstream.script(checkedBy(answering(200, staff)))
    for (let minutes = 20; minutes < 8 * 60; minutes += 20) {
      gateway.clock.advance(20 * MINUTE)
      expect(await touch()).toBe(200)
    }
    gateway.clock.advance(20 * MINUTE)
    expect(await touch()).toBe(401)
  })
})

describe('the question for staff', () => {
  test('is asked again after ten minutes, once, and its token is used from then on', async () => {
    gateway.upstream.script(checkedBy(answering(200, staff)))
    gateway.clock.advance(9 * MINUTE)
    await read()
    expect(checks()).toHaveLength(0)
    gateway.clock.advance(MINUTE + 1)
    expect(await Promise.all([read(), read(), read()])).toEqual([200, 200, 200])
    await expect.poll(checks).toHaveLength(1)
    const headersOfRead = async () => {
      await read()
      return gateway.upstream.seen.findLast(({ target }) => !target.includes('/v1/'))?.headers
    }
    await expect.poll(headersOfRead).toContainEqual(['authorization', 'Token next-token'])
    expect(checks()).toHaveLength(1)
  })

  test.each([false, 'true', 1, {}, null, undefined])('ends the session where is_staff is %j', async (is_staff) => {
    gateway.upstream.script(checkedBy(answering(200, { ...staff, is_staff })))
    gateway.clock.advance(11 * MINUTE)
    await expect.poll(read).toBe(401)
    expect(await endings()).toHaveLength(1)
  })

  test('ends the session of a person who has lost the role, where a sign-in needs one', async () => {
    const strict = await startGateway({ settings: { noRole: 'refuse' } })
    const cookieOf = await signedIn(strict)
    strict.upstream.script(checkedBy(answering(200, { ...staff, self_role: null })))
    strict.clock.advance(11 * MINUTE)
    await expect.poll(async () => (await strict.app.inject(requestFor(list, cookieOf))).statusCode).toBe(401)
    await strict.stop()
  })

  test('ends the session when the service refuses the identity', async () => {
    gateway.upstream.script(checkedBy(answering(401, { detail: 'Invalid token.' })))
    gateway.clock.advance(11 * MINUTE)
    await expect.poll(read).toBe(401)
  })

  test.each([
    ['is down', answering(503, {})],
    ['hangs', hanging],
  ])('keeps the session for fifteen more minutes while the service %s', async (_what, check) => {
    gateway.upstream.script(checkedBy(check))
    gateway.clock.advance(24 * MINUTE)
    expect(await read()).toBe(200)
    await touch()
    gateway.clock.advance(2 * MINUTE)
    expect(await read()).toBe(401)
  })
})

test('requests that have to wait for the answer share one question', async () => {
  cookie = await signedIn(gateway, 'admin', { staffCheckedAt: gateway.clock.now() - 26 * MINUTE })
  gateway.upstream.script(checkedBy(answering(200, staff)))
  const statuses = await Promise.all(Array.from({ length: 20 }, read))
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(checks()).toHaveLength(1)
})

test('a store that does not answer ends no session and sends nothing, and says so', async () => {
  const find = vi.spyOn(gateway.store.sessions, 'find').mockRejectedValueOnce(new Error('connection terminated'))
  const response = await gateway.app.inject(requestFor(list, cookie))
  expect([response.statusCode, response.json()]).toEqual([503, expect.objectContaining({ code: 'STORE_UNAVAILABLE' })])
  expect(gateway.upstream.seen).toEqual([])
  find.mockRestore()
  gateway.upstream.script(answering(200, []))
  expect(await read()).toBe(200)
})

describe('a staff token refused upstream', () => {
  test('ends the session once, however many requests find out', async () => {
    gateway.upstream.script(answering(401, { detail: 'Invalid token.' }))
    const statuses = await Promise.all(Array.from({ length: 20 }, read))
    expect(new Set(statuses)).toEqual(new Set([401]))
    expect(await endings()).toHaveLength(1)
    gateway.upstream.reset()
    expect(await read()).toBe(401)
    expect(gateway.upstream.seen).toEqual([])
  })

  test('leaves another session of the same person alone', async () => {
    const other = await signedIn(gateway, 'admin', { upstreamToken: 'fresh-token' })
    gateway.upstream.script((request, response, incoming) => {
      const isOld = request.headers.some(([, value]) => value.includes(TOKEN))
      return answering(isOld ? 401 : 200, [])(request, response, incoming)
    })
    expect(await read()).toBe(401)
    expect((await gateway.app.inject(requestFor(list, other))).statusCode).toBe(200)
  })
})
