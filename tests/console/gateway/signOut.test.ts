import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { gatewayConsole } from '../support/gatewayConsole.ts'
import { createGateway } from '../../../server/gateway/createGateway.ts'
import {
  embedded,
  events,
  gateway,
  list,
  post,
  sentOn,
  session,
  signedIn,
  overEmbeddedServices,
} from './embeddedGateway.ts'
import { bodyOf, HOST, PUBLIC_URL } from './gatewayUnderTest.ts'

overEmbeddedServices()

describe('signing out', () => {
  test('ends the session, the grant and the cookie, once', async () => {
    const jar = await signedIn('operations')
    const old = new Map(jar)
    const id = jar.get('__Host-Http-sid') ?? ''
    const refreshToken = (await gateway.store.sessions.find(id, 1e9))?.data.refreshToken ?? ''
    const response = await post('/auth/logout', {}, jar)
    expect(bodyOf(response)).toEqual({ location: `${PUBLIC_URL}/auth/continue` })
    const location = new URL(await sentOn(jar))
    expect(location.origin).toBe(new URL(embedded.urls.oidcIssuer).origin)
    expect(location.searchParams.get('post_logout_redirect_uri')).toBe(`${PUBLIC_URL}/login?signedOut=1`)
    expect(location.searchParams.get('id_token_hint')).toMatch(/^eyJ/)
    expect(jar.has('__Host-Http-sid')).toBe(false)
    // It leads there once.
    expect(await sentOn(jar)).toBe(`${PUBLIC_URL}/login`)
    expect((await session(old)).statusCode).toBe(401)
    expect((await events()).at(-1)).toMatchObject({ operation: 'auth.signOut', actor: { role: 'operations' } })
    const { clientId, clientSecret } = embedded.oidc
    const refreshed = await fetch(`${embedded.urls.oidcIssuer.replace(/\/$/, '')}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    })
    expect([refreshToken.length > 10, refreshed.status]).toEqual([true, 400])
    const count = (await events()).length
    const again = await post('/auth/logout', {}, old)
    expect([again.statusCode, bodyOf(again)['location']]).toEqual([200, `${PUBLIC_URL}/login?signedOut=1`])
    expect(await events()).toHaveLength(count)
  })

  const asks = '/signout?confirm=1'
  test.each([
    ['cross-site', '/signout', asks],
    ['same-site', '/signout', asks],
    ['cross-site', '/SignOut/?x=1', asks],
    ['cross-site', '/%73ignout', asks],
    ['cross-site', asks, undefined],
    ['cross-site', '/signout/more', undefined],
    ['cross-site', '/account/%zz', undefined],
    ['same-origin', '/signout', undefined],
    ['none', '/signout', undefined],
  ])('is asked about first where a link on another site leads to it: %s %s', async (site, url, location) => {
    const headers = { host: HOST, accept: 'text/html', 'sec-fetch-site': site }
    const response = await gateway.app.inject({ url, headers })
    expect(response.headers.location).toBe(location)
    if (location !== undefined)
      expect([response.statusCode, response.headers['cache-control']]).toEqual([303, 'no-store'])
  })
})

test('tokens are refreshed once, however many requests find them near their end', async () => {
  const jar = await signedIn('admin')
  const id = jar.get('__Host-Http-sid') ?? ''
  const found = await gateway.store.sessions.find(id, 1e9)
  if (found === undefined) throw new Error('no session')
  await gateway.store.sessions.update(id, { ...found.data, accessTokenExpiresAt: gateway.clock.now() + 1000 })
  const statuses = (await Promise.all(Array.from({ length: 20 }, () => session(jar)))).map(
    ({ statusCode }) => statusCode,
  )
  expect(new Set(statuses)).toEqual(new Set([200]))
  await expect
    .poll(async () => (await gateway.store.sessions.find(id, 1e9))?.data.accessToken)
    .not.toBe(found.data.accessToken)
  expect((await session(jar)).statusCode).toBe(200)
  expect((await list(jar)).statusCode).toBe(200)
})

test('tokens are refreshed once by two gateways that find them near their end at the same moment', async () => {
  const jar = await signedIn('admin')
  const id = jar.get('__Host-Http-sid') ?? ''
  const found = await gateway.store.sessions.find(id, 1e9)
  if (found === undefined) throw new Error('no session')
  const { config, store, clock } = gateway
  const parts = { config, store, console: gatewayConsole(), consoleDir: null, logger: false, now: clock.now } as const
  const other = { ...gateway, app: await createGateway(parts) }
  onTestFinished(() => other.app.close())
  await store.sessions.update(id, { ...found.data, accessTokenExpiresAt: clock.now() + 1000 })
  // Both have read the old tokens before either has new ones.
  await Promise.all([session(jar), session(jar, other)])
  await expect.poll(async () => (await store.sessions.find(id, 1e9))?.data.accessToken).not.toBe(found.data.accessToken)
  const giveBack = await vi.waitUntil(() => store.sessions.takeUpkeep(id))
  await giveBack()
  expect((await session(jar)).statusCode).toBe(200)
  const kept = (await store.sessions.find(id, 1e9))?.data
  await store.sessions.update(id, { ...found.data, ...kept, accessTokenExpiresAt: clock.now() + 1000 })
  await session(jar, other)
  await expect.poll(async () => (await store.sessions.find(id, 1e9))?.data.accessToken).not.toBe(kept?.accessToken)
})

test('what the login screen needs is public and holds no secret', async () => {
  const headers = { host: HOST, 'sec-fetch-site': 'same-origin', 'x-countersign': '1' }
  const response = await gateway.app.inject({ url: '/auth/config', headers })
  expect(response.json()).toEqual({
    productName: 'Countersign',
    environment: 'dev',
    loginMode: 'form',
    forgotPasswordUrl: null,
    changePasswordUrl: null,
  })
})

test('no log line of all this holds a password, a token or an address', () => {
  const log = gateway.log.join('')
  for (const secret of ['countersign.test', '"countersign"', 'Bearer', 'code=', 'eyJ', embedded.oidc.clientSecret]) {
    expect(log).not.toContain(secret)
  }
})
