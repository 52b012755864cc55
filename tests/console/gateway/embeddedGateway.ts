import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect } from 'vitest'
import type { ConsoleSettings } from '../../../services/settings.ts'
import type { Embedded } from '../../../services/embedded/start.ts'
import { startEmbeddedOverCopy } from '../support/embeddedData.ts'
import { HOST, operationOf, PUBLIC_URL, requestFor, startGateway, type GatewayUnderTest } from './gatewayUnderTest.ts'

/** The embedded services and the gateway over them, while the tests of a file run. */
export let embedded: Embedded
export let gateway: GatewayUnderTest

const plenty = { max: 1000, windowMs: 1000 }

/** Starts both before the tests of a file and stops them afterwards. */
export function overEmbeddedServices(own: Partial<ConsoleSettings> = {}): void {
  beforeAll(async () => {
    // The clearing firm answers while a test can wait for it.
    const delays = { appealDecision: 100 }
    embedded = await startEmbeddedOverCopy({ accounts: 50, seed: 1, publicUrl: PUBLIC_URL, delays })
    const { urls, oidc, serviceToken, addressKey } = embedded
    const { main, admin, trade, profile, go, address } = urls
    gateway = await startGateway({
      limits: { loginRate: plenty, completeRate: plenty },
      settings: {
        services: { main, admin, trade, profile, go, address },
        identity: {
          issuer: urls.oidcIssuer,
          oktaUrl: urls.okta,
          clientId: oidc.clientId,
          clientSecret: oidc.clientSecret,
        },
      },
      own: { serviceToken, addressApiKey: addressKey.value, ...own },
    })
  })
  afterAll(async () => {
    await gateway.stop()
    await embedded.close()
  })
}

/** The cookies of one browser. */
export type Jar = Map<string, string>

/** The cookie header of a browser. */
export const cookiesOf = (jar: Jar): string => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

/** Posts as the console does, keeping cookies. */
export async function post(path: string, payload: object, jar: Jar = new Map()): Promise<LightMyRequestResponse> {
  const headers = {
    host: HOST,
    origin: PUBLIC_URL,
    'sec-fetch-site': 'same-origin',
    'x-countersign': '1',
    cookie: cookiesOf(jar),
  }
  const response = await gateway.app.inject({ method: 'POST', url: path, headers, payload })
  for (const { name, value } of response.cookies) {
    if (value === '') jar.delete(name)
    else jar.set(name, value)
  }
  return response
}

export const session = (jar: Jar, { app } = gateway) =>
  app.inject({
    url: '/auth/session',
    headers: { host: HOST, 'sec-fetch-site': 'same-origin', 'x-countersign': '1', cookie: cookiesOf(jar) },
  })

/** The provider's address to which the gateway sends this browser on. */
export async function sentOn(jar: Jar): Promise<string> {
  const response = await gateway.app.inject({ url: '/auth/continue', headers: { host: HOST, cookie: cookiesOf(jar) } })
  expect(response.statusCode).toBe(303)
  return String(response.headers['location'])
}

export const login = (email: string, jar: Jar, password = 'countersign', more: object = {}) =>
  post('/auth/login', { email: `${email}@countersign.test`, password, ...more }, jar)

/** Follows the provider's redirects until they come back; gives the query they bring. */
export async function broughtBack(start: string, jar: Jar = new Map()): Promise<string> {
  let url = start
  while (!url.startsWith(`${PUBLIC_URL}/auth/callback`)) {
    const response = await fetch(url, { redirect: 'manual', headers: { cookie: cookiesOf(jar) } })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    url = new URL(response.headers.get('location') ?? '', url).href
  }
  return new URL(url).search
}

/** Signs in up to the callback; gives its query. */
export async function arrived(email: string, jar: Jar, more: object = {}): Promise<string> {
  expect((await login(email, jar, 'countersign', more)).statusCode).toBe(200)
  return broughtBack(await sentOn(jar))
}

/** The cookies of a completed sign-in. */
export async function signedIn(email: string): Promise<Jar> {
  const jar: Jar = new Map()
  const response = await post('/auth/complete', { query: await arrived(email, jar) }, jar)
  expect(response.statusCode).toBe(200)
  return jar
}

export const list = (jar: Jar) => gateway.app.inject(requestFor(operationOf('accounts.list'), cookiesOf(jar)))

/** What the trail holds besides changes. */
export const events = async () =>
  (await gateway.store.audit.list({ limit: 1000 })).filter((record) => record.phase === 'event')
