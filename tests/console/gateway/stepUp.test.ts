import { describe, expect, test } from 'vitest'
import { registry } from '../../../schemas/console.ts'
import {
  broughtBack,
  cookiesOf,
  events,
  gateway,
  type Jar,
  overEmbeddedServices,
  post,
  sentOn,
  session,
  signedIn,
} from './embeddedGateway.ts'
import { sampleCallOf } from './sampleCalls.ts'
import { bodyOf, operations, requestFor, signedIn as openSession } from './gatewayUnderTest.ts'

overEmbeddedServices()

const MINUTE = 60_000
const guarded = operations.filter(({ permission }) => registry.freshSignIn.some((own) => own === permission))

/** Does what a person does on the provider's own page; gives the query that comes back. */
async function proved(start: string, person: string, provider: Jar = new Map()): Promise<string> {
  const keep = (response: Response) => {
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      provider.set(name, value)
    }
  }
  const page = await fetch(start, { redirect: 'manual' })
  keep(page)
  const form = new URL(page.headers.get('location') ?? '', start).href
  const answered = await fetch(form, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookiesOf(provider) },
    body: new URLSearchParams({ email: `${person}@countersign.test`, password: 'countersign' }),
  })
  return broughtBack(new URL(answered.headers.get('location') ?? '', start).href, provider)
}

async function begin(jar: Jar): Promise<string> {
  await post('/auth/step-up', { next: '/signed-in' }, jar)
  return sentOn(jar)
}

const send = (id: string, cookie: string) => {
  const operation = operations.find((each) => each.id === id)
  if (operation === undefined) throw new Error(id)
  return gateway.app.inject(requestFor(operation, cookie))
}

test('everything that the list of S-27 names needs it', () => {
  const written = guarded.filter(({ id }) => sampleCallOf(id) === undefined)
  expect(written.map(({ id }) => id).toSorted()).toEqual([
    'accounts.closeAccount',
    'accounts.export',
    'accounts.funding',
    'accounts.restrictSsn',
    'accounts.unrestrictSsn',
    'changeEmail.submit',
    'deleteData.submit',
    'unregister.submit',
  ])
})

describe.each(guarded.map(({ id }) => id))('%s', (id) => {
  test.each([
    ['longer ago', () => ({ authTime: gateway.clock.now() - 5 * MINUTE - 1 })],
    ['never', () => ({ authTime: 0 })],
    ['at a time that the provider does not say', () => ({ authTime: undefined })],
  ])('is refused to a person who signed in %s, and nothing is recorded or sent', async (_when, data) => {
    const cookie = await openSession(gateway, 'admin', data() as { authTime: number })
    const before = (await gateway.store.audit.list({ limit: 1000 })).length
    const response = await send(id, cookie)
    expect([response.statusCode, bodyOf(response)['code']]).toEqual([403, 'STEP_UP'])
    expect(await gateway.store.audit.list({ limit: 1000 })).toHaveLength(before)
  })

  test('is not refused for it within five minutes', async () => {
    const cookie = await openSession(gateway, 'admin', { authTime: gateway.clock.now() - 5 * MINUTE })
    expect(bodyOf(await send(id, cookie))['code']).not.toBe('STEP_UP')
  })

  test('is refused for the missing permission first', async () => {
    const response = await send(id, await openSession(gateway, 'viewer', { authTime: 0 }))
    expect(bodyOf(response)['code']).toBe('FORBIDDEN')
  })
})

describe('a fresh sign-in', () => {
  test('asks at the provider, whatever its session, and goes on under a new id within the same limits', async () => {
    const jar = await signedIn('operations')
    const earlier = new Map(jar)
    const before = bodyOf(await session(jar))
    const start = await begin(jar)
    expect(Object.fromEntries(new URL(start).searchParams)).toMatchObject({
      prompt: 'login',
      max_age: '0',
      login_hint: 'operations@countersign.test',
    })
    const response = await post('/auth/complete', { query: await proved(start, 'operations') }, jar)
    expect([response.statusCode, response.json()]).toEqual([200, { next: '/signed-in' }])
    expect(jar.get('__Host-Http-sid')).not.toBe(earlier.get('__Host-Http-sid'))
    expect((await session(earlier)).statusCode).toBe(401)
    expect(bodyOf(await session(jar))).toMatchObject({ userId: 2, expiresAt: before['expiresAt'] })
    expect((await events()).at(-1)).toMatchObject({ operation: 'auth.stepUp', details: { result: 'ok' } })
  })

  test('lets the change through that was refused', async () => {
    const [entry] = await gateway.store.sessions.list(MINUTE)
    if (entry === undefined) throw new Error('no session')
    const jar: Jar = await signedIn('operations')
    const id = jar.get('__Host-Http-sid') ?? ''
    const { data } = (await gateway.store.sessions.find(id, MINUTE)) ?? entry
    await gateway.store.sessions.update(id, { ...data, authTime: 0 })
    expect(bodyOf(await send('accounts.export', cookiesOf(jar)))['code']).toBe('STEP_UP')
    await post('/auth/complete', { query: await proved(await begin(jar), 'operations') }, jar)
    expect((await send('accounts.export', cookiesOf(jar))).statusCode).toBe(200)
  })

  test('of another person confirms nothing and leaves the session as it is', async () => {
    const jar = await signedIn('operations')
    const response = await post('/auth/complete', { query: await proved(await begin(jar), 'reviewer') }, jar)
    expect([response.statusCode, bodyOf(response)['code']]).toEqual([403, 'OTHER_PERSON'])
    expect(bodyOf(await session(jar))).toMatchObject({ userId: 2 })
    expect((await events()).at(-1)).toMatchObject({ operation: 'auth.stepUp', details: { result: 'refused' } })
  })

  test('confirms only the session it was begun in', async () => {
    const [one, other] = [await signedIn('operations'), await signedIn('operations')]
    const query = await proved(await begin(one), 'operations')
    const stolen = new Map([
      ['__Host-Http-tx', one.get('__Host-Http-tx') ?? ''],
      ['__Host-Http-sid', other.get('__Host-Http-sid') ?? ''],
    ])
    expect((await post('/auth/complete', { query }, stolen)).statusCode).toBe(400)
    expect((await session(one)).statusCode).toBe(200)
  })

  test('is not one that the provider took from before', async () => {
    const jar = await signedIn('operations')
    const provider: Jar = new Map()
    await proved(await begin(jar), 'operations', provider)
    gateway.clock.advance(2 * MINUTE)
    const late = new URL(await begin(jar))
    // As with a provider that heeds neither.
    late.searchParams.delete('prompt')
    late.searchParams.delete('max_age')
    const response = await post('/auth/complete', { query: await broughtBack(late.href, provider) }, jar)
    expect([response.statusCode, bodyOf(response)['code']]).toEqual([400, 'SIGN_IN_EXPIRED'])
  })

  test('cannot be begun without a session', async () => {
    expect((await post('/auth/step-up', {})).statusCode).toBe(401)
  })
})
