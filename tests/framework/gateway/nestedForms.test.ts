import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { checkModel, checkResources } from '../../../language/check/checkModel.ts'
import { resolve } from '../../../language/resolve.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { lines, model, orders } from '../ordersLibrary.ts'
import { operationTable } from '../../../language/operations.ts'
import { readPart } from '../../../language/readRecord.ts'
import { recordVersion } from '../../../language/recordVersion.ts'
import { pageHeaders, startGateway } from './startGateway.ts'

let gateway: Awaited<ReturnType<typeof startGateway>>

beforeAll(async () => {
  gateway = await startGateway(model)
})
afterEach(() => gateway.upstream.reset())
afterAll(() => gateway.close())

const part = resolve(lines)
const items = [
  { line: 1, text: 'Emma', count: 2 },
  { line: 2, text: 'Ulysses', count: null },
]
const order = { id: 7, shop: 'North', lines: items }
const seen = (line: number) => readPart(part, order, { id: 7, shop: 'North' }).records.find(({ id }) => id === line)!

interface Sent {
  readonly owner?: string
  readonly address?: string
  readonly line?: number
  readonly body?: object
  readonly version?: string
}

async function send(
  name: 'create' | 'update' | 'delete',
  { owner = '7', address = '7', line = 1, body, version }: Sent,
) {
  gateway.upstream.reset()
  gateway.upstream.script((request, ...rest) => {
    const found = request.target === '/orders/7' ? answering(200, order) : answering(404, { message: 'No such order' })
    return (request.method === 'GET' ? found : answering(200, { message: 'done' }))(request, ...rest)
  })
  const isNew = name === 'create'
  const response = await gateway.app.inject({
    method: isNew ? 'POST' : name === 'update' ? 'PATCH' : 'DELETE',
    url: `/api/library/orders/${address}/lines${isNew ? '?shop=North' : `/${line}`}`,
    headers: {
      ...pageHeaders,
      cookie: gateway.cookie,
      'x-operation': `lines.${name}`,
      'idempotency-key': randomUUID(),
      ...(owner === '' ? {} : { 'x-owner': owner }),
      ...(version === undefined ? {} : { 'x-record-version': version }),
    },
    ...(body === undefined ? {} : { payload: body }),
  })
  const calls = gateway.upstream.seen.filter(({ method }) => method !== 'GET')
  const sent = calls.map(({ method, target, bytes }) => [method, target, Buffer.from(bytes).toString()])
  return { status: response.statusCode, code: response.json<{ readonly code?: string }>().code, sent }
}

const versionOf = (line: number, change: object = {}) => {
  const { action } = operationTable(model.definitions).get('lines.update')!
  return recordVersion(part, action!, { ...seen(line), ...change })
}

test('a parent whose id has another name is named by it as id', () => {
  const { id, ...others } = orders.record.properties
  const numbered = {
    ...orders,
    id: 'number',
    record: { ...orders.record, required: ['number'], properties: { number: id, ...others } },
  }
  const saidOf = (own: string) => {
    const partOf = { ...lines.partOf, include: { order: own, shop: 'shop' } }
    const found = checkResources([resolve(numbered as never), resolve({ ...lines, partOf } as never)])
    return found.flatMap(({ where, message }) => (where.startsWith('lines.') ? [`${where} ${message}`] : []))
  }
  expect(saidOf('id')).toEqual([])
  expect(saidOf('number')).toEqual([`lines.partOf.include has the parent's id as 'number': write { order: 'id' }`])
})

test('the definitions are valid', () => {
  expect(checkModel(model)).toEqual([])
})

describe('a new nested record', () => {
  test('is sent to the address of its parent, with what comes from it', async () => {
    const { status, sent } = await send('create', { body: { text: 'Persuasion', count: 3 } })
    expect(status).toBe(200)
    expect(sent).toEqual([['POST', '/orders/7/lines?shop=North', '{"text":"Persuasion","count":3}']])
    const trail = await gateway.store.audit.list({ limit: 1000 })
    expect(trail.findLast(({ phase }) => phase === 'intent')).toMatchObject({
      operation: 'lines.create',
      subject: { resource: 'orders', id: '7' },
    })
  })

  test.each<readonly [string, Sent, object]>([
    ['of a parent that there is not', { owner: '8', address: '8' }, { code: 'OWNER_UNREADABLE' }],
    ['below another parent', { address: '8' }, { code: 'WRONG_OWNER' }],
    ['without a parent', { owner: '' }, { status: 400 }],
    ['without a value that it needs', { body: { count: 3 } }, { status: 400 }],
    ['with a value that its parent gives', { body: { text: 'x', order: 8 } }, { status: 400 }],
  ])('is not sent %s', async (_title, asked, expected) => {
    const answer = await send('create', { body: { text: 'Persuasion' }, ...asked })
    expect(answer).toMatchObject({ ...expected, sent: [] })
  })

  test('is not sent where the parent has another value than the one named', async () => {
    order.shop = 'South'
    const answer = await send('create', { body: { text: 'Persuasion' } })
    order.shop = 'North'
    expect(answer).toMatchObject({ code: 'WRONG_OWNER', sent: [] })
  })
})

describe('a nested record', () => {
  test('is changed by what differs, while it is as it was seen', async () => {
    const asked = { body: { count: 5 }, version: await versionOf(1) }
    expect(await send('update', asked)).toMatchObject({
      status: 200,
      sent: [['PATCH', '/orders/7/lines/1', '{"count":5}']],
    })
    expect(await send('update', { ...asked, version: await versionOf(1, { count: 9 }) })).toMatchObject({
      code: 'RECORD_CHANGED',
    })
    expect(await send('update', { body: { count: 5 } })).toMatchObject({ code: 'VERSION_MISSING' })
  })

  test('is removed', async () => {
    const sent = [['DELETE', '/orders/7/lines/2', '']]
    expect(await send('delete', { line: 2 })).toMatchObject({ status: 200, sent })
  })

  test.each(['update', 'delete'] as const)('is not found elsewhere: %s', async (name) => {
    const body = name === 'update' ? { body: { count: 5 } } : {}
    const version = await versionOf(1)
    for (const asked of [{ line: 3 }, { address: '8' }])
      expect(await send(name, { ...asked, ...body, version })).toMatchObject({ code: 'WRONG_OWNER', sent: [] })
  })
})

test.each([
  [
    'a value that a new record has not yet',
    { call: 'POST {library}/orders/{order}/lines/{line}' },
    /names 'line', which a new record/,
  ],
  ['no parent', { call: 'POST {library}/lines' }, /names no parent: take the parent's id in partOf.include/],
])('a call for new records with %s is refused', (_title, call, message) => {
  const create = { ...lines.bindings['create'], query: {}, ...call }
  const broken = { ...lines, bindings: { ...lines.bindings, create } } as never as typeof lines
  const found = checkResources([resolve(orders), resolve(broken)])
  expect(found.find(({ where }) => where === 'lines.bindings.create')?.message).toMatch(message)
})
