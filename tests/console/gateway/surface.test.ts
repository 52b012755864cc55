import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get as httpGet } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { answering } from '../../support/faultyUpstream.ts'
import {
  type Sent,
  bodyOf,
  HOST,
  operationOf,
  operations,
  PUBLIC_URL,
  requestFor,
  signedIn,
  startGateway,
  successOf,
  type GatewayUnderTest,
} from './gatewayUnderTest.ts'

let gateway: GatewayUnderTest
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-dist-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><script nonce="__CSP_NONCE__" src="/assets/a.js"></script>',
  )
  await mkdir(join(folder, '.git'))
  await writeFile(join(folder, '.git', 'config'), 'canary-source')
  await writeFile(join(folder, 'assets', 'a-1.js'), 'plain')
  await writeFile(join(folder, 'assets', 'a-1.js.br'), 'brotli')
  await writeFile(join(folder, 'assets', 'a-1.js.gz'), 'gzip')
  gateway = await startGateway({
    consoleDir: folder,
    limits: { reportRate: { max: 5, windowMs: 60_000 } },
  })
})
afterAll(async () => {
  await gateway.stop()
  await rm(folder, { recursive: true })
})
beforeEach(() => gateway.upstream.reset())

const get = (url: string, headers: Record<string, string> = {}) =>
  gateway.app.inject({ url, headers: { host: HOST, ...headers } })
const page = (url: string) => get(url, { accept: 'text/html,*/*' })
const fromConsole = { host: HOST, origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin', 'x-countersign': '1' }

const required: Readonly<Record<string, string | RegExp>> = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': /camera=\(\)/,
  'content-security-policy': /default-src 'none'.*frame-ancestors 'none'/,
  'x-request-id': /^[0-9a-f-]{36}$/,
}

test('every answer of every status carries the security headers', async () => {
  const cookie = await signedIn(gateway)
  const list = operationOf('treasury.list')
  const inject = (status: number, body: unknown) => {
    gateway.upstream.script(answering(status, body))
    return gateway.app.inject(requestFor(list, cookie))
  }
  const answers = [
    await page('/'),
    await page('/account/..%2f'),
    await page('/account/%zz'),
    await get('/assets/a-1.js'),
    await get('/assets/missing.js'),
    await get('/api/%2f'),
    await get('/api/x'),
    await get('/healthz'),
    await get('/', { host: '127.0.0.1' }),
    await get('/nothing'),
    await gateway.app.inject({ method: 'OPTIONS', url: '/', headers: { host: HOST } }),
    await gateway.app.inject(requestFor(list, null)),
    await inject(200, []),
    await inject(404, {}),
    await inject(429, {}),
    await inject(500, {}),
    await inject(200, 'x'),
  ]
  for (const { headers, statusCode } of answers) {
    for (const [name, value] of Object.entries(required))
      expect(headers[name], `${name} of ${statusCode}`).toMatch(value)
    for (const name of ['server', 'x-powered-by', 'access-control-allow-origin']) expect(headers[name]).toBeUndefined()
  }
  expect(new Set(answers.map(({ statusCode }) => statusCode)).size).toBeGreaterThanOrEqual(8)
  for (const { headers } of answers.slice(-6)) expect(headers['cache-control']).toBe('no-store')
})

test('a defect is answered without its words, logged by its place, and the next request is served', async () => {
  const cookie = await signedIn(gateway)
  gateway.upstream.script(answering(200, []))
  const find = vi.spyOn(gateway.store.sessions, 'find').mockResolvedValueOnce(null as never)
  const ask = () => gateway.app.inject(requestFor(operationOf('treasury.list'), cookie))
  const response = await ask()
  find.mockRestore()
  expect([response.statusCode, bodyOf(response)['code']]).toEqual([500, 'INTERNAL'])
  expect(response.body).not.toMatch(/canary|Error| at /)
  const line = gateway.log.findLast((each) => each.includes('"defect"'))
  expect(JSON.parse(String(line))).toMatchObject({
    requestId: response.headers['x-request-id'],
    err: { type: 'TypeError' },
  })
  expect((await ask()).statusCode).toBe(200)
})

describe('the console page', () => {
  test.each([
    '/',
    '/accounts?status=NEW',
    '/account/..%2f',
    '/account/%zz',
    '/auth/callback?code=a&state=b',
    `/x${'a'.repeat(9000)}`,
  ])('answers %s with a nonce of its own and the strict policy', async (url) => {
    const [first, second] = [await page(url), await page(url)]
    const nonceOf = (body: string): string => /nonce="([^"]+)"/.exec(body)?.[1] ?? ''
    expect(first.statusCode).toBe(200)
    expect(first.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(first.headers['cache-control']).toBe('no-store')
    expect(nonceOf(first.body)).toMatch(/^[A-Za-z0-9+/]{24}$/)
    expect(nonceOf(first.body)).not.toBe(nonceOf(second.body))
    const policy = String(first.headers['content-security-policy'])
    expect(policy).toContain(`script-src 'nonce-${nonceOf(first.body)}' 'strict-dynamic'; script-src-attr 'none'`)
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default")
    expect(policy).toContain("frame-ancestors 'none'; base-uri 'none'; object-src 'none'")
    expect(policy).toContain('report-uri /csp-report')
    expect(policy).not.toMatch(/unsafe|\*/)
  })

  test('is not given where no page is asked for', async () => {
    expect((await get('/', { accept: '*/*' })).statusCode).toBe(200)
    const missing = await get('/nothing', { accept: 'image/png' })
    expect([missing.statusCode, bodyOf(missing)['code']]).toEqual([404, 'NOT_FOUND'])
    for (const path of ['/assets/missing.js', '/assets/', '/assets//a-1.js', '/assets/..%2findex.html'])
      expect((await page(path)).json(), path).toMatchObject({ code: 'NOT_FOUND' })
    expect(
      (await gateway.app.inject({ method: 'POST', url: '/', headers: { host: HOST, accept: 'text/html' } })).statusCode,
    ).toBe(404)
    const api = await gateway.app.inject({ url: '/api/nothing', headers: { ...fromConsole, accept: 'text/html' } })
    expect(bodyOf(api)['code']).toBe('NOT_FOUND')
  })

  test('is the only file beside its assets, which are not listed', async () => {
    for (const path of ['/.git/config', '/assets/../.git/config', '/assets/%2e%2e/.git/config', '/assets/', '/assets'])
      for (const accept of ['*/*', 'text/html'])
        expect((await get(path, { accept })).body, path).not.toMatch(/canary|a-1\.js/)
  })

  test('has assets that are compressed ahead and kept for ever', async () => {
    for (const [encoding, body] of [
      ['br', 'brotli'],
      ['gzip', 'gzip'],
      ['identity', 'plain'],
    ] as const) {
      const response = await get('/assets/a-1.js', { 'accept-encoding': encoding })
      expect(response.body).toBe(body)
      expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    }
  })
})

describe('health', () => {
  test('is told under any host name', async () => {
    expect((await get('/healthz', { host: '10.0.0.1' })).statusCode).toBe(200)
  })

  test('is ready, and says what answers', async () => {
    const services = [...new Set(operations.map(({ service }) => service))]
    expect(services).toEqual(expect.arrayContaining(['main', 'admin', 'trade', 'profile', 'go']))
    const response = await get('/readyz')
    const up = Object.fromEntries(services.map((service) => [service, 'up']))
    const body = { status: 'ready', store: 'up', identityProvider: 'up', services: up }
    expect([response.statusCode, response.json()]).toEqual([200, body])
  })

  test('is ready while checkpoints of the audit trail do not arrive, and says so', async () => {
    const newest = { store: 's', seq: 1, count: 1, hash: 'h', time: '2026-11-20T10:00:00.000Z' }
    const done = (): Promise<void> => Promise.resolve()
    const state = () => ({ newest, awaySince: 5 })
    const store = { ...gateway.store, checkpoints: { state, note: done, write: done, close: done } }
    const away = await startGateway({ store })
    const response = await away.app.inject({ url: '/readyz', headers: { host: HOST } })
    const checkpoints = { state: 'down', newest: '2026-11-20T10:00:00.000Z' }
    expect([response.statusCode, bodyOf(response)]).toMatchObject([200, { status: 'ready', checkpoints }])
    await away.stop()
  })

  test('is ready without a service, and says so: it is down for every gateway', async () => {
    const gone = await startGateway({ settings: { services: { admin: 'http://127.0.0.1:1' } } })
    const response = await gone.app.inject({ url: '/readyz', headers: { host: HOST } })
    expect([response.statusCode, bodyOf(response)['services']]).toEqual([200, { admin: 'down' }])
    await gone.stop()
  })
})

test('a stopping gateway reports it and still answers what arrives meanwhile', async () => {
  const stopping = await startGateway({ limits: { drainMs: 1500 } })
  await stopping.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = stopping.app.server.address() as AddressInfo
  stopping.upstream.script(answering(200, []))
  const cookie = await signedIn(stopping)
  const closed = stopping.app.close()
  await expect.poll(async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(503)
  const { status, body } = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const { url, headers } = requestFor(operationOf('treasury.list'), cookie)
    httpGet({ port, host: '127.0.0.1', path: url, headers }, (response) => {
      let body = ''
      response.on('data', (chunk: Buffer) => (body += chunk.toString()))
      response.on('end', () => resolve({ status: response.statusCode, body }))
    }).on('error', reject)
  })
  expect([status, body]).toEqual([200, '[]'])
  await closed
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow()
  await stopping.stop()
})

test('with the provider’s own page instead of the form there is no password to send', async () => {
  const redirecting = await startGateway({
    settings: { loginMode: 'redirect', environment: 'prod' },
    limits: { drainMs: 0 },
  })
  const payload = { email: 'a@b.test', password: 'x' }
  const response = await redirecting.app.inject({ method: 'POST', url: '/auth/login', headers: fromConsole, payload })
  expect(response.statusCode).toBe(404)
  expect(redirecting.upstream.seen).toEqual([])
  const config = await redirecting.app.inject({ url: '/auth/config', headers: fromConsole })
  expect(bodyOf(config)).toMatchObject({ loginMode: 'redirect', environment: 'prod' })
  await redirecting.stop()
})

test('what has expired is removed while the gateway runs', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const kept = await startGateway()
  const cookie = await signedIn(kept)
  kept.clock.advance(9 * 3_600_000)
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  vi.useRealTimers()
  await expect.poll(() => kept.store.sessions.end(cookie.slice('__Host-Http-sid='.length))).toBe(false)
  await kept.stop()
})

describe('policy reports', () => {
  const report = (payload: unknown, type = 'application/csp-report') =>
    gateway.app.inject({
      method: 'POST',
      url: '/csp-report',
      headers: { host: HOST, 'content-type': type },
      payload: JSON.stringify(payload),
    })

  test('are logged by directive and host alone, and limited', async () => {
    const blocked = 'https://evil.test/canary-path?canary-query'
    const old = {
      'csp-report': {
        'violated-directive': 'img-src',
        'blocked-uri': blocked,
        'document-uri': `${PUBLIC_URL}/account/canary`,
      },
    }
    expect((await report(old)).statusCode).toBe(204)
    const modern = [
      {
        type: 'csp-violation',
        body: { effectiveDirective: 'img-src', blockedURL: blocked, documentURL: `${PUBLIC_URL}/canary` },
      },
    ]
    expect((await report(modern, 'application/reports+json')).statusCode).toBe(204)
    const lines = gateway.log.filter((line) => line.includes('content security policy violated'))
    expect(lines).toHaveLength(2)
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ directive: 'img-src', blocked: 'evil.test' })
    expect(lines.join('')).not.toContain('canary')
    for (const body of [{}, [], null]) expect((await report(body)).statusCode).toBe(204)
    expect((await report({})).statusCode).toBe(429)
  })
})

test('what tries to get around a control is logged by its code: a value, an origin, a path and a missing session', async () => {
  const cookie = await signedIn(gateway)
  const sent = requestFor(operationOf('treasury.approve'), cookie)
  const codesOf = async (request: Sent) => {
    const before = gateway.log.length
    await gateway.app.inject(request)
    return gateway.log.slice(before).flatMap((line) => /"code":"(\w+)".*"msg":"refused"/.exec(line)?.[1] ?? [])
  }
  expect(await codesOf({ ...sent, payload: '{"__proto__":1}' })).toEqual(['BAD_REQUEST'])
  expect(await codesOf({ ...sent, headers: { ...sent.headers, origin: 'https://evil.test' } })).toEqual(['CROSS_SITE'])
  expect(await codesOf({ ...sent, url: `${sent.url}%2f..` })).toEqual(['BAD_REQUEST'])
  expect(await codesOf(requestFor(operationOf('treasury.approve'), null))).toEqual(['SESSION_OVER'])
})

test('no log line holds a token, a password, an address or anything a person typed', async () => {
  const cookie = await signedIn(gateway)
  for (const status of [200, 401, 404, 422, 500]) {
    gateway.upstream.script((request, response, incoming) => {
      const operation = operations.find(({ path }) => request.target.includes(path.replace('{id}', '3')))
      const body = status === 200 && operation ? successOf(operation) : { message: 'canary-message 900-12-3456' }
      return answering(status, body)(request, response, incoming)
    })
    for (const operation of operations) await gateway.app.inject(requestFor(operation, cookie))
  }
  await get('/account/3?canary-query=1')
  const log = gateway.log.join('')
  expect(log).toContain('"route":"/api/:service/*"')
  for (const secret of ['canary', cookie.slice(16), 'quill', '9ZZ10058', '900-12', '910741', 'search_key', '?'])
    expect(log).not.toContain(secret)
})
