import { describe, expect, test } from 'vitest'
import { permissions } from '../../../schemas/shared/permissions.ts'
import {
  arrived,
  broughtBack,
  events,
  gateway,
  list,
  login,
  post,
  sentOn,
  session,
  signedIn,
  overEmbeddedServices,
  type Jar,
} from './embeddedGateway.ts'
import { bodyOf, HOST, PUBLIC_URL, startGateway } from './gatewayUnderTest.ts'

overEmbeddedServices()

describe('signing in', () => {
  test('leads through the provider to a session that works', async () => {
    const jar: Jar = new Map()
    const query = await arrived('reviewer', jar, { next: '/accounts?page=2' })
    const complete = await post('/auth/complete', { query }, jar)
    expect(complete.json()).toEqual({ next: '/accounts?page=2' })
    const view = (await session(jar)).json<Record<string, unknown>>()
    expect(view).toMatchObject({
      userId: 3,
      email: 'reviewer@countersign.test',
      role: 'reviewer',
      authType: 'user',
      termsAgreed: 1,
    })
    expect(Object.keys(view).toSorted()).toEqual(
      [
        'accessContact',
        'approvalHours',
        'mayAdminister',
        'mayInspect',
        'mayReadAudit',
        'userId',
        'email',
        'firstName',
        'lastName',
        'role',
        'authType',
        'notConfigured',
        'termsAgreed',
        'clientExist',
        'userAdvisorMenu',
        'permissions',
        'idleExpiresAt',
        'expiresAt',
      ].toSorted(),
    )
    expect(view['permissions']).not.toEqual(permissions)
    expect((await list(jar)).statusCode).toBe(200)
    expect((await events()).at(-1)).toMatchObject({
      operation: 'auth.signIn',
      actor: { userId: 3 },
      details: { result: 'ok' },
    })
  })

  test('sets cookies of exactly the two forms', async () => {
    const jar: Jar = new Map()
    const start = await login('admin', jar)
    expect(start.headers['set-cookie']).toMatch(
      /^__Host-Http-tx=[A-Za-z0-9_-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    const end = await post('/auth/complete', { query: await broughtBack(await sentOn(jar)) }, jar)
    const [first, second, ...more] = [end.headers['set-cookie']].flat()
    expect(first).toMatch(
      /^__Host-Http-tx=; Max-Age=0; Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(second).toMatch(/^__Host-Http-sid=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
    expect(more).toEqual([])
    expect(jar.has('__Host-Http-tx')).toBe(false)
  })

  test('ends the oldest session of a person who has five, on record, and none for another in the same browser', async () => {
    const jars: Jar[] = []
    const other = await signedIn('viewer')
    for (let count = 1; count <= 5; count += 1) {
      jars.push(await signedIn('operations'))
      gateway.clock.advance(1000)
    }
    const states = async () => Promise.all([...jars, other].map(async (jar) => (await session(jar)).statusCode))
    const [, second = new Map()] = jars
    const query = await arrived('operations', second)
    expect((await post('/auth/complete', { query }, second)).statusCode).toBe(200)
    expect(await states()).toEqual([200, 200, 200, 200, 200, 200])
    jars.push(await signedIn('operations'))
    expect(await states()).toEqual([401, 200, 200, 200, 200, 200, 200])
    expect((await events()).filter(({ operation }) => operation === 'auth.sessionEnded')).toMatchObject([
      { actor: { userId: 2 }, details: { why: 'ended by a sign-in of the person elsewhere', userId: 2 } },
    ])
  })

  test('uses PKCE, state, nonce and every scope', async () => {
    const jar: Jar = new Map()
    await post('/auth/sso', { loginHint: 'admin@countersign.test' }, jar)
    const { searchParams } = new URL(await sentOn(jar))
    expect(Object.fromEntries(searchParams)).toMatchObject({
      code_challenge_method: 'S256',
      scope: 'openid profile email offline_access',
      redirect_uri: `${PUBLIC_URL}/auth/callback`,
      login_hint: 'admin@countersign.test',
    })
    expect(searchParams.has('prompt')).toBe(false)
    await post('/auth/sso', { isFresh: true }, jar)
    expect(new URL(await sentOn(jar)).searchParams.get('prompt')).toBe('login')
    for (const name of ['code_challenge', 'state', 'nonce']) expect(searchParams.get(name)?.length).toBeGreaterThan(40)
  })

  test.each([
    ['admin', 'wrong', 'E0000004', /^Entered password is incorrect/],
    ['nobody', 'countersign', 'E0000004', /^Entered password is incorrect/],
    ['expired', 'countersign', 'E0000064', 'Password is expired'],
  ])('of %s with %s is refused with the provider’s code, and recorded', async (email, password, code, message) => {
    const before = (await events()).length
    const response = await login(email, new Map(), password)
    expect([response.statusCode, bodyOf(response)['code']]).toEqual([422, code])
    expect(bodyOf(response)['message']).toMatch(message)
    expect(response.headers['set-cookie']).toBeUndefined()
    const recorded = await events()
    expect(recorded).toHaveLength(before + 1)
    expect(recorded.at(-1)).toMatchObject({
      operation: 'auth.signIn',
      actor: null,
      details: { result: 'refused', code },
    })
    expect(JSON.stringify(recorded.at(-1))).not.toContain('@')
  })

  test('is refused to who is not staff, and the answer names the page that was wanted', async () => {
    const jar: Jar = new Map()
    const query = await arrived('customer', jar, { next: '/accounts?page=2' })
    const response = await post('/auth/complete', { query }, jar)
    expect([response.statusCode, bodyOf(response)]).toMatchObject([
      403,
      { code: 'NOT_STAFF', message: 'You are not authorized to login', next: '/accounts?page=2' },
    ])
    expect(jar.has('__Host-Http-sid')).toBe(false)
    expect((await events()).at(-1)).toMatchObject({ actor: null, details: { result: 'refused', code: 'NOT_STAFF' } })
  })

  test('is not fooled', async () => {
    const attempts: readonly (readonly [string, (query: string, jar: Jar) => string])[] = [
      ['no state', (query) => query.replace(/[&?]state=[^&]*/, '')],
      ['another state', (query) => query.replace(/state=[^&]*/, 'state=evil')],
      ['another code', (query) => query.replace(/code=[^&]*/, 'code=evil')],
      ['another issuer', (query) => `${query.replace(/[&?]iss=[^&]*/, '')}&iss=https%3A%2F%2Fevil.test`],
      [
        'an error with HTML',
        (query) => `?error=access_denied&error_description=%3Cscript%3E&${query.slice(1).replace(/code=[^&]*&?/, '')}`,
      ],
      ['the browser of somebody else', (query, jar) => (jar.delete('__Host-Http-tx'), query)],
      ['a made-up transaction', (query, jar) => (jar.set('__Host-Http-tx', 'A'.repeat(43)), query)],
      ['no query', () => '?'],
    ]
    for (const [what, change] of attempts) {
      const jar: Jar = new Map()
      const query = await arrived('admin', jar)
      const response = await post('/auth/complete', { query: change(query, jar) }, jar)
      expect([400, 422], what).toContain(response.statusCode)
      expect(response.body).not.toContain('script')
      expect(jar.has('__Host-Http-sid'), what).toBe(false)
      const retry = await post('/auth/complete', { query }, jar)
      expect(retry.statusCode, `${what}, then the real one`).toBe(400)
    }
  })

  test('cannot be completed twice', async () => {
    const jar: Jar = new Map()
    const query = await arrived('admin', jar)
    const transaction = jar.get('__Host-Http-tx') ?? ''
    expect((await post('/auth/complete', { query }, jar)).statusCode).toBe(200)
    const replay = await post('/auth/complete', { query }, new Map([['__Host-Http-tx', transaction]]))
    expect([replay.statusCode, bodyOf(replay)['code']]).toEqual([400, 'SIGN_IN_EXPIRED'])
  })

  test('ends the session the browser had before', async () => {
    const jar = await signedIn('admin')
    const earlier = new Map(jar)
    await post('/auth/complete', { query: await arrived('admin', jar) }, jar)
    expect((await session(jar)).statusCode).toBe(200)
    expect((await session(earlier)).statusCode).toBe(401)
  })

  test.each([
    '//evil.test',
    '/\\evil.test',
    'https://evil.test',
    'javascript:alert(1)',
    'accounts',
    '',
    `/${'a'.repeat(600)}`,
    '/\t/evil.test',
  ])('returns to no page like %s', async (next) => {
    const response = await login('admin', new Map(), 'countersign', { next })
    expect([response.statusCode, bodyOf(response)['code']]).toEqual([400, 'BAD_REQUEST'])
  })

  test('is unavailable while the provider is', async () => {
    const alone = await startGateway({
      settings: {
        identity: { issuer: 'http://127.0.0.1:1', oktaUrl: 'http://127.0.0.1:1', clientId: 'a', clientSecret: 'b' },
      },
    })
    const headers = { host: HOST, origin: PUBLIC_URL, 'x-countersign': '1' }
    for (const [url, payload] of [
      ['/auth/login', { email: 'a@b.test', password: 'x' }],
      ['/auth/sso', {}],
    ] as const) {
      const response = await alone.app.inject({ method: 'POST', url, headers, payload })
      expect([response.statusCode, bodyOf(response)['code']]).toEqual([503, 'IDENTITY_UNAVAILABLE'])
    }
    await alone.stop()
  })
})
