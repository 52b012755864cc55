import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { operationTable } from '../../../language/operations.ts'
import { readRecord } from '../../../language/readRecord.ts'
import { recordVersion } from '../../../language/recordVersion.ts'
import { valueAt } from '../../../language/pointer.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { model } from '../inputs/structures.ts'
import { pageHeaders, startGateway } from './startGateway.ts'

let gateway: Awaited<ReturnType<typeof startGateway>>

beforeAll(async () => {
  gateway = await startGateway(model)
})
afterEach(() => gateway.upstream.reset())
afterAll(() => gateway.close())

const home = { street: 'Elm 1', postal: { code: '0118' }, account: '123456789', floor: 3 }
const record = { id: 7, from: '2026-03-04', until: '2026-03-05', home, copies: [{ shelf: 'A1', price: 450 }] }

/** Sends a call about a record, and gives the answer's status and what the service received. */
async function send(operation: string, method: 'POST' | 'PATCH' | 'PUT', payload: object, refusal?: object) {
  gateway.upstream.script((request, ...rest) =>
    request.method === 'GET'
      ? answering(200, record)(request, ...rest)
      : answering(refusal === undefined ? 200 : 422, refusal ?? { message: 'done' })(request, ...rest),
  )
  const [resource = '', name = ''] = operation.split('.')
  const path = `/${resource}${method === 'POST' && name === 'create' ? '' : '/7'}${name === 'send' ? '/send' : ''}`
  const { definition, action } = operationTable(model.definitions).get(operation)!
  const headers = { ...pageHeaders, cookie: gateway.cookie }
  const read = {
    method: 'GET',
    url: `/api/library/${resource}/7`,
    headers: { ...headers, 'x-operation': `${resource}.getOne` },
  } as const
  const seen = readRecord(definition, (await gateway.app.inject(read)).json<unknown>(), 7)
  const version = method === 'POST' ? {} : { 'x-record-version': await recordVersion(definition, action!, seen) }
  const response = await gateway.app.inject({
    method,
    url: `/api/library${path}`,
    headers: { ...headers, ...version, 'x-operation': operation, 'idempotency-key': randomUUID() },
    payload,
  })
  const received = gateway.upstream.seen.find((seen) => seen.method !== 'GET')
  const sent: unknown = received === undefined ? undefined : JSON.parse(received.body)
  return { status: response.statusCode, body: response.json<unknown>(), received: sent }
}

test('forwards what is declared, in the units and at the places of the service', async () => {
  const payload = {
    home: { street: 'Elm 1', code: '0118' },
    copies: [{ shelf: 'A1', price: '4.50' }, { shelf: 'B2' }],
  }
  expect(await send('books.create', 'POST', payload)).toMatchObject({
    status: 200,
    received: {
      home: { street: 'Elm 1', postal: { code: '0118' } },
      copies: [{ shelf: 'A1', price: 450 }, { shelf: 'B2' }],
    },
  })
})

test.each([
  ['an undeclared member', 'books.create', 'POST', { home: { street: 'Elm 1', owner: 1 }, copies: [{ shelf: 'A1' }] }],
  ['a masked member', 'books.update', 'PATCH', { home: { account: 'XXXXX6789' } }],
  ['a member that the service sets', 'books.update', 'PATCH', { home: { floor: 4 } }],
  ['a missing member', 'books.create', 'POST', { home: {}, copies: [{ shelf: 'A1' }] }],
  ['an empty member', 'books.create', 'POST', { home: { street: '' }, copies: [{ shelf: 'A1' }] }],
  ['a wrong member of a row', 'books.update', 'PATCH', { copies: [{ shelf: 1 }] }],
  ['an undeclared member of a row', 'books.update', 'PATCH', { copies: [{ shelf: 'A1', price: '4.50', page: 1 }] }],
  ['no row', 'books.create', 'POST', { home: { street: 'Elm 1' }, copies: [] }],
  ['too many rows', 'books.update', 'PATCH', { copies: [1, 2, 3, 4].map((number) => ({ shelf: `A${number}` })) }],
  ['null for a member that is always there', 'books.update', 'PATCH', { home: { street: null } }],
] as const)('refuses %s', async (_title, operation, method, payload) => {
  expect(await send(operation, method, payload)).toMatchObject({ status: 400, received: undefined })
})

test('refuses a social security number in a row', async () => {
  const { status, body, received } = await send('books.update', 'PATCH', { copies: [{ shelf: 'SSN 123-45-6789' }] })
  expect([status, received]).toEqual([422, undefined])
  expect(valueAt(body, '/fields/copies~10~1shelf')).toMatch(/social security number/)
})

test('sends by PATCH the members that changed', async () => {
  expect(await send('books.update', 'PATCH', { home: { street: 'Oak 2', code: null } })).toMatchObject({
    status: 200,
    received: { home: { street: 'Oak 2', postal: { code: null } } },
  })
})

test('sends by PUT the whole object, with what only the service knows', async () => {
  expect(await send('films.update', 'PUT', { home: { street: 'Oak 2' } })).toMatchObject({
    status: 200,
    received: { ...record, home: { ...home, street: 'Oak 2' } },
  })
})

test.each([
  ['two fields', 'books.create', 'POST', { from: '2026-03-04', until: '2026-03-03' }, 'until', 'Until', 'From'],
  ['a field and the record', 'books.update', 'PATCH', { until: '2026-03-03' }, 'until', 'Until', 'From'],
  ['the record and a field', 'books.update', 'PATCH', { from: '2026-03-06' }, 'until', 'Until', 'From'],
  [
    'two members',
    'books.update',
    'PATCH',
    { home: { since: '2026-03-04', last: '2026-03-03' } },
    'home/last',
    'Last',
    'Since',
  ],
] as const)('refuses a range out of order in %s', async (_title, operation, method, payload, path, last, first) => {
  const needed = method === 'POST' ? { home: { street: 'Elm 1' }, copies: [{ shelf: 'A1' }] } : {}
  const { status, body, received } = await send(operation, method, { ...needed, ...payload })
  expect([status, received]).toEqual([422, undefined])
  expect(body).toMatchObject({ code: 'RULE_BROKEN', fields: { [path]: `"${last}" can't be earlier than "${first}"` } })
})

test('leaves a range alone that the change is not about, and accepts one in order', async () => {
  expect(await send('books.update', 'PATCH', { until: '2026-03-04' })).toMatchObject({ status: 200 })
  gateway.upstream.reset()
  expect(await send('books.update', 'PATCH', { home: { street: 'Oak 2' } })).toMatchObject({ status: 200 })
})

test("gives the service's messages their places on the screen", async () => {
  const errors = [
    { path: '/copies/1/price', message: 'Too dear' },
    { path: 'home.postal.code', message: 'No such place' },
    { path: 'copies[0].shelf', message: 'Full' },
    { path: '/copies/0/other', message: 'Odd' },
  ]
  const sent = await send('books.update', 'PATCH', { copies: [{ shelf: 'A1' }, { shelf: 'B2' }] }, { errors })
  expect(sent.body).toMatchObject({
    fields: {
      'copies/1/price': 'Too dear',
      'home/code': 'No such place',
      'copies/0/shelf': 'Full',
      'copies/0': 'Odd',
    },
  })
})
