import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as client from 'openid-client'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { startEmbedded } from '../../../services/embedded/start.ts'
import { startEmbeddedOverCopy } from '../support/embeddedData.ts'
import type { Embedded, EmbeddedOptions } from '../../../services/embedded/start.ts'

export const PUBLIC_URL = 'http://localhost:8080'
const CALLBACK = `${PUBLIC_URL}/auth/callback`

/** Matchers typed as unknown: vitest's own are `any`. */
export const anyText: unknown = expect.any(String)
export const textWith = (part: string): unknown => expect.stringContaining(part)
export const textLike = (pattern: RegExp): unknown => expect.stringMatching(pattern)

/**
 * Lets the services of a file draw documents. Here they share a process with gateways of other files, which refuse SVG for
 * all of it.
 */
export function withDrawing(): void {
  const svg = { operation: ['VipsForeignLoadSvg'] }
  beforeAll(() => sharp.unblock(svg))
  afterAll(() => sharp.block(svg))
}

/** A folder that is removed when the test is over. */
export async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'embedded-'))
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}

/** A clock that stands still until the test moves it, by milliseconds. */
export function clockForTest() {
  let now = Date.UTC(2026, 4, 4, 15)
  return { clock: () => now, advance: (by: number) => void (now += by) }
}

const usual = { accounts: 300, seed: 1, publicUrl: PUBLIC_URL }

/** Services with 300 accounts, stopped when the test is over. */
export async function startForTest(options: Partial<EmbeddedOptions> = {}): Promise<Embedded> {
  const embedded = await startEmbeddedOverCopy({ ...usual, ...options })
  onTestFinished(() => embedded.close())
  return embedded
}

/** The same, but they build their data themselves: for tests of what is built. */
export async function startBuilding(options: Partial<EmbeddedOptions> = {}): Promise<Embedded> {
  const embedded = await startEmbedded({ ...usual, ...options })
  onTestFinished(() => embedded.close())
  return embedded
}

export async function authenticate({ urls }: Embedded, username: string, password = 'countersign') {
  const response = await fetch(`${urls.okta}/api/v1/authn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  return { code: response.status, body: (await response.json()) as Record<string, unknown> }
}

/** Discovers the provider as the gateway does. */
export function discover({ urls, oidc }: Embedded): Promise<client.Configuration> {
  const options = { execute: [client.allowInsecureRequests] }
  const auth = client.ClientSecretBasic(oidc.clientSecret)
  return client.discovery(new URL(urls.oidcIssuer), oidc.clientId, undefined, auth, options)
}

/** A browser as far as cookies and redirects go: follows redirects until they leave the provider. */
export class Browser {
  private readonly cookies = new Map<string, string>()

  async request(url: URL, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (name === undefined || value === undefined) continue
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response
  }

  /** The page or the address outside the provider at which the redirects end. */
  async follow(
    start: URL,
    init: RequestInit = {},
  ): Promise<{ readonly url: URL; readonly html?: string; readonly code: number }> {
    let [url, response] = [start, await this.request(start, init)]
    for (let hops = 0; hops < 12; hops += 1) {
      const location = response.headers.get('location')
      if (location === null) {
        const html = await response.text()
        const next = selfSubmitted(html)
        if (!next) return { url, html, code: response.status }
        url = new URL(next.action, url)
        response = await this.request(url, { method: 'POST', body: next.fields })
        continue
      }
      url = new URL(location, url)
      if (url.origin !== start.origin) return { url, code: response.status }
      response = await this.request(url)
    }
    throw new Error('too many redirects')
  }
}

/** The form of a page that submits itself by script. */
function selfSubmitted(html: string) {
  if (!/\.submit\(\)|\.click\(\)/.test(html)) return undefined
  const fields = new URLSearchParams(
    [...html.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name, value]) => [name ?? '', value ?? '']),
  )
  return { action: /action="([^"]+)"/.exec(html)?.[1] ?? '', fields }
}

/** Starts an authorize request with PKCE; `parameters` are added to it. */
export async function authorize(embedded: Embedded, parameters: Record<string, string> = {}) {
  const configuration = await discover(embedded)
  const pkceCodeVerifier = client.randomPKCECodeVerifier()
  const [expectedState, expectedNonce] = [client.randomState(), client.randomNonce()]
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: CALLBACK,
    scope: 'openid profile email offline_access',
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    nonce: expectedNonce,
    ...parameters,
  })
  const exchange = (callback: URL) =>
    client.authorizationCodeGrant(configuration, callback, { pkceCodeVerifier, expectedState, expectedNonce })
  return { configuration, url, exchange }
}

/** Signs in with e-mail and password through the authenticate call and the authorize redirect. */
export async function signIn(embedded: Embedded, email: string, browser = new Browser()) {
  const { body } = await authenticate(embedded, email)
  const { configuration, url, exchange } = await authorize(embedded, { sessionToken: String(body['sessionToken']) })
  const { url: callback } = await browser.follow(url)
  return { configuration, callback, exchange, tokens: await exchange(callback) }
}

/** The main API's answer to the sign-in of a person. */
export async function validate(embedded: Embedded, email: string, claimed = email) {
  const { tokens } = await signIn(embedded, email)
  return post(`${embedded.urls.main}/v1/validate-okta-user`, { email: claimed, access_token: tokens.access_token })
}

async function post(url: string, body: object, token?: string) {
  const authorization = token === undefined ? {} : { authorization: `Token ${token}` }
  const headers = { 'content-type': 'application/json', ...authorization }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return { code: response.status, body: (await response.json()) as Record<string, unknown> }
}

export interface ListPage {
  readonly apex_accounts: readonly Record<string, unknown>[]
  readonly total_pages: number
  readonly status: readonly string[]
}

async function newToken(embedded: Embedded): Promise<string> {
  return String((await validate(embedded, 'admin@countersign.test')).body['token'])
}

/**
 * A staff member's view of the main and admin services; with a token of before, as after a restart. Signs in only where
 * the data knows no administrator's token yet.
 */
export async function staffOf(embedded: Embedded & { readonly staffToken?: string }, known?: string) {
  const token = known ?? embedded.staffToken ?? (await newToken(embedded))
  const headers = { authorization: `Token ${token}` }
  const main = (path: string) => fetch(`${embedded.urls.main}${path}`, { headers })
  return {
    token,
    headers,
    main,
    detail: async (id: number) =>
      (await (await main(`/user/apex/get_apex_details_for_account?apex_account_id=${id}`)).json()) as Record<
        string,
        unknown
      >,
    list: async (query = '') => (await (await main(`/user/apex/get_apex_accounts?${query}`)).json()) as ListPage,
    post: (path: string, body: object = {}) => post(`${embedded.urls.main}${path}`, body, token),
  }
}

/** One request of an account's detail. */
export async function requestIn(staff: Awaited<ReturnType<typeof staffOf>>, accountId: number, requestId: number) {
  const requests = (await staff.detail(accountId))['request'] as readonly Record<string, unknown>[]
  return requests.find((request) => request['id'] === requestId)
}
