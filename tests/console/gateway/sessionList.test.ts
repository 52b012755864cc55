import { describe, expect, test } from 'vitest'
import { deviceOf } from '../../../server/gateway/signIn/device.ts'
import { hashId } from '../../../server/store/seal.ts'
import { bodyOf, HOST, PUBLIC_URL, signedIn } from './gatewayUnderTest.ts'
import { cookie, gateway, trail, withGateway } from './withGateway.ts'

withGateway()

const ask = (method: 'GET' | 'DELETE', path: string, by = cookie) =>
  gateway.app.inject({
    method,
    url: `/console/sessions${path}`,
    headers: { host: HOST, origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin', 'x-countersign': '1', cookie: by },
  })

const keyOf = (from: string) => hashId(from.slice('__Host-Http-sid='.length))
const lives = async (by: string) => (await ask('GET', '', by)).statusCode === 200
const listed = async (path: string, by = cookie) =>
  (await ask('GET', path, by)).json<{ sessions: Record<string, unknown>[] }>().sessions

/** Another person, who may not administer. */
const operator = () =>
  signedIn(gateway, 'operations', { userId: 2, subject: 'subject-2', email: 'canary.two@countersign.test' })

const endings = async () =>
  (await trail()).filter((record) => 'operation' in record && record.operation === 'auth.sessionEnded')

describe('one’s own sessions', () => {
  test('are listed with device and last use, without any token, and others’ are not', async () => {
    const other = await operator()
    const phone = await signedIn(gateway, 'admin', { device: 'Safari on iPhone', ip: '192.0.2.7' })
    const sessions = await listed('')
    expect(sessions.find(({ id }) => id === keyOf(phone))).toMatchObject({
      isCurrent: false,
      device: 'Safari on iPhone',
      ip: '192.0.2.7',
      lastActiveAt: gateway.clock.now(),
    })
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toEqual([expect.objectContaining({ id: keyOf(cookie) })])
    expect(sessions.map(({ id }) => id)).not.toContain(keyOf(other))
    expect(JSON.stringify(sessions)).not.toMatch(/canary-(upstream|access|refresh|id)/)
  })

  test('of the version before, without device, address and moment of the sign-in, go on, and are not fresh', async () => {
    const { sessions } = gateway.store
    const now = await sessions.find(cookie.slice('__Host-Http-sid='.length), 600_000)
    if (now === undefined) throw new Error('no one is signed in')
    const { authTime: _authTime, device: _device, ip: _ip, ...data } = now.data
    const old = `__Host-Http-sid=${(await sessions.create(data, { absoluteMs: 600_000 })).id}`
    expect((await listed('')).find(({ id }) => id === keyOf(old))).toMatchObject({ device: 'Unknown device', ip: '' })
    expect(await lives(old)).toBe(true)
    const response = await ask('DELETE', `/${keyOf(cookie)}`, old)
    expect([response.statusCode, bodyOf(response)['code']]).toEqual([403, 'STEP_UP'])
  })

  test('end one by one, and all but the present one, on record', async () => {
    const [one, two, three] = [await signedIn(gateway), await signedIn(gateway), await signedIn(gateway)]
    const other = await operator()
    expect((await ask('DELETE', `/${keyOf(one)}`)).statusCode).toBe(204)
    expect([await lives(one), await lives(two), await lives(cookie)]).toEqual([false, true, true])
    expect((await ask('DELETE', '')).statusCode).toBe(204)
    expect([await lives(two), await lives(three), await lives(cookie), await lives(other)]).toEqual([
      false,
      false,
      true,
      true,
    ])
    expect((await endings())[0]).toMatchObject({
      actor: { userId: 1 },
      sessionHash: keyOf(one),
      details: { why: 'ended by the person', userId: 1 },
    })
    expect((await ask('DELETE', `/${keyOf(one)}`)).statusCode).toBe(404)
  })
})

describe('others’ sessions', () => {
  test('are listed and ended by administrators, one by one and all of a person, on record', async () => {
    const [one, two] = [await operator(), await operator()]
    expect((await listed('?of=everyone')).map(({ id }) => id)).toEqual(expect.arrayContaining([keyOf(one), keyOf(two)]))
    expect((await ask('DELETE', `/${keyOf(one)}`)).statusCode).toBe(204)
    expect([await lives(one), await lives(two)]).toEqual([false, true])
    expect((await ask('DELETE', '?userId=2')).statusCode).toBe(204)
    expect([await lives(two), await lives(cookie)]).toEqual([false, true])
    expect((await endings())[0]).toMatchObject({
      actor: { userId: 1 },
      details: { why: 'ended by an administrator', userId: 2 },
    })
  })

  test('are no one else’s to see or end, and the attempt is recorded', async () => {
    const by = await operator()
    const attempts = [
      await ask('GET', '?of=everyone', by),
      await ask('DELETE', `/${keyOf(cookie)}`, by),
      await ask('DELETE', `/${'0'.repeat(64)}`, by),
      await ask('DELETE', '?userId=1', by),
    ]
    expect(attempts.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403])
    expect(await lives(cookie)).toBe(true)
    expect((await trail()).at(-1)).toMatchObject({ actor: { userId: 2 }, details: { result: 'refused' } })
    expect((await ask('DELETE', '?userId=x', by)).statusCode).toBe(400)
  })
})

test.each([
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/156.0 Safari/537.36 Edg/156.0', 'Edge on Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Chrome/156.0 Safari/537.36', 'Chrome on macOS'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile Safari/604.1', 'Safari on iPhone'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0', 'Firefox on Linux'],
  ['<script>', 'Unknown device'],
  [undefined, 'Unknown device'],
])('%s is %s', (header, device) => expect(deviceOf(header)).toBe(device))

test('of others, and of one’s own elsewhere, are ended only shortly after a sign-in; the current one at any time', async () => {
  const here = await signedIn(gateway, 'admin', { authTime: gateway.clock.now() - 6 * 60_000 })
  const elsewhere = await signedIn(gateway, 'admin')
  const another = await signedIn(gateway, 'viewer', { userId: 2, subject: 'subject-2' })
  for (const path of [`/${keyOf(elsewhere)}`, `/${keyOf(another)}`, '', '?userId=2'])
    expect(bodyOf(await ask('DELETE', path, here))).toMatchObject({ code: 'STEP_UP' })
  expect((await ask('GET', '', another)).statusCode).toBe(200)
  expect((await ask('DELETE', `/${keyOf(here)}`, here)).statusCode).toBe(204)
})
