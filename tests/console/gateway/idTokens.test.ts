import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { answering, type Script } from '../../support/faultyUpstream.ts'
import { HOST, PUBLIC_URL, signedIn, startGateway } from './gatewayUnderTest.ts'
import { gateway, withGateway } from './withGateway.ts'

/** What a provider, or who pretends to be it, answers to a sign-in that comes back (S-03). */
withGateway({ isAllScripted: true, limits: { completeRate: { max: 10_000, windowMs: 1000 } } })

const CLIENT = 'countersign'
const [STATE, NONCE] = ['state-of-this-browser', 'nonce-of-this-browser']

const [ACCESS, REFRESH] = ['canary-access-token', 'canary-refresh-token']

let keys: Awaited<ReturnType<typeof generateKeyPair>>
let others: Awaited<ReturnType<typeof generateKeyPair>>
let jwk: object
let idToken = ''
let subjectSaid = ''
/** What the provider answers to the gateway's requests for tokens, where it refuses them. */
let refusal: Script | undefined

beforeAll(async () => {
  keys = await generateKeyPair('ES256', { extractable: true })
  others = await generateKeyPair('ES256')
  jwk = { ...(await exportJWK(keys.publicKey)), kid: 'provider', alg: 'ES256', use: 'sig' }
})

const staff = { is_staff: true, token: 'upstream-token', profile: { user: { id: 7 } }, self_role: 'admin' }

beforeEach(() => {
  const issuer = gateway.upstream.url
  subjectSaid = 'subject-7'
  refusal = undefined
  gateway.upstream.script((request, response, incoming) => {
    const { target } = request
    if (target === '/token' && refusal !== undefined) return refusal(request, response, incoming)
    const described = {
      issuer,
      jwks_uri: `${issuer}/keys`,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/me`,
      authorization_response_iss_parameter_supported: true,
      id_token_signing_alg_values_supported: ['ES256'],
    }
    const body = target.includes('.well-known')
      ? described
      : target === '/keys'
        ? { keys: [jwk] }
        : target === '/token'
          ? { access_token: ACCESS, refresh_token: REFRESH, token_type: 'bearer', expires_in: 300, id_token: idToken }
          : target === '/me'
            ? { sub: subjectSaid, email: 'seven@countersign.test' }
            : staff
    return answering(200, body)(request, response, incoming)
  })
})

/** Seconds by the clock of the machine, which the library reads. */
const seconds = () => Math.floor(Date.now() / 1000)

const claims = (changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => {
  const own = { iss: gateway.upstream.url, aud: CLIENT, sub: 'subject-7', nonce: NONCE, iat: seconds() }
  const all = { ...own, exp: seconds() + 300, ...changes }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

const sign = (payload: Record<string, unknown>, by: CryptoKey | Uint8Array = keys.privateKey, alg = 'ES256') =>
  new SignJWT(payload).setProtectedHeader({ alg, kid: 'provider' }).sign(by)

const completion = (id: string, issuer: string) => ({
  method: 'POST' as const,
  url: '/auth/complete',
  headers: {
    host: HOST,
    origin: PUBLIC_URL,
    'sec-fetch-site': 'same-origin',
    'x-countersign': '1',
    cookie: `__Host-Http-tx=${id}`,
  },
  payload: { query: `?code=code&state=${STATE}&iss=${encodeURIComponent(issuer)}` },
})

const visit = {
  location: 'https://identity.test/authorize',
  signIn: { verifier: 'v'.repeat(43), state: STATE, nonce: NONCE },
}

const begin = (lifetimeMs = 600_000) => gateway.store.signIns.begin(visit, lifetimeMs)

type Completion = ReturnType<typeof completion>

/** Completes a sign-in that has been begun; true when there is a session. */
async function complete(
  change: (sent: Completion) => Completion | Promise<Completion> = (sent) => sent,
): Promise<boolean> {
  const sent = await change(completion(await begin(), gateway.upstream.url))
  const before = (await gateway.store.sessions.list(600_000)).length
  const response = await gateway.app.inject(sent)
  const isSignedIn = (await gateway.store.sessions.list(600_000)).length > before
  const hasCookie = response.cookies.some(({ name, value }) => name === '__Host-Http-sid' && value !== '')
  expect(hasCookie).toBe(isSignedIn)
  if (!isSignedIn) expect([400, 422, 503]).toContain(response.statusCode)
  return isSignedIn
}

test('an ID token of the provider, for this sign-in, signs in', async () => {
  idToken = await sign(claims())
  expect(await complete()).toBe(true)
})

describe('a secret of the gateway that the provider refuses', () => {
  const variable = 'OIDC_CLIENT_ID, OIDC_CLIENT_SECRET'
  const lines = () => gateway.log.map((line) => JSON.parse(line) as { msg: string; variable?: string; err?: object })

  test.each([{}, { 'www-authenticate': 'Basic realm="provider"' }])('is named on the log (%j)', async (headers) => {
    refusal = answering(401, { error: 'invalid_client' }, headers)
    const response = await gateway.app.inject(completion(await begin(), gateway.upstream.url))
    expect([response.statusCode, response.json()]).toMatchObject([503, { code: 'IDENTITY_UNAVAILABLE' }])
    expect(lines().findLast(({ msg }) => msg === 'failed')).toMatchObject({ variable })
  })

  test('ends no session whose tokens are near their end', async () => {
    refusal = answering(401, { error: 'invalid_client' })
    const cookie = await signedIn(gateway, 'admin', { accessTokenExpiresAt: gateway.clock.now() + 1000 })
    const ask = async () => {
      const headers = { host: HOST, 'sec-fetch-site': 'same-origin', 'x-countersign': '1', cookie }
      return (await gateway.app.inject({ url: '/auth/session', headers })).statusCode
    }
    expect(await ask()).toBe(200)
    await expect
      .poll(() => lines().findLast(({ msg }) => msg === 'session upkeep failed')?.err)
      .toMatchObject({ variable })
    expect(await ask()).toBe(200)
  })
})

const forged: readonly (readonly [string, () => Promise<string>])[] = [
  ['no signature', async () => new UnsecuredJWT(claims()).encode()],
  ['no signature, and the name of one', async () => `${(await sign(claims())).split('.', 2).join('.')}.`],
  ['the signature of another key', () => sign(claims(), others.privateKey)],
  ['the client’s secret as its key', () => sign(claims(), Buffer.from('canary-client-secret'.padEnd(32)), 'HS256')],
  ['another issuer', () => sign(claims({ iss: 'https://evil.test' }))],
  ['no issuer', () => sign(claims({ iss: undefined }))],
  ['another audience', () => sign(claims({ aud: 'other' }))],
  ['no audience', () => sign(claims({ aud: undefined }))],
  ['several audiences and another party', () => sign(claims({ aud: [CLIENT, 'other'], azp: 'other' }))],
  ['another nonce', () => sign(claims({ nonce: 'other' }))],
  ['no nonce', () => sign(claims({ nonce: undefined }))],
  ['a time that is over', () => sign(claims({ iat: seconds() - 7200, exp: seconds() - 3600 }))],
  ['no end', () => sign(claims({ exp: undefined }))],
  ['no beginning', () => sign(claims({ iat: undefined }))],
  ['a beginning to come', () => sign(claims({ iat: seconds() + 3600, exp: seconds() + 7200 }))],
  ['a time to come', () => sign(claims({ nbf: seconds() + 3600 }))],
  ['no person', () => sign(claims({ sub: undefined }))],
  ['a person that is no text', () => sign(claims({ sub: 7 }))],
  ['a word in its place', async () => 'no token'],
  ['nothing in its place', async () => ''],
]

describe('an ID token', () => {
  test.each(forged)('with %s signs no one in', async (_what, make) => {
    idToken = await make()
    expect(await complete()).toBe(false)
  })

  test('that was changed anywhere signs no one in', { timeout: 120_000 }, async () => {
    const own = await sign(claims())
    for (let round = 0; round < 100; round += 1) {
      const [at = 0, to = 0] = randomBytes(2)
      const place = Math.floor((at / 256) * (own.length - 2))
      const letter = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.'.at(to % 65) ?? 'A'
      if (own[place] === letter) continue
      idToken = `${own.slice(0, place)}${letter}${own.slice(place + 1)}`
      expect(await complete(), `${letter} at ${place} of ${own}`).toBe(false)
    }
  })
})

/** An answer of the provider with another query. */
const asking = (change: (query: URLSearchParams, noise: string) => void, noise: string) => (sent: Completion) => {
  const query = new URLSearchParams(sent.payload.query)
  change(query, noise)
  return { ...sent, payload: { query: `?${query.toString()}` } }
}
const withCookie = (cookie: string) => (sent: Completion) => ({ ...sent, headers: { ...sent.headers, cookie } })

let used: Completion | undefined

/** Ways to come back from the provider with another query or cookie, each with some noise. */
const cameBack: Readonly<Record<string, (noise: string) => (sent: Completion) => Completion | Promise<Completion>>> = {
  'no state': (noise) => asking((query) => (query.delete('state'), query.set('x', noise)), noise),
  'another state': (noise) => asking((query) => query.set('state', noise), noise),
  'another issuer': (noise) => asking((query) => query.set('iss', `https://${noise}.test`), noise),
  'no issuer': (noise) => asking((query) => (query.delete('iss'), query.set('x', noise)), noise),
  'an error with HTML': (noise) =>
    asking(
      (query) => (query.set('error', 'denied'), query.set('error_description', `<script>${noise}</script>`)),
      noise,
    ),
  'a code that was used': () => async (sent) => {
    if (used === undefined) await gateway.app.inject(sent)
    return (used ??= sent)
  },
  'the cookie of another browser': (noise) => withCookie(`__Host-Http-tx=${noise}`),
  'a sign-in that has expired': () => async (sent) => {
    const id = await begin(1)
    gateway.clock.advance(2)
    return withCookie(`__Host-Http-tx=${id}`)(sent)
  },
}

/** Claims of a token that are not those of this sign-in, each with some noise. */
const claimed: Readonly<Record<string, (noise: string) => Record<string, unknown>>> = {
  'another nonce': (noise) => ({ nonce: noise }),
  'another audience': (noise) => ({ aud: noise }),
  'another issuer': (noise) => ({ iss: `https://${noise}.test` }),
  'an end that is over': (noise) => ({ exp: seconds() - 60 - noise.charCodeAt(0) * 60 }),
  'a beginning to come': (noise) => ({ iat: seconds() + 300 + noise.charCodeAt(0), exp: seconds() + 7200 }),
}

const noises = Array.from({ length: 100 }, () => randomBytes(24).toString('base64url').replaceAll(/[-_]/g, 'a'))

describe('a hundred times with other values', () => {
  beforeEach(async () => {
    idToken = await sign(claims())
  })

  test.each(Object.keys(cameBack))('%s signs no one in', { timeout: 120_000 }, async (what) => {
    for (const noise of noises) expect(await complete(cameBack[what]?.(noise)), noise).toBe(false)
  })

  test.each(Object.keys(claimed))('a token with %s signs no one in', { timeout: 120_000 }, async (what) => {
    for (const noise of noises) {
      idToken = await sign(claims(claimed[what]?.(noise)))
      expect(await complete(), noise).toBe(false)
    }
  })

  test('a token without a signature signs no one in', { timeout: 120_000 }, async () => {
    for (const noise of noises) {
      idToken = new UnsecuredJWT(claims({ jti: noise })).encode()
      expect(await complete(), noise).toBe(false)
    }
  })
})

test('no token of the provider or of the services is in an answer of a sign-in', async () => {
  idToken = await sign(claims())
  const done = await gateway.app.inject(completion(await begin(), gateway.upstream.url))
  const { origin: _origin, ...headers } = completion('', '').headers
  const sid = done.cookies.find(({ name }) => name === '__Host-Http-sid')?.value ?? ''
  const cookie = `__Host-Http-sid=${sid}`
  const shown = await gateway.app.inject({ url: '/auth/session', headers: { ...headers, cookie } })
  expect([done.statusCode, shown.statusCode]).toEqual([200, 200])
  for (const token of [idToken, ACCESS, REFRESH, staff.token]) {
    expect(token.length).toBeGreaterThan(10)
    for (const { body, headers: sent } of [done, shown]) expect(`${body}${JSON.stringify(sent)}`).not.toContain(token)
  }
  for (const { body } of [done, shown]) expect(body).not.toContain(sid)
})

test('the profile of another person signs no one in', async () => {
  idToken = await sign(claims())
  subjectSaid = 'subject-8'
  expect(await complete()).toBe(false)
})

test('a provider that describes itself as another one is not asked', async () => {
  const other = await startGateway({ isAllScripted: true })
  onTestFinished(() => other.stop())
  other.upstream.script(answering(200, { issuer: 'https://evil.test', token_endpoint: `${other.upstream.url}/token` }))
  const id = await other.store.signIns.begin(visit, 600_000)
  const response = await other.app.inject(completion(id, other.upstream.url))
  expect([response.statusCode, await other.store.sessions.list(600_000)]).toEqual([503, []])
  expect(other.upstream.seen.map(({ target }) => target)).toEqual(['/.well-known/openid-configuration'])
})
