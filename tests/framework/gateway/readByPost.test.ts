import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, beforeAll, describe, expect, test } from 'vitest'
import { model } from '../../../examples/cookbook/index.ts'
import { operationTable } from '../../../language/operations.ts'
import { recordVersion } from '../../../language/recordVersion.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { pageHeaders, startGateway } from './startGateway.ts'

let gateway: Awaited<ReturnType<typeof startGateway>>
let cookie: string

beforeAll(async () => {
  gateway = await startGateway(model, { services: ['rpc'] })
  cookie = await gateway.signIn({ role: 'clerk' })
})
afterAll(() => gateway.close())

const ticket = { id: 7, subject: 'No light', state: 'open', reporter: null, notes: 'Since May' }
const common = { jsonrpc: '2.0', id: 1 }
let now: object
let failing: object

beforeEach(() => {
  now = { result: ticket }
  failing = { result: {} }
  gateway.upstream.reset()
  gateway.upstream.script((request, ...exchange) => {
    const { method } = JSON.parse(request.body) as { readonly method: string }
    return answering(200, { ...common, ...(method === 'tickets.get' ? now : failing) })(request, ...exchange)
  })
})

const operations = operationTable(model.definitions)

async function send(name: 'close' | 'update', params: object, seen: object = ticket) {
  const { definition, action } = operations.get(`tickets.${name}`)!
  const response = await gateway.app.inject({
    method: 'POST',
    url: '/api/rpc/rpc',
    headers: {
      ...pageHeaders,
      cookie,
      'x-operation': `tickets.${name}`,
      'idempotency-key': randomUUID(),
      'x-owner': '7',
      'x-record-version': await recordVersion(definition, action!, { ...seen }),
    },
    payload: { ...common, method: `tickets.${name}`, params },
  })
  const sent = gateway.upstream.seen.map(({ body }) => JSON.parse(body) as { readonly method: string })
  return { status: response.statusCode, body: response.json<object>(), sent }
}

const changes = (sent: readonly { readonly method: string }[]) => sent.filter(({ method }) => method !== 'tickets.get')

const got = { ...common, method: 'tickets.get', params: { id: 7 } }

describe('a record that is read by POST', () => {
  test('is read again before an action, with its id in the body', async () => {
    const params = { id: 7, note: 'Bulb changed' }
    const { status, sent } = await send('close', params)
    expect([status, sent[0], sent[1]]).toEqual([200, got, { ...common, method: 'tickets.close', params }])
    const trail = await gateway.store.audit.list({ limit: 10 })
    const outcome = trail.find(({ phase }) => phase === 'outcome')
    expect(outcome).toMatchObject({ result: 'ok' })
    expect(outcome).not.toHaveProperty('after')
  })

  test('is changed and cleared by what differs alone', async () => {
    const params = { id: 7, changes: { notes: null } }
    const { status, sent } = await send('update', params)
    expect([status, changes(sent)]).toEqual([200, [{ ...common, method: 'tickets.update', params }]])
  })

  test('keeps what has changed meanwhile from being overwritten', async () => {
    now = { result: { ...ticket, state: 'closed' } }
    const { status, sent } = await send('close', { id: 7, note: 'Bulb changed' })
    expect([status, changes(sent)]).toEqual([409, []])
  })

  test('is not changed where it cannot be read', async () => {
    now = { error: { code: -32_000, message: 'No such ticket' } }
    const { status, sent } = await send('close', { id: 7, note: 'Bulb changed' })
    expect([status, changes(sent)]).toEqual([503, []])
  })
})

describe("a service's own code inside a success", () => {
  test.each([
    [-32_004, { status: 404, body: { code: 'NOT_FOUND', message: 'No' } }],
    [-32_009, { status: 409, body: { code: 'UPSTREAM_REFUSED', message: 'No' } }],
    [-32_000, { status: 422, body: { code: 'UPSTREAM_REFUSED', message: 'No' } }],
  ])('%i means what the definition says', async (code, means) => {
    failing = { error: { code, message: 'No' } }
    expect(await send('close', { id: 7, note: 'Bulb changed' })).toMatchObject(means)
    const trail = await gateway.store.audit.list({ limit: 100 })
    expect(trail.at(-1)).toMatchObject({ phase: 'outcome', result: 'refused' })
  })

  test('of a record that is not there ends a change before it is sent', async () => {
    now = { error: { code: -32_004, message: 'No such ticket' } }
    const { status, body, sent } = await send('close', { id: 7, note: 'Bulb changed' })
    expect([status, changes(sent)]).toEqual([409, []])
    expect(body).toMatchObject({ message: 'This is no longer there. Nothing was sent. Look again.' })
  })
})
