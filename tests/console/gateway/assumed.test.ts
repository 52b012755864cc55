import { afterEach, expect, test } from 'vitest'
import type { Config } from '../../../server/config/config.ts'
import type { ConsoleSettings } from '../../../services/settings.ts'
import { answering } from '../../support/faultyUpstream.ts'
import {
  bodyOf,
  HOST,
  operationOf,
  operations,
  PUBLIC_URL,
  requestFor,
  signedIn,
  startGateway,
  type GatewayUnderTest,
} from './gatewayUnderTest.ts'

const approve = operationOf('accountInvestigations.approve')
const assumed = operations.filter(({ isAssumed }) => isAssumed)

let gateway: GatewayUnderTest
afterEach(() => gateway.stop())

const start = async (settings: Partial<Config>, own: Partial<ConsoleSettings> = {}) => {
  gateway = await startGateway({ settings, own, limits: { drainMs: 0 } })
  // What a list would be read from stands beside what an action says.
  gateway.upstream.script(answering(200, { message: 'done', result: [], total_pages: 1 }))
  return signedIn(gateway)
}

const session = async (cookie: string) => {
  const headers = { host: HOST, origin: PUBLIC_URL, 'sec-fetch-site': 'same-origin', 'x-countersign': '1', cookie }
  return bodyOf(await gateway.app.inject({ url: '/auth/session', headers }))
}

const named = {
  'accountInvestigations.accept': { method: 'PUT', service: 'trade', path: '/case/{sketchId}/' },
} as const

test.each(assumed.map(({ id }) => id))(
  '%s is live in development and off elsewhere, where nothing is recorded',
  async (id) => {
    const cookie = await start({})
    expect((await gateway.app.inject(requestFor(operationOf(id), cookie))).statusCode).toBe(200)
    expect(gateway.upstream.seen).toHaveLength(1)
    await gateway.stop()
    const later = await start({ environment: 'uat' })
    const response = await gateway.app.inject(requestFor(operationOf(id), later))
    expect([response.statusCode, bodyOf(response)]).toEqual([
      503,
      expect.objectContaining({ code: 'NOT_CONFIGURED', message: 'Not configured for this environment' }),
    ])
    expect(gateway.upstream.seen).toEqual([])
    expect(await gateway.store.audit.list({ limit: 10, afterSeq: 0 })).toEqual([])
  },
)

test('an assumed call is the one that is named, while the browser asks as before', async () => {
  const cookie = await start({ environment: 'uat', assumedCalls: named })
  expect((await gateway.app.inject(requestFor(approve, cookie))).statusCode).toBe(200)
  const [seen] = gateway.upstream.seen
  expect([seen?.method, seen?.target]).toEqual(['PUT', '/trade/case/sketch-3/'])
  expect(JSON.parse(seen?.body ?? '')).toMatchObject({ sketchId: 'sketch-3', action: 'ACCEPTED' })
})

test('what could change the path it stands in is not sent', async () => {
  const cookie = await start({ environment: 'uat', assumedCalls: named })
  const sent = requestFor(approve, cookie)
  for (const sketchId of ['..', 'a/b', 'a?b', '%2e', 'ä', 'x'.repeat(65)]) {
    const payload = JSON.stringify({ ...(JSON.parse(String(sent.payload)) as object), sketchId })
    expect((await gateway.app.inject({ ...sent, payload })).statusCode).toBe(400)
  }
  expect(gateway.upstream.seen).toEqual([])
  expect(await gateway.store.audit.list({ limit: 10, afterSeq: 0 })).toEqual([])
})

test('the session says what is off', async () => {
  const off = assumed.map(({ id }) => id)
  expect((await session(await start({ environment: 'uat' })))['notConfigured']).toEqual(off)
  await gateway.stop()
  const withOne = off.filter((id) => id !== approve.id)
  expect((await session(await start({ environment: 'uat', assumedCalls: named })))['notConfigured']).toEqual(withOne)
  await gateway.stop()
  expect((await session(await start({})))['notConfigured']).toEqual([])
  await gateway.stop()
  const bare = (await session(await start({}, { serviceToken: null })))['notConfigured']
  expect(bare).toEqual(operations.filter(({ credential }) => credential !== undefined).map(({ id }) => id))
})
