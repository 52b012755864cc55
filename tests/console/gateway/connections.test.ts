import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOST, startGateway, type GatewayUnderTest } from './gatewayUnderTest.ts'

test('a gateway that stops does not wait for connections that a browser holds without a request', async () => {
  const stopping = await startGateway()
  await stopping.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = stopping.app.server.address() as AddressInfo
  const unused = connect(port, '127.0.0.1')
  await once(unused, 'connect')
  const kept = connect(port, '127.0.0.1')
  kept.write(`GET /healthz HTTP/1.1\r\nhost: ${HOST}\r\n\r\n`)
  await once(kept, 'data')
  const ended = Promise.all([once(unused, 'close'), once(kept, 'close')])
  await stopping.stop()
  expect(await ended).toHaveLength(2)
})

/** Opens so many connections, and says which of them are still open. */
async function open(count: number, port: number) {
  const sockets = Array.from({ length: count }, () => connect(port, '127.0.0.1'))
  for (const socket of sockets) socket.on('error', () => undefined)
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  return { sockets, left: () => sockets.filter(({ readyState }) => readyState === 'open').length }
}

const asks = async (port: number): Promise<number> => (await fetch(`http://127.0.0.1:${port}/healthz`)).status

test('idle connections of one network take only their share, and those that end free theirs', async () => {
  const gateway = await startGateway({ settings: { connectionsPerPeer: 5 } })
  await gateway.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = gateway.app.server.address() as AddressInfo
  const { sockets, left } = await open(20, port)
  await expect.poll(left).toBe(5)
  await expect(asks(port)).rejects.toThrow()
  for (const socket of sockets) socket.destroy()
  await expect.poll(() => asks(port).catch(() => 0)).toBe(200)
  await gateway.stop()
})

test.each(['127.0.0.1', '10.0.0.0/8,127.0.0.0/8'])(
  'a trusted proxy (%s) may open any number of connections',
  async (trustProxy) => {
    const gateway = await startGateway({ settings: { connectionsPerPeer: 5, trustProxy } })
    await gateway.app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = gateway.app.server.address() as AddressInfo
    const { sockets, left } = await open(20, port)
    expect(await asks(port)).toBe(200)
    expect(left()).toBe(20)
    for (const socket of sockets) socket.destroy()
    await gateway.stop()
  },
)

/** Sends a text as it is; answers everything that came back. */
async function raw(text: string, port: number): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk))
  socket.on('error', () => undefined).end(text)
  await once(socket, 'close')
  return answer
}

describe('what is no request', () => {
  let gateway: GatewayUnderTest
  let port: number
  beforeAll(async () => {
    gateway = await startGateway()
    await gateway.app.listen({ host: '127.0.0.1', port: 0 })
    port = (gateway.app.server.address() as AddressInfo).port
  })
  afterAll(() => gateway.stop())

  const post = `POST /api/x HTTP/1.1\r\nhost: ${HOST}\r\n`
  test.each([
    ['no host', 'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
    ['headers of 20 kB', `GET / HTTP/1.1\r\nhost: ${HOST}\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['HTTP/1.0', `GET / HTTP/1.0\r\nhost: ${HOST}\r\n\r\n`, 400],
    ['HTTP/1.0 and no host', 'GET /api/x HTTP/1.0\r\n\r\n', 400],
    ['HTTP/0.9', 'GET /\r\n\r\n', 400],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['no request line', '\u0000\u0001\r\n\r\n', 400],
    ['two lengths', `${post}content-length: 5\r\ncontent-length: 6\r\n\r\nabcdef`, 400],
    ['an expectation', `${post}expect: 200-ok\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`, 403],
    ['a length and chunks', `${post}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
  ])('%s is refused with the headers of every answer', async (_what, text, status) => {
    const answer = await raw(text, port)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    for (const name of [
      'strict-transport-security',
      'content-security-policy',
      'x-content-type-options',
      'x-request-id',
    ])
      expect(answer).toContain(`\r\n${name}: `)
    expect(answer).not.toMatch(/\r\nserver:/i)
  })

  test('HTTP/1.0 is enough for the probes', async () => {
    expect(await raw('GET /healthz HTTP/1.0\r\nhost: 10.0.0.1\r\n\r\n', port)).toMatch(/^HTTP\/1\.1 200 /)
  })
})
