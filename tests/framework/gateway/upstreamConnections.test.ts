import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultLimits } from '../../../server/gateway/core/limits.ts'
import { createUpstream, type Upstream } from '../../../server/gateway/core/upstream.ts'

/** The connection of each request. */
const seen: Socket[] = []
const server = createServer(({ socket }, response) => {
  seen.push(socket)
  response.setHeader('content-type', 'application/json').end('{}')
})
let upstream: Upstream

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  upstream = createUpstream(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, defaultLimits)
})
afterAll(async () => {
  await upstream.close()
  server.closeAllConnections()
  server.close()
})

const TIMES = 6

/** Sends one request after the other; gives the number of connections that they took. */
async function connectionsOf(method: 'GET' | 'POST', repeatable: boolean): Promise<number> {
  seen.length = 0
  const body = method === 'GET' ? null : '{}'
  for (let time = 0; time < TIMES; time += 1) {
    const { signal } = new AbortController()
    const request = { method, path: '/', headers: {}, body, repeatable, headersTimeout: 5000, signal }
    await upstream.send(request, 1000)
  }
  return new Set(seen).size
}

test('reads share connections that stay open', async () => {
  expect(await connectionsOf('GET', true)).toBeLessThan(TIMES)
})

test('each change has a connection of its own, so that none is sent over one that the service is closing', async () => {
  expect(await connectionsOf('POST', false)).toBe(TIMES)
})
