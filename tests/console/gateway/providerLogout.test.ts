import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashId } from '../../../server/store/seal.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { HOST, operationOf, PUBLIC_URL, requestFor, signedIn, startGateway } from './gatewayUnderTest.ts'
import { gateway, trail, withGateway } from './withGateway.ts'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const REVOKED = `${PUBLIC_URL}/auth/global-token-revocation`
const list = operationOf('treasury.list')

withGateway()

let keys: Awaited<ReturnType<typeof generateKeyPair>>
let others: Awaited<ReturnType<typeof generateKeyPair>>
let jwk: object
let count = 0

beforeAll(async () => {
  keys = await generateKeyPair('ES256', { extractable: true })
  others = await generateKeyPair('ES256')
  jwk = { ...(await exportJWK(keys.publicKey)), kid: 'provider', alg: 'ES256', use: 'sig' }
})

/** The provider: its description, its keys, and everything else it is asked. */
beforeEach(() => {
  const issuer = gateway.upstream.url
  const described = {
    issuer,
    jwks_uri: `${issuer}/keys`,
    revocation_endpoint: `${issuer}/revoke`,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
  }
  gateway.upstream.script((request, response, incoming) => {
    const { target } = request
    const body = target.includes('.well-known') ? described : target === '/keys' ? { keys: [jwk] } : []
    return answering(200, body)(request, response, incoming)
  })
})

interface Signed {
  readonly claims?: Readonly<Record<string, unknown>>
  readonly typ?: string | undefined
  readonly by?: CryptoKey
  readonly audience?: string
  readonly issuer?: string
  readonly age?: number
  readonly lifetime?: number
}

function sign(
  claims: Readonly<Record<string, unknown>>,
  { typ, by, audience, issuer, age = 0, lifetime = 120 }: Signed,
): Promise<string> {
  const issuedAt = Math.floor(gateway.clock.now() / 1000) - age
  count += 1
  return new SignJWT({ jti: `token-${count}`, ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'provider', ...(typ === undefined ? {} : { typ }) })
    .setIssuer(issuer ?? gateway.upstream.url)
    .setAudience(audience ?? 'countersign')
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetime)
    .sign(by ?? keys.privateKey)
}

const logoutToken = ({ claims, ...how }: Signed = {}) =>
  sign({ sub: 'subject-1', events: { [EVENT]: {} }, ...claims }, { typ: 'logout+jwt', ...how })

const revocationToken = ({ claims, ...how }: Signed = {}) =>
  sign({ sub: 'countersign', ...claims }, { typ: 'global-token-revocation+jwt', audience: REVOKED, ...how })

const logOut = async (token: string) =>
  gateway.app.inject({
    method: 'POST',
    url: '/auth/backchannel',
    headers: { host: HOST, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ logout_token: token }).toString(),
  })

const revoke = async (token: string | undefined, payload: object) =>
  gateway.app.inject({
    method: 'POST',
    url: '/auth/global-token-revocation',
    headers: { host: HOST, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    payload,
  })

const lives = async (cookie: string): Promise<boolean> =>
  (await gateway.app.inject(requestFor(list, cookie))).statusCode === 200

const byEmail = (email: string) => ({ sub_id: { format: 'email', email } })

/** An account of which a person has asked for the closing; answers the id of the approval. */
async function requestOf(email: string, subject: string): Promise<string> {
  const id = randomUUID()
  const entry = {
    id,
    operation: 'accounts.closeAccount',
    target: id,
    subject: 'accounts/4108',
    subjectHash: hashId(subject),
    requestKey: id,
    requestHash: id,
    request: {
      requester: { userId: 9, email, role: 'admin' },
      raw: { target: '', body: {} },
      owner: undefined,
      confirmation: undefined,
      seen: undefined,
      title: 'Close the account',
      isChecked: false,
    },
  }
  await gateway.store.approvals.request(entry, 3_600_000)
  return id
}

const stateOf = async (id: string) => (await gateway.store.approvals.find(id))?.state

describe('back-channel logout', () => {
  test('ends every session of the person it names, on record and with their tokens, and no other', async () => {
    const [one, two] = [await signedIn(gateway), await signedIn(gateway)]
    const other = await signedIn(gateway, 'admin', { subject: 'subject-2', userId: 2 })
    const response = await logOut(await logoutToken())
    expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'no-store'])
    expect([await lives(one), await lives(two), await lives(other)]).toEqual([false, false, true])
    const endings = (await trail()).filter(
      (record) => 'operation' in record && record.operation === 'auth.sessionEnded',
    )
    // The two, and the one that every test begins with.
    expect(endings).toHaveLength(3)
    expect(endings[0]).toMatchObject({ actor: null, details: { why: 'ended by the identity provider', userId: 1 } })
    expect(gateway.upstream.seen.filter(({ target }) => target === '/revoke')).toHaveLength(3)
  })

  test('ends only the one session that belongs to a session of the provider', async () => {
    const [here, there] = [
      await signedIn(gateway, 'admin', { providerSession: 'sid-1' }),
      await signedIn(gateway, 'admin', { providerSession: 'sid-2' }),
    ]
    expect((await logOut(await logoutToken({ claims: { sid: 'sid-1' } }))).statusCode).toBe(200)
    expect([await lives(here), await lives(there)]).toEqual([false, true])
  })

  const malformed: readonly (readonly [string, () => Promise<string>])[] = [
    ['no token at all', async () => ''],
    ['text', async () => 'text'],
    ['an ID token', () => logoutToken({ typ: 'JWT', claims: { events: undefined, nonce: 'n' } })],
    ['no type', () => logoutToken({ typ: undefined })],
    ['a nonce', () => logoutToken({ claims: { nonce: 'n' } })],
    ['no events', () => logoutToken({ claims: { events: undefined } })],
    ['another event', () => logoutToken({ claims: { events: { other: {} } } })],
    ['an event that is text', () => logoutToken({ claims: { events: { [EVENT]: 'yes' } } })],
    ['neither person nor session', () => logoutToken({ claims: { sub: undefined } })],
    ['no id', () => logoutToken({ claims: { jti: undefined } })],
    ['another audience', () => logoutToken({ audience: 'other' })],
    ['another issuer', () => logoutToken({ issuer: 'https://evil.test' })],
    ['another key', () => logoutToken({ by: others.privateKey })],
    ['too great an age', () => logoutToken({ age: 130, lifetime: 600 })],
    ['a passed end', () => logoutToken({ age: 60, lifetime: 30 })],
    ['a time of issue to come', () => logoutToken({ age: -60 })],
    [
      'no signature',
      async () => {
        const [, payload] = (await logoutToken()).split('.')
        return `${Buffer.from('{"alg":"none","typ":"logout+jwt"}').toString('base64url')}.${payload}.`
      },
    ],
  ]

  test.each(malformed)('refuses a token with %s', async (_what, make) => {
    const cookie = await signedIn(gateway)
    expect((await logOut(await make())).statusCode).toBe(400)
    expect(await lives(cookie)).toBe(true)
  })

  test('refuses a token that was used before, so that it ends no later session', async () => {
    const token = await logoutToken()
    expect((await logOut(token)).statusCode).toBe(200)
    const later = await signedIn(gateway)
    expect((await logOut(token)).statusCode).toBe(400)
    expect(await lives(later)).toBe(true)
  })
})

describe('universal logout', () => {
  test.each([
    ['address, in any case', () => byEmail('Canary.Staff@countersign.test')],
    ['id at the provider', () => ({ sub_id: { format: 'iss_sub', iss: gateway.upstream.url, sub: 'subject-1' } })],
  ])('ends every session of a person by %s', async (_by, bodyOf) => {
    const [one, two] = [await signedIn(gateway), await signedIn(gateway)]
    const other = await signedIn(gateway, 'admin', { subject: 'subject-2', email: 'canary.other@countersign.test' })
    expect((await revoke(await revocationToken(), bodyOf())).statusCode).toBe(204)
    expect([await lives(one), await lives(two), await lives(other)]).toEqual([false, false, true])
  })

  test.each([
    ['address', () => byEmail('First@countersign.test')],
    ['id', () => ({ sub_id: { format: 'iss_sub', iss: gateway.upstream.url, sub: 'subject-9' } })],
  ])(
    'cancels what the person has requested, by %s and without a session, and not what others have',
    async (_by, bodyOf) => {
      const [own, others] = [
        await requestOf('first@countersign.test', 'subject-9'),
        await requestOf('b@c.test', 'subject-8'),
      ]
      expect((await logOut(await logoutToken({ claims: { sub: 'subject-9' } }))).statusCode).toBe(200)
      expect(await stateOf(own)).toBe('waiting')
      expect((await revoke(await revocationToken(), bodyOf())).statusCode).toBe(204)
      expect([await stateOf(own), await stateOf(others)]).toEqual(['cancelled', 'waiting'])
      expect((await trail()).at(-1)).toMatchObject({ operation: 'accounts.approvalCancelled', actor: null })
    },
  )

  const malformed: readonly (readonly [string, () => Promise<string | undefined>])[] = [
    ['no token', async () => undefined],
    ['text', async () => 'text'],
    ['a logout token', () => logoutToken({ audience: REVOKED })],
    ['no type', () => revocationToken({ typ: undefined })],
    ['another subject', () => revocationToken({ claims: { sub: 'subject-1' } })],
    ['the audience of an ID token', () => revocationToken({ audience: 'countersign' })],
    ['another issuer', () => revocationToken({ issuer: 'https://evil.test' })],
    ['another key', () => revocationToken({ by: others.privateKey })],
    ['too long a life', () => revocationToken({ lifetime: 3600 })],
    ['a passed end', () => revocationToken({ age: 290, lifetime: 100 })],
    ['no id', () => revocationToken({ claims: { jti: undefined } })],
  ]

  test.each(malformed)('refuses a request with %s', async (_what, make) => {
    const cookie = await signedIn(gateway)
    const response = await revoke(await make(), byEmail('canary.staff@countersign.test'))
    expect(response.statusCode).toBe(401)
    expect(await lives(cookie)).toBe(true)
  })

  test('needs to know whom it is about, and ends nothing for the id of another provider', async () => {
    const cookie = await signedIn(gateway)
    for (const body of [{}, { sub_id: { format: 'email' } }, { sub_id: { format: 'phone', email: 'a@b.test' } }])
      expect((await revoke(await revocationToken(), body)).statusCode).toBe(400)
    const elsewhere = { sub_id: { format: 'iss_sub', iss: 'https://evil.test', sub: 'subject-1' } }
    expect((await revoke(await revocationToken(), elsewhere)).statusCode).toBe(204)
    expect(await lives(cookie)).toBe(true)
  })
})

test('without the provider’s keys no token is judged, and none counts as used', async () => {
  const nowhere = { issuer: 'http://127.0.0.1:1', oktaUrl: 'http://127.0.0.1:1', clientId: 'a', clientSecret: 'b' }
  const alone = await startGateway({ settings: { identity: nowhere } })
  const response = await alone.app.inject({
    method: 'POST',
    url: '/auth/backchannel',
    headers: { host: HOST, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ logout_token: await logoutToken() }).toString(),
  })
  expect([response.statusCode, response.json()]).toMatchObject([503, { code: 'IDENTITY_UNAVAILABLE' }])
  await alone.stop()
})
