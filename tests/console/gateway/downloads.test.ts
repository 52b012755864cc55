import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { answering, cutting, hanging, type Script } from '../../support/faultyUpstream.ts'
import { bodyOf, operationOf, requestFor, signedIn } from './gatewayUnderTest.ts'
import { cookie, gateway, trail, withGateway } from './withGateway.ts'

let port: number

const operation = operationOf('accounts.export')

const MIB = 1024 * 1024

withGateway({
  limits: {
    readHeadersMs: 2500,
    exportMs: 60_000,
    idleBodyMs: 500,
    exportBytes: 64 * MIB,
    readingPace: { bytes: 64 * 1024, windowMs: 250 },
  },
})
beforeAll(async () => {
  await gateway.app.listen({ host: '127.0.0.1', port: 0 })
  port = (gateway.app.server.address() as AddressInfo).port
})

const get = () => gateway.app.inject(requestFor(operation, cookie))

const opened: ClientRequest[] = []
afterEach(() => {
  for (const each of opened.splice(0)) each.destroy()
})

/** The answer over a real connection, at its head. The connection ends with the test. */
const overTheWire = (): Promise<IncomingMessage> => {
  const { url, headers, method } = requestFor(operation, cookie)
  return new Promise((resolve, reject) => {
    const own = request({ port, host: '127.0.0.1', path: url, method, headers }, resolve).on('error', reject)
    opened.push(own)
    own.end()
  })
}

test('a file passes with a name and type of the gateway’s own and is recorded before and after', async () => {
  gateway.upstream.script(
    answering(200, 'id,name\n1,A\n', { 'content-type': 'text/csv', 'x-secret': 'a', 'set-cookie': 'a=b' }),
  )
  const response = await get()
  expect(response.body).toBe('id,name\n1,A\n')
  expect(response.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
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
  ['text/csv', undefined, 'text/csv; charset=utf-8', 'csv'],
  ['text/csv; charset=windows-1252', undefined, 'text/csv; charset=windows-1252', 'csv'],
  ['text/csv; charset="a b', undefined, 'text/csv; charset=utf-8', 'csv'],
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

test.each([['text/csv'], ['application/x-unknown']])(
  'a table as %s has no cell that runs as a formula',
  async (type) => {
    gateway.upstream.script(answering(200, 'id,name\n1,"=HYPERLINK(1)"\n', { 'content-type': type }))
    expect((await get()).body).toBe('id,name\n1,"\'=HYPERLINK(1)"\n')
  },
)

const bytesIn =
  (type: string, bytes: Buffer): Script =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': type }).end(bytes)
  }

const utf16 = Buffer.from('\uFEFFname,amount\r\nMára,5\r\n"=1+1",6\r\n', 'utf16le')
const asUtf8 = '\uFEFFname,amount\r\nMára,5\r\n"\'=1+1",6\r\n'

test.each([
  ['text/csv; charset=utf-16', utf16, asUtf8],
  ['text/csv', utf16, asUtf8],
  ['text/csv; charset=utf-16', Buffer.from(utf16).swap16(), asUtf8],
  ['text/csv; charset=utf-16le', utf16.subarray(2), asUtf8.slice(1)],
  ['application/octet-stream', utf16, asUtf8],
  ['text/csv; charset=shift_jis', Buffer.from([0x83, 0x7d, 0x2c, 0x3d, 0x31]), "マ,'=1"],
  ['text/csv; charset=utf-16', Buffer.alloc(0), ''],
])('a table as %s is read by its encoding and leaves as UTF-8', async (type, bytes, expected) => {
  const isCsv = type.startsWith('text/csv')
  gateway.upstream.script(bytesIn(type, bytes))
  const response = await get()
  expect(response.statusCode).toBe(200)
  expect(response.rawPayload.toString()).toBe(expected)
  if (isCsv) expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
})

test.each([
  ['that can’t be read', 'text/csv; charset=utf-7', Buffer.from('name\n')],
  ['UTF-16 that nothing announces', 'text/csv', utf16.subarray(2)],
  ['UTF-32 that nothing announces', 'text/csv', Buffer.from('\xFF\xFE\0\0n\0\0\0', 'latin1')],
  ['UTF-16 that ends within a letter', 'text/csv; charset=utf-16', utf16.subarray(0, 7)],
])('a table in an encoding %s is refused before it is sent', async (_what, type, bytes) => {
  gateway.upstream.script(bytesIn(type, bytes))
  const response = await get()
  expect([response.statusCode, bodyOf(response)['code']]).toEqual([502, 'UPSTREAM_FORMAT'])
  expect(bodyOf(response)['message']).toMatch(/^The file is in an encoding .* Nothing was saved\. Ask for it in UTF-8/)
  expect(response.headers['content-disposition']).toBeUndefined()
  await expect.poll(trail).toMatchObject([{ phase: 'intent' }, { phase: 'outcome', result: 'failed' }])
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

test('a file that says it is too large is refused before it is sent, with its limit', async () => {
  gateway.upstream.script(cutting({ status: 200, body: 'id,name\n', length: 65 * MIB }))
  const response = await get()
  expect([response.statusCode, bodyOf(response)['code']]).toEqual([502, 'UPSTREAM_FORMAT'])
  expect(bodyOf(response)['message']).toMatch(/^The file is larger than 64 MB, .* Nothing was saved\. Ask for /)
  expect((await trail()).slice(0, 2)).toMatchObject([{ phase: 'intent' }, { phase: 'outcome', result: 'failed' }])
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

describe('exports that a browser does not read', () => {
  /** So many at once of one person; the answers that have come are paused. */
  const unread = (count: number): IncomingMessage[] => {
    const started: IncomingMessage[] = []
    for (let index = 0; index < count; index += 1)
      void overTheWire().then(
        (response) => started.push(response.pause().on('error', () => undefined)),
        () => undefined,
      )
    return started
  }

  test('take four places of their person, and nothing from others', async () => {
    const other = await signedIn(gateway, 'admin', { userId: 2 })
    gateway.upstream.script(endless)
    const started = unread(30)
    await expect.poll(() => started.length).toBe(4)
    expect(gateway.upstream.seen).toHaveLength(4)
    gateway.upstream.script(answering(200, { apex_accounts: [], total_page: 1 }))
    expect((await gateway.app.inject(requestFor(operationOf('accounts.list'), other))).statusCode).toBe(200)
    gateway.upstream.script(answering(200, 'id\n', { 'content-type': 'text/csv' }))
    expect((await gateway.app.inject(requestFor(operation, other))).body).toBe('id\n')
  })

  test('end long before their deadline, and the next ones begin', async () => {
    gateway.upstream.script(endless)
    const started = unread(5)
    await expect.poll(() => started.length).toBe(5)
    await expect.poll(async () => (await trail()).filter(({ phase }) => phase === 'outcome')).not.toEqual([])
    expect((await trail()).find(({ phase }) => phase === 'outcome')).toMatchObject({ result: 'failed' })
  })
})

test('a call that waits too long for a connection is refused before those that have one end', async () => {
  gateway.upstream.script(hanging)
  const ended: string[] = []
  const calls = Array.from({ length: 33 }, async () => {
    const response = await gateway.app.inject(requestFor(operationOf('accounts.list'), cookie))
    ended.push(String(bodyOf(response)['code']))
  })
  await Promise.all(calls)
  expect(ended[0]).toBe('UPSTREAM_UNAVAILABLE')
  expect(ended.slice(1)).toEqual(Array.from({ length: 32 }, () => 'UPSTREAM_TIMEOUT'))
})
