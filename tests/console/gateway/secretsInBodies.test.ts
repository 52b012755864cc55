import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { beforeEach, expect, test } from 'vitest'
import { answering } from '../../support/faultyUpstream.ts'
import { HOST, type Sent, SERVICE_TOKEN, TOKEN } from './gatewayUnderTest.ts'
import { allRoutes, requestTo } from './ownRouteRequests.ts'
import { cookie, gateway, withGateway } from './withGateway.ts'

/** Generated over the document of the gateway’s own routes: a new one is covered by being described (S-40). */
const plenty = { max: 10_000, windowMs: 1000 }
withGateway({
  isAllScripted: true,
  settings: { metricsToken: 'canary-metrics-token' },
  own: { addressApiKey: 'canary-address-key', autoApprovalStaffIds: [1] },
  limits: { loginRate: plenty, completeRate: plenty, reportRate: plenty },
})

const PASSWORD = 'canary-password'
const keys = await generateKeyPair('ES256', { extractable: true })
const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'provider', alg: 'ES256', use: 'sig' }

/** What the last sign-in was begun with, as its address says. */
let begun = new URLSearchParams()
let idToken = ''

const idTokenFor = (nonce: string): Promise<string> =>
  new SignJWT({ nonce, sid: 'canary-provider-session' })
    .setProtectedHeader({ alg: 'ES256', kid: 'provider' })
    .setIssuer(gateway.upstream.url)
    .setAudience('countersign')
    .setSubject('subject-1')
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(keys.privateKey)

/** What a service or the provider answers: where any text may be, each secret that it knows. */
function answerTo(target: string): unknown {
  const issuer = gateway.upstream.url
  const paths = {
    authorization_endpoint: 'authorize',
    token_endpoint: 'token',
    userinfo_endpoint: 'me',
    revocation_endpoint: 'revoke',
    end_session_endpoint: 'end',
    jwks_uri: 'keys',
  }
  if (target.includes('.well-known'))
    return {
      ...Object.fromEntries(Object.entries(paths).map(([name, path]) => [name, `${issuer}/${path}`])),
      issuer,
      id_token_signing_alg_values_supported: ['ES256'],
    }
  if (target === '/keys') return { keys: [jwk] }
  if (target === '/me') return { sub: 'subject-1', email: 'one@countersign.test' }
  if (target.includes('/authn')) return { status: 'SUCCESS', sessionToken: 'canary-session-token' }
  const tokens = { access_token: 'canary-access-token', refresh_token: 'canary-refresh-token', id_token: idToken }
  if (target === '/token') return { ...tokens, token_type: 'bearer', expires_in: 300 }
  const staff = { is_staff: true, token: TOKEN, self_role: 'admin', profile: { user: { id: 1 } } }
  const message = `Token ${TOKEN} ${SERVICE_TOKEN}`
  return target.includes('validate-okta') ? { ...staff, message } : { message, detail: message, result: message }
}

beforeEach(() => {
  gateway.upstream.script((request, ...exchange) => answering(200, answerTo(request.target))(request, ...exchange))
})

/** Texts that only cookies, stored rows and calls of the gateway may have. */
const secretsOf = (sent: Sent): readonly string[] => [
  TOKEN,
  SERVICE_TOKEN,
  PASSWORD,
  idToken,
  'canary-client-secret',
  'canary-access-token',
  'canary-refresh-token',
  'canary-id-token',
  'canary-session-token',
  'canary-provider-session',
  'canary-address-key',
  'canary-metrics-token',
  ...[gateway.config.sessionKey, gateway.config.auditKey].flatMap((key) =>
    (['hex', 'base64', 'base64url'] as const).map((form) => Buffer.from(key).toString(form)),
  ),
  ...String(sent.headers['cookie'] ?? '')
    .split('; ')
    .map((each) => each.slice(each.indexOf('=') + 1)),
]

/** Asks, and keeps the cookies of the answer, of which nothing may be in its body or its other headers. */
async function ask(sent: Sent, jar: Map<string, string>) {
  const response = await gateway.app.inject(sent)
  for (const { name, value } of response.cookies) jar.set(name, value)
  const { 'set-cookie': _cookies, location, ...headers } = response.headers
  const said = JSON.stringify([response.body, headers, sent.url === '/auth/continue' ? '' : location])
  const secrets = [...secretsOf(sent), ...response.cookies.map(({ value }) => value)].filter((text) => text !== '')
  for (const secret of secrets) expect(said.includes(secret), `${sent.method} ${sent.url}: ${secret}`).toBe(false)
  return response
}

const cookieOf = (jar: ReadonlyMap<string, string>) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

test('signing in, proving it again and signing out answer no token, secret or cookie, but in cookies', async () => {
  const jar = new Map<string, string>()
  const send = async (path: string, others: Readonly<Record<string, unknown>> = {}) => {
    const method = ['/auth/continue', '/auth/session'].includes(path) ? 'GET' : 'POST'
    const route = { method, path, query: [], body: Object.fromEntries(Object.keys(others).map((name) => [name, {}])) }
    const response = await ask(requestTo(route as Parameters<typeof requestTo>[0], cookieOf(jar), others), jar)
    expect([path, response.statusCode]).toEqual([path, path === '/auth/continue' ? 303 : 200])
    return response
  }
  const complete = async (): Promise<void> => {
    begun = new URL(String((await send('/auth/continue')).headers['location'])).searchParams
    idToken = await idTokenFor(begun.get('nonce') ?? '')
    const query = `?code=canary&state=${begun.get('state') ?? ''}&iss=${encodeURIComponent(gateway.upstream.url)}`
    await send('/auth/complete', { query })
  }
  await send('/auth/login', { email: 'one@countersign.test', password: PASSWORD })
  await complete()
  expect(begun.get('sessionToken')).toBe('canary-session-token')
  await send('/auth/sso')
  await complete()
  await send('/auth/session')
  await send('/auth/session/touch')
  await send('/auth/step-up')
  await send('/auth/logout')
  const left = new URL(String((await send('/auth/continue')).headers['location']))
  expect(left.searchParams.get('id_token_hint')).toBe(idToken)
})

test.each(allRoutes.map((route) => [route.id, route] as const))(
  '%s answers no token, secret or cookie, whether it is allowed or not',
  async (_id, route) => {
    const others = { email: 'one@countersign.test', password: PASSWORD }
    const transaction = await gateway.store.signIns.begin({ location: 'https://identity.test' }, 60_000)
    const both = `${cookie}; __Host-Http-tx=${transaction}`
    const sent = requestTo(route, both, others)
    await ask(sent, new Map())
    await ask({ ...sent, headers: { ...sent.headers, cookie: '' } }, new Map())
    await ask({ ...sent, headers: { host: HOST, cookie: both } }, new Map())
  },
)
