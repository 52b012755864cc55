import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { answering, cutting, type Script } from '../../support/faultyUpstream.ts'
import { bodyOf, operationOf, requestFor } from './gatewayUnderTest.ts'
import { cookie, gateway, trail, withGateway } from './withGateway.ts'

let port: number

const operation = operationOf('accounts.export')

withGateway({ limits: { exportMs: 2000, idleBodyMs: 500, exportBytes: 4 * 1024 * 1024 } })
beforeAll(async () => {
  await gateway.app.listen({ host: '127.0.0.1', port: 0 })
  port = (gateway.app.server.address() as AddressInfo).port
})

const get = () => gateway.app.inject(requestFor(operation, cookie))

/** The answer over a real connection, at its head. */
const overTheWire = (): Promise<IncomingMessage> => {
  const { url, headers, method } = requestFor(operation, cookie)
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path: url, method, headers }, resolve).on('error', reject).end()
  })
}

test('a file passes with a name and type of the gateway’s own and is recorded before and after', async () => {
  gateway.upstream.script(
    answering(200, 'id,name\n1,A\n', { 'content-type': 'text/csv', 'x-secret': 'a', 'set-cookie': 'a=b' }),
  )
  const response = await get()
  expect(response.body).toBe('id,name\n1,A\n')
  expect(response.headers).toMatchObject({
    'content-type': 'text/csv',
    'content-disposition': 'attachment; filename="Account List.csv"',
    'cache-control': 'no-store',
  })
  expect(response.headers['x-secret']).toBeUndefined()
  expect(response.headers['set-cookie']).toBeUndefined()
  await expect.poll(trail).toMatchObject([
    { phase: 'intent', operation: 'accounts.export', idempotencyKey: null },
    { phase: 'outcome', result: 'ok', status: 200, message: '12 bytes' },
  ])
})

test.each([
  ['application/zip', undefined, 'application/zip', 'zip'],
  ['application/octet-stream', 'attachment; filename="x.xlsx"', /spreadsheetml/, 'xlsx'],
  ['application/x-unknown', undefined, 'application/octet-stream', 'csv'],
  ['text/plain', 'attachment; filename="evil.html"', 'application/octet-stream', 'csv'],
  ['text/plain', 'attachment; filename="a.csv\\"; evil=1.svg"', 'application/octet-stream', 'csv'],
  ['application/json', undefined, 'application/json', 'json'],
  ['image/png', 'attachment; filename="snap-3.png"', 'image/png', 'png'],
  ['image/jpeg', undefined, 'image/jpeg', 'jpg'],
  ['application/pdf', undefined, 'application/pdf', 'pdf'],
  ['image/svg+xml', 'attachment; filename="x.svg"', 'application/octet-stream', 'csv'],
])('%s with %s leaves as %s', async (type, disposition, expected, extension) => {
  const headers = { 'content-type': type, ...(disposition === undefined ? {} : { 'content-disposition': disposition }) }
  gateway.upstream.script(answering(200, '[]', headers))
  const response = await get()
  expect(response.headers['content-type']).toMatch(expected)
  expect(response.headers['content-disposition']).toBe(`attachment; filename="Account List.${extension}"`)
})

test.each([
  ['a page of HTML', answering(200, '<html>', { 'content-type': 'text/html' }), 502, 'UPSTREAM_FORMAT'],
  ['a failure in a 200', answering(200, { success: false, message: 'No' }), 422, 'UPSTREAM_REFUSED'],
  ['403', answering(403, {}), 403, 'UPSTREAM_FORBIDDEN'],
  ['500', answering(500, '<h1>'), 502, 'UPSTREAM_FAILED'],
  ['a refused token', answering(401, {}), 401, 'SESSION_OVER'],
])('%s instead of a file is a failure and is recorded', async (_what, script, status, code) => {
  gateway.upstream.script(script)
  const response = await get()
  expect([response.statusCode, bodyOf(response)['code']]).toEqual([status, code])
  expect(response.headers['content-disposition']).toBeUndefined()
  expect((await trail()).slice(0, 2)).toMatchObject([{ phase: 'intent' }, { phase: 'outcome', message: code }])
})

async function bytesOf(response: IncomingMessage): Promise<number> {
  let bytes = 0
  for await (const chunk of response) bytes += (chunk as Buffer).byteLength
  return bytes
}

const endless: Script = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/csv' })
  const more = (): void => {
    while (!response.destroyed && response.write('a'.repeat(64 * 1024)));
  }
  response.on('drain', more)
  more()
}

test.each([
  ['breaks off', cutting({ status: 200, body: 'id,name\n', length: 1000 })],
  ['goes on beyond the largest file', endless],
])('a service that %s half-way breaks the download off', async (_what, script) => {
  gateway.upstream.script(script)
  await expect(overTheWire().then(bytesOf)).rejects.toThrow()
  await expect.poll(trail).toMatchObject([{ phase: 'intent' }, { phase: 'outcome', result: 'failed' }])
})

test('a browser that leaves ends the service’s work', async () => {
  let isEnded = false
  gateway.upstream.script((seen, response, incoming) => {
    response.on('close', () => {
      isEnded = true
    })
    return endless(seen, response, incoming)
  })
  const response = await overTheWire()
  response.destroy()
  await expect.poll(() => isEnded).toBe(true)
  await expect.poll(trail).toMatchObject([{ phase: 'intent' }, { phase: 'outcome', result: 'failed' }])
})
