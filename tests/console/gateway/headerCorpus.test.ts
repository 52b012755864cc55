import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Operation } from '../../../language/operations.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { contentTypeOf, operationOf, operations, requestFor, successOf, type Sent } from './gatewayUnderTest.ts'
import { cookie, forget, gateway, trail, withGateway } from './withGateway.ts'

/** Headers about the connection, or of an intermediary (S-23), over a real one, for every operation of the registry. */
withGateway({ limits: { drainMs: 0 } })

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let port: number
beforeAll(async () => {
  await gateway.app.listen({ host: '127.0.0.1', port: 0 })
  port = (gateway.app.server.address() as AddressInfo).port
})
afterAll(() => agent.destroy())

/** The status of the answer to a request. */
const send = ({ method, url, headers, payload }: Sent): Promise<number> =>
  new Promise((resolve, reject) => {
    const length = payload === undefined ? {} : { 'content-length': String(Buffer.byteLength(payload)) }
    const options = { agent, port, host: '127.0.0.1', path: url, method, headers: { ...headers, ...length } }
    const sent = request(options, (response) => response.resume().once('end', () => resolve(response.statusCode ?? 0)))
    // Without an answer it would wait for ever: a request may ask for another protocol.
    sent.once('error', reject).once('upgrade', () => reject(new Error('the protocol was changed')))
    sent.end(payload)
  })

/** Headers that decide who is asking for what, or that the gateway gives to a service. */
const own = `authorization cookie __Host-Http-sid x-countersign x-operation origin sec-fetch-site host idempotency-key
  x-owner x-record-version x-confirmation x-approval-reason content-type content-length accept x-request-id x-service-token`.split(
  /\s+/,
)

const everyone = { connection: `${own.join(', ')}, te, upgrade, http2-settings` }

const named: readonly Readonly<Record<string, string>>[] = [
  ...own.map((name) => ({ connection: name })),
  everyone,
  { connection: `keep-alive, ${own.join(',').toUpperCase()}` },
  { connection: ', ,\t,' },
  { 'proxy-connection': own.join(', ') },
  { 'keep-alive': 'timeout=100000, max=100000', connection: 'keep-alive' },
]

const EVIL = 'evil.test'

/** Headers with which an intermediary, or who pretends to be one, says who is asking, for what and whence. */
const claimed: readonly Readonly<Record<string, string>>[] = [
  { te: 'trailers', connection: 'te' },
  {
    upgrade: 'websocket',
    connection: 'upgrade',
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    'sec-websocket-version': '13',
  },
  { upgrade: 'h2c', connection: 'upgrade, http2-settings', 'http2-settings': 'AAMAAABkAARAAAAAAAIAAAAA' },
  { forwarded: `for=1.2.3.4;host=${EVIL};proto=https;by=4.3.2.1` },
  ...'x-forwarded-host x-forwarded-server x-host x-original-host x-http-host-override via'
    .split(' ')
    .map((name) => ({ [name]: EVIL })),
  ...'x-forwarded-for x-real-ip x-client-ip true-client-ip cf-connecting-ip x-cluster-client-ip'
    .split(' ')
    .map((name) => ({ [name]: '1.2.3.4' })),
  ...'x-original-url x-rewrite-url x-forwarded-uri x-forwarded-prefix'
    .split(' ')
    .map((name) => ({ [name]: '/api/admin/treasuries-master/4' })),
  ...'x-http-method x-http-method-override x-method-override'.split(' ').map((name) => ({ [name]: 'DELETE' })),
  { 'x-forwarded-proto': 'https', 'x-forwarded-port': '1', 'x-forwarded-ssl': 'on' },
  ...['authorization', 'proxy-authorization', 'x-authorization'].map((name) => ({ [name]: 'Token evil' })),
  ...'service-token service_token x-service-token x_service_token x-api-key proxy-authenticate x-access-token'
    .split(' ')
    .map((name) => ({ [name]: 'evil' })),
  ...'x-user x-user-id x-remote-user remote-user x-forwarded-user x-forwarded-email x-auth-request-user x-role'
    .split(' ')
    .map((name) => ({ [name]: '910741' })),
]

/** What the service saw of a call, without what each call has of its own. */
const seenBy = () =>
  gateway.upstream.seen.map(({ method, target, headers, bytes }) => ({
    method,
    target,
    headers: headers.map(([name, value]) =>
      /^(?:x-request-id|idempotency-key|content-type|content-length)$/.test(name) ? name : `${name}: ${value}`,
    ),
    length: bytes.length > 0,
  }))

/** Forgets what the service has seen, which answers as the operation declares. */
function answerFor(operation: Operation): void {
  gateway.upstream.reset()
  gateway.upstream.script(answering(200, successOf(operation), contentTypeOf(operation)))
}

/** Headers that are sent together: no two under one name. */
function together(all: readonly Readonly<Record<string, string>>[]): readonly Readonly<Record<string, string>>[] {
  const groups: Record<string, string>[] = []
  for (const headers of all) {
    const group = groups.find((each) => Object.keys(headers).every((name) => each[name] === undefined))
    if (group === undefined) groups.push({ ...headers })
    else Object.assign(group, headers)
  }
  return groups
}

test('no header about the connection or of an intermediary changes what a service is sent', async () => {
  let count = 0
  for (const operation of operations) {
    answerFor(operation)
    expect(await send(requestFor(operation, cookie)), operation.id).toBe(200)
    const expected = seenBy()
    expect(expected).toHaveLength(1)
    // What changes something takes longer: its headers go together.
    const all = together([...(operation.effect === 'read' ? named.slice(-5) : []), ...claimed])
    for (const headers of operation.effect === 'read'
      ? all
      : [Object.assign({}, ...all, everyone) as Sent['headers']]) {
      count += 1
      answerFor(operation)
      const what = `${operation.id} ${JSON.stringify(headers)}`
      expect(await send(requestFor(operation, cookie, headers)), what).toBe(200)
      expect(seenBy(), what).toEqual(expected)
    }
  }
  expect(count).toBeGreaterThan(operations.length)
})

test('and none of them alone changes what is sent, who is on record, or where they are', async () => {
  const change = operationOf('treasury.approve')
  gateway.upstream.script(answering(200, successOf(change)))
  const all = [{}, ...named, ...claimed]
  for (const headers of all) expect(await send(requestFor(change, cookie, headers)), JSON.stringify(headers)).toBe(200)
  const [expected, ...others] = seenBy()
  expect(others).toEqual(others.map(() => expected))
  const intents = (await trail()).filter((record) => record.phase === 'intent')
  expect([intents.length, others.length + 1]).toEqual([all.length, all.length])
  expect(new Set(intents.map(({ actor, ip }) => `${actor?.userId} ${ip}`))).toEqual(new Set(['1 127.0.0.1']))
})

test('and none takes the place of a session, of the page or of an operation', { timeout: 60_000 }, async () => {
  let count = 0
  await forget()
  for (const operation of operations) {
    const without = (name: string, more: Readonly<Record<string, string>>): Sent => {
      const sent = requestFor(operation, cookie)
      const { [name]: _removed, ...headers } = sent.headers
      return { ...sent, headers: { ...headers, ...more } }
    }
    const refused = async (sent: Sent, statuses: readonly number[]) => {
      count += 1
      expect(statuses, `${operation.id} ${JSON.stringify(sent.headers)}`).toContain(await send(sent))
    }
    for (const headers of together(claimed)) await refused(without('cookie', headers), [401])
    for (const connection of ['cookie', '__Host-Http-sid, authorization'])
      await refused(without('cookie', { connection }), [401])
    await refused(without('cookie', { connection: 'cookie', cookie: '__Host-Http-sid=garbage' }), [401])
    await refused(without('x-countersign', { connection: 'x-countersign' }), [403])
    await refused(without('origin', { connection: 'origin', origin: `http://${EVIL}` }), [403])
    await refused(
      without('origin', { origin: `http://${EVIL}`, 'x-forwarded-host': EVIL, forwarded: `host=${EVIL}` }),
      [403],
    )
    await refused(without('sec-fetch-site', { connection: 'sec-fetch-site', 'sec-fetch-site': 'cross-site' }), [403])
    await refused(without('x-operation', { connection: 'x-operation' }), [400, 403, 404])
    if (operation.effect === 'mutate')
      await refused(without('idempotency-key', { connection: 'idempotency-key' }), [400])
  }
  expect(gateway.upstream.seen).toEqual([])
  expect(await trail()).toEqual([])
  expect(count).toBeGreaterThanOrEqual(20 * 30)
})
