import { expect, test } from 'vitest'
import { ownRoutes } from '../../../server/openApi/ownRoutes.ts'
import { staffRoutes } from '../../../server/openApi/staffRoutes.ts'
import { backOffice } from '../../../services/console.ts'
import { bodyOf, operationOf, operations, requestFor, signedIn, type Sent } from './gatewayUnderTest.ts'
import { forget, gateway, trail, withGateway } from './withGateway.ts'

/** Generated over the registry of operations and the document of routes (S-02): what is new is covered by being declared. */
withGateway({ limits: { drainMs: 0 } })

/** Cookies of sessions that are none, by what they are, and one of a session. */
async function deadCookies() {
  const idle = await signedIn(gateway)
  gateway.clock.advance(31 * 60_000)
  const old = await signedIn(gateway)
  gateway.clock.advance(9 * 3_600_000)
  const ended = await signedIn(gateway)
  await gateway.store.sessions.end(ended.slice('__Host-Http-sid='.length))
  const cookie = await signedIn(gateway)
  const id = cookie.slice('__Host-Http-sid='.length)
  const dead = {
    none: '',
    garbage: '__Host-Http-sid=garbage',
    'made up': `__Host-Http-sid=${'A'.repeat(43)}`,
    idle,
    old,
    ended,
    'cut off': `__Host-Http-sid=${id.slice(0, -1)}`,
    longer: `__Host-Http-sid=${id}A`,
    'under another name': `sid=${id}`,
    'without its prefix': `Http-sid=${id}`,
    'in capitals': `__Host-Http-sid=${id.toUpperCase()}`,
    'with a signature': `__Host-Http-sid=${id}.signed`,
  }
  return { cookie, dead }
}

/** Headers of a request that a page of another origin, or no page, could have caused; null removes one. */
const foreign: readonly Readonly<Record<string, string | null>>[] = [
  ...`https://evil.test null http://localhost:8081 https://localhost:8080 http://localhost http://a.localhost:8080
  http://localhost:8080.evil.test http://localhost:8080@evil.test http://LOCALHOST:8080/ file://`
    .split(/\s+/)
    .map((origin) => ({ origin })),
  ...[null, '', '0', 'true', '1, 1', '01'].map((value) => ({ 'x-countersign': value })),
  ...['cross-site', 'same-site', 'SAME-ORIGIN', 'unknown'].map((site) => ({ 'sec-fetch-site': site })),
  { origin: '' },
  { origin: null, 'sec-fetch-site': null },
  { origin: 'https://evil.test', 'sec-fetch-site': null },
]

const foreignTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'text/json',
  'application/json; charset=latin1',
  'application/csp-report',
  'application/jsonp',
  'text/plain; application/json',
  'multipart/form-data',
  'application/json, text/plain',
]

function changedBy(sent: Sent, changes: Readonly<Record<string, string | null>>): Sent {
  const headers = { ...sent.headers, ...changes }
  return {
    ...sent,
    headers: Object.fromEntries(
      Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== null),
    ),
  }
}

/** The gateway's own routes for people who are signed in, from its OpenAPI document. */
const guardedRoutes = Object.entries({ ...ownRoutes, ...staffRoutes, ...backOffice.routes }).flatMap(
  ([path, methods]) =>
    /^\/(?:console|auth\/(?:session|step-up))/.test(path)
      ? Object.keys(methods).map((method) => ({
          method: method.toUpperCase() as Sent['method'],
          url: path.replaceAll(/\{\w+\}/g, '3'),
          ...(method === 'get' ? {} : { payload: '{}' }),
        }))
      : [],
)

const codes: Readonly<Record<number, string>> = { 401: 'SESSION_OVER', 403: 'CROSS_SITE' }

test('no request without a session of its own, or of another origin, has an effect', { timeout: 300_000 }, async () => {
  const { cookie, dead } = await deadCookies()
  const requests = [
    ...operations.map((operation) => [operation.id, requestFor(operation, cookie)] as const),
    ...guardedRoutes.map((route): readonly [string, Sent] => {
      const { headers } = requestFor(operationOf('treasury.list'), cookie)
      const type = route.method === 'GET' ? {} : { 'content-type': 'application/json' }
      return [`${route.method} ${route.url}`, { ...route, headers: { ...headers, ...type } }]
    }),
  ]
  await forget()
  let count = 0
  const refused = async (what: string, sent: Sent, statuses: readonly number[]) => {
    count += 1
    const response = await gateway.app.inject(sent)
    expect(statuses, `${what}: ${response.statusCode}`).toContain(response.statusCode)
    if (statuses.length === 1) expect(bodyOf(response)['code'], what).toBe(codes[response.statusCode])
    expect(gateway.upstream.seen, what).toEqual([])
  }
  for (const [id, sent] of requests) {
    // The question who is signed in has an empty answer where no session was.
    const signedOut = id === 'GET /auth/session' ? [204, 401] : [401]
    for (const [what, own] of Object.entries(dead))
      await refused(`${id}, ${what}`, changedBy(sent, { cookie: own === '' ? null : own }), signedOut)
    for (const changes of foreign) await refused(`${id}, ${JSON.stringify(changes)}`, changedBy(sent, changes), [403])
    for (const type of foreignTypes)
      await refused(
        `${id}, ${type}`,
        changedBy({ ...sent, payload: sent.payload ?? '{}' }, { 'content-type': type }),
        [403],
      )
    if (sent.method === 'GET') continue
    await refused(`${id} without an origin`, changedBy(sent, { origin: null }), [403])
    // A path of the gateway's own may be read, too.
    for (const method of id.includes('/') ? [] : (['GET', 'HEAD', 'OPTIONS', 'TRACE'] as const)) {
      const overridden = changedBy(sent, { 'x-http-method-override': sent.method, 'x-http-method': sent.method })
      const url = `${sent.url}${sent.url.includes('?') ? '&' : '?'}_method=${sent.method}`
      const { payload: _payload, ...rest } = { ...overridden, method: method as 'GET', url }
      await refused(`${id} by ${method}`, rest, [400, 403, 404, 405])
    }
  }
  expect(guardedRoutes.length).toBeGreaterThan(5)
  expect(await trail()).toEqual([])
  expect(count).toBeGreaterThanOrEqual(2400)
})
