import packageFile from '../../../package.json' with { type: 'json' }
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { model } from '../shelvesLibrary.ts'
import { fakeTimers } from '../../support/fakeTimers.ts'
import { pageHeaders, startGateway } from './startGateway.ts'

interface Line {
  readonly part?: string
  readonly code?: string
  readonly msg: string
}

let gateway: Awaited<ReturnType<typeof startGateway>>
let lines: Line[]

beforeEach(async () => {
  lines = []
  const write = (line: string) => void lines.push(JSON.parse(line) as Line)
  gateway = await startGateway(model, { logger: { stream: { write } } })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await gateway.close()
})

const parts = () => lines.filter(({ part }) => part !== undefined).map(({ part, code, msg }) => ({ part, code, msg }))

const refused = { part: 'service library', code: 'ECONNREFUSED', msg: 'does not answer' }

test('the log says at the start which part does not answer, and why', async () => {
  await gateway.upstream.close()
  await gateway.app.listen({ port: 0, host: '127.0.0.1' })
  const provider = { ...refused, part: 'identityProvider' }
  await vi.waitFor(() => expect(new Set(parts())).toEqual(new Set([refused, provider])))
  expect(parts()).toHaveLength(2)
  const { host } = new URL(gateway.upstream.url)
  expect(lines.find(({ part }) => part === refused.part)).toMatchObject({ host, variable: 'LIBRARY_URL' })
  expect(lines.find(({ part }) => part === provider.part)).toMatchObject({ host, variable: 'OIDC_ISSUER, OKTA_URL' })
})

test('every line of the log says which version runs', async () => {
  await gateway.app.listen({ port: 0, host: '127.0.0.1' })
  await gateway.app.inject({ url: '/canary', headers: { host: 'localhost:8080' } })
  expect(lines.map(({ msg }) => msg)).toEqual([expect.stringMatching(/^Server listening/), 'refused', 'answered'])
  for (const line of lines) expect(line).toHaveProperty('version', packageFile.version)
})

test('the log has one line when the store goes down, and one when it is up again', async () => {
  const ready = async () => {
    const start = performance.now()
    vi.spyOn(performance, 'now').mockReturnValue(start + 3000)
    return (await gateway.app.inject({ url: '/readyz', headers: { host: 'localhost:8080' } })).statusCode
  }
  expect(await ready()).toBe(200)
  const secret = 'password in the address'
  const ping = vi
    .spyOn(gateway.store, 'ping')
    .mockRejectedValue(Object.assign(new Error(secret), { code: 'ECONNREFUSED' }))
  expect([await ready(), await ready()]).toEqual([503, 503])
  ping.mockRestore()
  expect([await ready(), await ready()]).toEqual([200, 200])
  expect(parts()).toEqual([
    { ...refused, part: 'store' },
    { part: 'store', code: undefined, msg: 'answers again' },
  ])
  expect(JSON.stringify(lines)).not.toContain(secret)
})

test('the log says in SQLite’s own words why the store cannot be written', async () => {
  const full = { code: 'ERR_SQLITE_ERROR', errcode: 13, errstr: 'database or disk is full' }
  vi.spyOn(gateway.store, 'ping').mockRejectedValue(Object.assign(new Error('insert into "job"'), full))
  await gateway.app.inject({ url: '/readyz', headers: { host: 'localhost:8080' } })
  expect(parts()).toEqual([{ part: 'store', code: 'database or disk is full', msg: 'does not answer' }])
  expect(lines[0]).toMatchObject({ variable: 'DATA_DIR' })
})

test('a store that hangs is given up in time, and the log says that it was a timeout', async () => {
  const ping = vi.spyOn(gateway.store, 'ping').mockReturnValue(new Promise(() => undefined))
  fakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const answer = gateway.app.inject({ url: '/readyz', headers: { host: 'localhost:8080' } })
  await vi.waitFor(() => expect(ping).toHaveBeenCalled())
  vi.advanceTimersByTime(2000)
  expect((await answer).statusCode).toBe(503)
  expect(parts()).toEqual([{ part: 'store', code: 'ETIMEDOUT', msg: 'does not answer' }])
})

test('a gateway with a wrong clock refuses every call, ends no session, and works on once the clock is right', async () => {
  const { app, store, upstream, cookie } = gateway
  const url = '/auth/session'
  const ask = async () => {
    const response = await app.inject({ url, headers: { ...pageHeaders, cookie } })
    return [response.statusCode, response.json<{ code?: string }>().code]
  }
  const look = async () => {
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3000)
    await app.inject({ url: '/readyz', headers: { host: 'localhost:8080' } })
  }
  const find = vi.spyOn(store.sessions, 'find')
  const ping = vi.spyOn(store, 'ping').mockRejectedValue(Object.assign(new Error('ahead'), { code: 'CLOCK_SKEW' }))
  await look()
  expect(await ask()).toEqual([503, 'STORE_UNAVAILABLE'])
  const login = { email: 'staff@library.test', password: 'x' }
  const signIn = await app.inject({ method: 'POST', url: '/auth/login', headers: pageHeaders, payload: login })
  expect(signIn.json()).toMatchObject({
    code: 'STORE_UNAVAILABLE',
    message: expect.stringContaining('clock') as unknown,
  })
  expect(find).not.toHaveBeenCalled()
  expect(upstream.seen).toEqual([])
  ping.mockRestore()
  await look()
  expect(await ask()).toEqual([200, undefined])
})

test('probes are logged only where they find something', async () => {
  const ask = (url: string) => gateway.app.inject({ url, headers: { host: 'localhost:8080' } })
  for (const url of ['/healthz', '/readyz', '/metrics']) expect((await ask(url)).statusCode).toBe(200)
  expect(lines).toEqual([])
  const time = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3000)
  const ping = vi.spyOn(gateway.store, 'ping').mockRejectedValue(new Error('away'))
  const answers = () => lines.filter(({ msg }) => msg === 'answered')
  await ask('/readyz')
  expect(lines.at(-1)).toMatchObject({ msg: 'answered', route: '/readyz', status: 503 })
  await ask('/readyz')
  expect(answers()).toHaveLength(1)
  ping.mockRestore()
  time.mockReturnValue(performance.now() + 3000)
  for (const url of ['/readyz', '/readyz']) expect((await ask(url)).statusCode).toBe(200)
  expect(answers()).toMatchObject([{ status: 503 }, { route: '/readyz', status: 200 }])
})
