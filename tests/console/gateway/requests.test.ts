import { takesEvidence } from '../../../language/evidence.ts'
import { composeReason } from '../../../language/reasonText.ts'
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Operation } from '../../../language/operations.ts'
import { registry } from '../../../schemas/console.ts'
import { answering } from '../../support/faultyUpstream.ts'
import {
  bodyOf,
  contentTypeOf,
  credentialsFor,
  evidenceFor,
  HOST,
  operationOf,
  operations,
  pathFor,
  requestFor,
  sampleValues,
  SERVICE_TOKEN,
  signedIn,
  startGateway,
  successOf,
  type Sent,
} from './gatewayUnderTest.ts'
import { takesNull } from './sampleValues.ts'
import { cookie, gateway, withGateway } from './withGateway.ts'

let port: number

withGateway()
beforeAll(async () => {
  await gateway.app.listen({ host: '127.0.0.1', port: 0 })
  port = (gateway.app.server.address() as AddressInfo).port
})

/** Sends a request line and headers byte by byte as given; answers everything that came back. */
const raw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      answer += chunk
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
    socket.end(text)
  })

const rawRequest = ({ method, headers, payload }: Sent, target: string): Promise<string> => {
  const body = String(payload ?? '')
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return raw(
    `${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\nconnection: close\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

const FORM = /^multipart\/form-data; boundary=countersign-[0-9a-f]{48}$/

const corpus = [
  '../3',
  '..%2f3',
  '%2e%2e/3',
  '%252e%252e/3',
  '..;/3',
  '..\\3',
  '%5c3',
  '//evil.test/3',
  '/3',
  '@evil.test',
  './3',
  '3/..',
  '3/.',
  '3%00',
  '3%0d%0aX-Evil:1',
  '3;x=1',
  '3%2f4',
  '3%3b4',
  '%33',
  '003',
  '3.0',
  '+3',
  '3e0',
  '-3',
  '３',
  '%ef%bc%93',
  '%c0%af',
  '%zz',
  '3%',
  '',
  '3/',
  '3/4',
  '{id}',
  'NaN',
  '9007199254740993',
  'a'.repeat(10_000),
  '3#x',
  '*',
  '3%20',
  '%2e',
  '.',
  '..',
  '__proto__',
]

describe('paths', () => {
  const approve = operationOf('treasury.approve')

  test.each(corpus)('%s in the place of an id never reaches the upstream', async (id) => {
    const answer = await rawRequest(requestFor(approve, cookie), `/api/admin/treasuries-master/${id}`)
    expect(gateway.upstream.seen.filter(({ target }) => target !== '/admin/treasuries-master/3')).toEqual([])
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
  })

  test.each([
    '/api/./admin/treasuries-master/3',
    '/api//admin/treasuries-master/3',
    '//api/admin/treasuries-master/3',
    '/api/main/../admin/treasuries-master/3',
    '/%61pi/admin/treasuries-master/3',
    '/api/%61dmin/treasuries-master/3',
    '/api/admin/%74reasuries-master/3',
    '/api/ADMIN/treasuries-master/3',
    '/API/admin/treasuries-master/3',
    '/api\\admin/treasuries-master/3',
    '/api/main/treasuries-master/3',
    'http://localhost:8080/api/admin/treasuries-master/3',
    'http://evil.test/api/admin/treasuries-master/3',
    '/api/admin/treasuries-master/3?__proto__=1',
    '/api/admin/treasuries-master/3?extra=1',
    '*',
  ])('%s is not a way to an upstream', async (target) => {
    const answer = await rawRequest(requestFor(approve, cookie), target)
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(gateway.upstream.seen).toEqual([])
  })

  test.each(['%2f', '%5c', '%00', '%25', '//', '/./', '/../', '\\'])(
    'holding %s are refused before routing',
    async (part) => {
      const headers = `host: ${HOST}\r\norigin: http://${HOST}\r\nx-countersign: 1\r\nconnection: close`
      for (const area of ['api', 'auth', 'console']) {
        expect(await raw(`GET /${area}/x${part}y HTTP/1.1\r\n${headers}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /)
      }
    },
  )
})

describe('the request itself', () => {
  test.each([
    ['no host', 'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n', 400],
    ['two hosts', `GET / HTTP/1.1\r\nhost: ${HOST}\r\nhost: evil.test\r\nconnection: close\r\n\r\n`, 400],
    ['TRACE', `TRACE / HTTP/1.1\r\nhost: ${HOST}\r\nconnection: close\r\n\r\n`, 405],
    ['OPTIONS', `OPTIONS /api/x HTTP/1.1\r\nhost: ${HOST}\r\nconnection: close\r\n\r\n`, 405],
    ['another host and a change', 'POST /auth/login HTTP/1.1\r\nhost: evil.test\r\nconnection: close\r\n\r\n', 421],
    ['headers of 20 kB', `GET / HTTP/1.1\r\nhost: ${HOST}\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
  ])('with %s is refused', async (_what, text, status) => {
    expect(await raw(text)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  })

  test('for a document of another host name is redirected to the public address', async () => {
    const response = await gateway.app.inject({ url: '/accounts?page=2', headers: { host: '127.0.0.1:8080' } })
    expect(response.statusCode).toBe(307)
    expect(response.headers['location']).toBe('http://localhost:8080/accounts?page=2')
  })

  test.each([
    ['2 MiB of body', `"${'a'.repeat(2 * 1024 * 1024)}"`, 413],
    ['JSON nested 100,000 deep', '['.repeat(100_000) + ']'.repeat(100_000), 400],
    ['no JSON', '{"a":', 400],
    ['a prototype key', '{"__proto__":{"polluted":true},"isapproved":true}', 400],
    ['a constructor key', '{"constructor":{"prototype":{"polluted":true}},"isapproved":true}', 400],
  ])('with %s is refused', async (_what, payload, status) => {
    const response = await gateway.app.inject({ ...requestFor(operationOf('treasury.approve'), cookie), payload })
    expect(response.statusCode).toBe(status)
    expect(gateway.upstream.seen).toEqual([])
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})

describe.each(operations.map(({ id }) => id))('%s', (id) => {
  const operation = operationOf(id)
  const send = (sent: Sent) => gateway.app.inject(sent)

  beforeEach(() => gateway.upstream.script(answering(200, successOf(operation), contentTypeOf(operation))))

  const refused = async (sent: Sent, status = 400): Promise<void> => {
    expect((await send(sent)).statusCode).toBe(status)
    expect(gateway.upstream.seen).toEqual([])
  }

  test('sends the upstream exactly the declared request, with no header of the browser', async () => {
    const hostile = {
      authorization: 'Token evil',
      'service-token': 'evil',
      service_token: 'evil',
      'x-service-token': 'evil',
      'x-forwarded-for': '1.2.3.4',
      'x-forwarded-host': 'evil.test',
      forwarded: 'for=1.2.3.4',
      'proxy-authorization': 'evil',
      'x-http-method-override': 'DELETE',
      'x-request-id': 'evil',
      'accept-language': 'de',
      'user-agent': 'evil',
      referer: 'https://evil.test',
      te: 'trailers',
      connection: 'x-countersign',
    }
    const response = await send(requestFor(operation, cookie, hostile))
    expect(response.statusCode).toBe(200)
    const [seen, ...more] = gateway.upstream.seen
    expect(more).toEqual([])
    const headers = Object.fromEntries(seen?.headers ?? [])
    expect(headers).toEqual({
      host: new URL(gateway.upstream.url).host,
      connection: operation.effect === 'mutate' ? 'close' : 'keep-alive',
      ...credentialsFor(registry, operation.service),
      accept: operation.kind === 'download' ? '*/*' : 'application/json',
      'x-request-id': response.headers['x-request-id'],
      ...(operation.credential === 'service' ? { 'x-service-token': SERVICE_TOKEN } : {}),
      ...(operation.body === undefined && operation.upload === undefined
        ? {}
        : {
            'content-type':
              operation.upload === undefined ? 'application/json' : (expect.stringMatching(FORM) as string),
            'content-length': String(seen?.bytes.length),
          }),
      ...(operation.effect === 'mutate'
        ? { 'idempotency-key': expect.stringMatching(/^[0-9a-f-]{36}$/) as string }
        : {}),
      ...(operation.effect === 'mutate' &&
      operation.body === undefined &&
      operation.upload === undefined &&
      !['GET', 'DELETE'].includes(operation.method)
        ? { 'content-length': '0' }
        : {}),
    })
    expect(seen?.method).toBe(operation.method)
    expect(seen?.target.split('?')[0]).toBe(`/${operation.service}${pathFor(operation)}`)
  })

  test('sends the upstream exactly the declared values, well-formed, with who is signed in where that is asked for', async () => {
    const sent = requestFor(operation, cookie)
    expect((await send(sent)).statusCode).toBe(200)
    const [seen] = gateway.upstream.seen
    const expected = (sources: Operation['query']): Record<string, unknown> => {
      const filledIn = Object.entries(sources).filter(([, source]) => 'session' in source)
      const own: Record<string, unknown> = Object.fromEntries(filledIn.map(([name]) => [name, 1] as const))
      const values = sampleValues(sources, operation)
      const [reason] =
        Object.entries(sources).find(([, source]) => 'input' in source && source.input === 'reason') ?? []
      const isComposed = reason !== undefined && takesEvidence(operation.action)
      const composed = isComposed ? { [reason]: composeReason(String(values[reason]), evidenceFor(operation)) } : {}
      return { ...values, ...composed, ...own }
    }
    const query = Object.entries(expected(operation.query)).flatMap(([name, value]) =>
      [value].flat().map((each) => [name, String(each)]),
    )
    expect(seen?.target.split(/\?(.*)/s)[1] ?? '').toBe(new URLSearchParams(query).toString())
    if (operation.upload !== undefined) return
    const body = seen?.body === '' ? undefined : (JSON.parse(String(seen?.body)) as unknown)
    expect(body).toEqual(operation.body === undefined ? undefined : expected(operation.body))
  })

  const filledIn = Object.entries({ ...operation.query, ...operation.body }).filter(([, source]) => 'session' in source)
  test.each(filledIn)('takes no %s from the browser', async (name) => {
    const sent = requestFor(operation, cookie)
    const body = JSON.parse(String(sent.payload ?? '{}')) as Record<string, unknown>
    await refused({ ...sent, payload: JSON.stringify({ ...body, [name]: 4711 }) })
  })

  test('takes no undeclared query parameter and none twice', async () => {
    const sent = requestFor(operation, cookie)
    const join = sent.url.includes('?') ? '&' : '?'
    await refused({ ...sent, url: `${sent.url}${join}extra=1` })
    await refused({ ...sent, url: `${sent.url}${join}__proto__=1` })
    const first = Object.keys(operation.query)[0]
    if (first !== undefined && !operation.queryInBody) await refused({ ...sent, url: `${sent.url}${join}${first}=1` })
  })

  test('takes no undeclared field in its body', async () => {
    const sent = requestFor(operation, cookie, { 'content-type': 'application/json' })
    if (operation.browserMethod === 'GET' || operation.upload !== undefined) return
    const body = JSON.parse(String(sent.payload ?? '{}')) as Record<string, unknown>
    await refused({ ...sent, payload: JSON.stringify({ ...body, extra: 1 }) })
    if (operation.queryInBody)
      await refused({ ...sent, payload: JSON.stringify({ query: { ...(body['query'] as object), extra: 1 } }) })
    for (const name of Object.keys(body)) {
      await refused({ ...sent, payload: JSON.stringify({ ...body, [name]: [body[name]] }) })
      if (!takesNull(operation, name)) await refused({ ...sent, payload: JSON.stringify({ ...body, [name]: null }) })
    }
  })

  test('does not go to another service, by another method or under an unknown name', async () => {
    const sent = requestFor(operation, cookie)
    const other = operation.service === 'trade' ? 'main' : 'trade'
    await refused({ ...sent, url: sent.url.replace(`/api/${operation.service}/`, `/api/${other}/`) }, 404)
    // Only an upload may come as a form, and what has no name is none.
    const unknown = operation.upload === undefined ? 404 : 403
    await refused({ ...sent, headers: { ...sent.headers, 'x-operation': 'nothing.list' } }, unknown)
    await refused({ ...sent, headers: { ...sent.headers, 'x-operation': '__proto__' } }, unknown)
    await refused({ ...sent, method: operation.browserMethod === 'PUT' ? 'PATCH' : 'PUT' }, 405)
  })
})

test('a refused parameter is named, without its value', async () => {
  const payload = JSON.stringify({ query: { pages: 'canary-value' } })
  const response = await gateway.app.inject({ ...requestFor(operationOf('accounts.list'), cookie), payload })
  expect(bodyOf(response)).toMatchObject({ code: 'BAD_REQUEST', message: 'query.pages must be integer: correct it.' })
})

test('a service without an address is not configured', async () => {
  const bare = await startGateway({ settings: { services: {} } })
  const sent = requestFor(operationOf('treasury.approve'), await signedIn(bare), { 'idempotency-key': randomUUID() })
  const response = await bare.app.inject(sent)
  expect(response.statusCode).toBe(503)
  expect(bodyOf(response)['code']).toBe('NOT_CONFIGURED')
  await bare.stop()
})
