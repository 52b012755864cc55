import { describe, expect, test } from 'vitest'
import { answering } from '../../support/faultyUpstream.ts'
import { bodyOf, HOST, operationOf, PUBLIC_URL, requestFor, signedIn, startGateway } from './gatewayUnderTest.ts'
import { gateway, withGateway } from './withGateway.ts'

withGateway({
  settings: { trustProxy: '10.0.0.0/8' },
  limits: { loginRate: { max: 3, windowMs: 60_000 }, failedSignIns: { max: 2, windowMs: 60_000 } },
})

const fromConsole = { host: HOST, origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin', 'x-countersign': '1' }

describe('limits', () => {
  const attempt = (email: string, remoteAddress: string, forwarded?: string) =>
    gateway.app.inject({
      method: 'POST',
      url: '/auth/login',
      remoteAddress,
      headers: { ...fromConsole, ...(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }) },
      payload: { email, password: 'canary-password' },
    })
  const statusesOf = async (attempts: readonly (readonly [email: string, address: string, forwarded?: string])[]) => {
    const statuses: number[] = []
    for (const each of attempts) statuses.push((await attempt(...each)).statusCode)
    return statuses
  }

  test('hold for sign-in attempts by address, whatever the request claims about it', async () => {
    gateway.upstream.script(answering(401, { errorCode: 'E0000004' }))
    const names = ['canary.a', 'canary.b', 'canary.c', 'canary.d']
    const claimed = names.map((name, index) => [`${name}@example.test`, '192.0.2.1', `198.51.100.${index}`] as const)
    expect(await statusesOf(claimed)).toEqual([422, 422, 422, 429])
    const limited = await attempt('canary.e@example.test', '192.0.2.1')
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
    expect(bodyOf(limited)['code']).toBe('RATE_LIMITED')
    expect(bodyOf(limited)['message']).toMatch(/^Too many requests\. Try again in (\d+ seconds|1 minute)\.$/)
  })

  test('hold for a whole /64 of IPv6 addresses, and for nothing beyond it', async () => {
    gateway.upstream.script(answering(401, { errorCode: 'E0000004' }))
    const from = (index: number, address: string) => [`canary.v${index}@example.test`, address] as const
    const near = ['2001:db8:0:1::1', '2001:db8:0:1:ffff::2', '2001:0db8::1:0:0:0:3', '2001:db8:0:1::4']
    expect(await statusesOf(near.map((address, index) => from(index, address)))).toEqual([422, 422, 422, 429])
    expect(await statusesOf([from(4, '2001:db8:0:2::1'), from(5, '::ffff:192.0.2.9')])).toEqual([422, 422])
  })

  test('hold for failed sign-ins to one account from any address, and for no other account', async () => {
    gateway.upstream.script(answering(401, { errorCode: 'E0000004' }))
    const tried = gateway.upstream.seen.length
    const one = ['Canary.one@example.test', ' canary.ONE@example.test', 'canary.one@example.test']
    const many = one.map((email, index) => [email, `192.0.2.${20 + index}`] as const)
    expect(await statusesOf(many)).toEqual([422, 422, 429])
    expect(gateway.upstream.seen.length - tried).toBe(2)
    const refused = (await gateway.store.audit.list({ limit: 100 })).flatMap((record) =>
      record.phase === 'event' && String(record.ip).startsWith('192.0.2.2') ? [record] : [],
    )
    expect(refused.map(({ operation, details }) => [operation, details['code']])).toEqual([
      ['auth.signIn', 'E0000004'],
      ['auth.signIn', 'E0000004'],
      ['auth.signIn', 'RATE_LIMITED'],
    ])
    expect(await statusesOf([['canary.two@example.test', '192.0.2.22']])).toEqual([422])
    gateway.clock.advance(60_000)
    expect(await statusesOf([['canary.one@example.test', '192.0.2.23']])).toEqual([422])
  })

  test('do not count sign-ins that the provider could not answer', async () => {
    gateway.upstream.script(answering(503, {}))
    const down = [30, 31, 32].map((last) => ['canary.three@example.test', `192.0.2.${last}`] as const)
    expect(await statusesOf(down)).toEqual([503, 503, 503])
  })

  test('do not keep anyone from signing out', async () => {
    const statuses = Array.from({ length: 25 }, () =>
      gateway.app.inject({ method: 'POST', url: '/auth/logout', headers: fromConsole, payload: {} }),
    )
    expect(new Set((await Promise.all(statuses)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  })

  test('hold for a session', async () => {
    const tight = await startGateway({ limits: { sessionRate: { max: 2, windowMs: 60_000 } } })
    tight.upstream.script(answering(200, []))
    const cookie = await signedIn(tight)
    const send = async () => (await tight.app.inject(requestFor(operationOf('treasury.list'), cookie))).statusCode
    expect([await send(), await send(), await send()]).toEqual([200, 200, 429])
    await tight.stop()
  })
})
