import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { operationTable } from '../../../language/operations.ts'
import { recordVersion } from '../../../language/recordVersion.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { model, modelWithoutPermissions } from '../inputs/dependent.ts'
import { pageHeaders, startGateway } from './startGateway.ts'

let gateway: Awaited<ReturnType<typeof startGateway>>
let closed: Awaited<ReturnType<typeof startGateway>>

beforeAll(async () => {
  ;[gateway, closed] = await Promise.all([startGateway(model), startGateway(modelWithoutPermissions)])
})
afterEach(() => gateway.upstream.reset())
afterAll(() => Promise.all([gateway.close(), closed.close()]))

const send = (operation: string, payload: object, record: object = {}) => sendBy(gateway, operation, payload, record)

async function sendBy(by: typeof gateway, operation: string, payload: object, record: object = {}) {
  const isEdit = operation === 'books.update'
  by.upstream.script((request, ...rest) =>
    answering(200, request.method === 'GET' ? { id: 7, ...record } : { message: 'done' })(request, ...rest),
  )
  const paths: Readonly<Record<string, string>> = {
    'books.send': '/books/7/send',
    'books.route': '/books/7/route',
    'books.update': '/books/7',
    'books.create': '/books',
    'parcel.submit': '/parcels',
  }
  const operated = operationTable(model.definitions).get(operation)
  const version =
    isEdit && operated?.action !== undefined
      ? { 'x-record-version': await recordVersion(operated.definition, operated.action, { id: 7, ...record }) }
      : {}
  const response = await by.app.inject({
    method: isEdit ? 'PATCH' : 'POST',
    url: `/api/library${paths[operation]}`,
    headers: {
      ...pageHeaders,
      'x-operation': operation,
      'idempotency-key': randomUUID(),
      cookie: by.cookie,
      ...version,
    },
    payload,
  })
  const sent = by.upstream.seen.filter(({ method }) => method !== 'GET').length
  return { status: response.statusCode, sent, body: response.json<unknown>() }
}

const odd = { slot: 'Slot does not go with the other values' }
const missing = { slot: 'Enter a slot' }

test.each([
  ['a hidden input', 'books.send', { way: 'desk', to: { slot: 'Elm 1' } }, odd],
  [
    'an input behind a hidden one',
    'books.send',
    { way: 'desk', to: {}, note: 'x' },
    { note: 'Note does not go with the other values' },
  ],
  ['a shown input without its value', 'books.send', { way: 'post', to: {} }, missing],
  ['a hidden field of a form', 'parcel.submit', { way: 'desk', slot: 'Elm 1' }, odd],
  ['a shown field of a form without its value', 'parcel.submit', { way: 'post' }, missing],
  ['a hidden field of a new record', 'books.create', { way: 'desk', slot: 'Elm 1' }, odd],
  [
    'a hidden member of an object',
    'books.create',
    { way: 'desk', handover: { how: 'hand', code: 'A1' } },
    { 'handover/code': 'Code does not go with the other values' },
  ],
  [
    'a member behind a hidden one',
    'books.create',
    { way: 'desk', handover: { how: 'hand', hint: 'x' } },
    { 'handover/hint': 'Hint does not go with the other values' },
  ],
  [
    'a shown member without its value',
    'books.create',
    { way: 'desk', handover: { how: 'box' } },
    { 'handover/code': 'Enter a value for Code' },
  ],
  [
    'a hidden field of a row',
    'books.route',
    {
      stops: [
        { kind: 'lift', floor: 2 },
        { kind: 'door', floor: 3 },
      ],
    },
    { 'stops/1/floor': 'Floor does not go with the other values' },
  ],
  [
    'a shown field of a row without its value',
    'books.route',
    { stops: [{ kind: 'door' }, { kind: 'lift' }] },
    { 'stops/1/floor': 'Enter a value for Floor' },
  ],
])('refuses %s, by its name', async (_title, operation, payload, fields) => {
  const { status, sent, body } = await send(operation, payload)
  expect([status, sent]).toEqual([422, 0])
  expect(body).toMatchObject({ code: 'RULE_BROKEN', message: `${Object.values(fields)[0]}. Nothing was sent.`, fields })
})

test.each([
  ['books.send', { way: 'desk', to: {} }],
  ['books.send', { way: 'post', to: { slot: 'Elm 1' }, note: 'x' }],
  ['parcel.submit', { way: 'desk' }],
  ['parcel.submit', { way: 'courier', slot: 'Elm 1' }],
  ['books.create', { way: 'desk' }],
  ['books.create', { way: 'post', slot: 'Elm 1' }],
  ['books.create', { way: 'desk', handover: { how: 'hand' } }],
  ['books.create', { way: 'desk', handover: { how: 'box', code: 'A1', hint: 'left' } }],
  ['books.route', { stops: [{ kind: 'door' }, { kind: 'lift', floor: 2 }] }],
])('accepts %s with %j', async (operation, payload) => {
  expect(await send(operation, payload)).toMatchObject({ status: 200, sent: 1 })
})

test('decides about a change by the record that it has just read, with the changes', async () => {
  const slot = { slot: 'Elm 1' }
  expect(await send('books.update', slot, { way: 'post' })).toMatchObject({ status: 200, sent: 1 })
  gateway.upstream.reset()
  expect(await send('books.update', slot, { way: 'desk' })).toMatchObject({
    status: 422,
    sent: 0,
    body: { fields: odd },
  })
  const trail = await gateway.store.audit.list({ limit: 1000 })
  expect(trail.at(-1)).toMatchObject({ phase: 'event', operation: 'books.update' })
  expect(await send('books.update', { ...slot, way: 'post' }, { way: 'desk' })).toMatchObject({ status: 200 })
  gateway.upstream.reset()
  expect(await send('books.update', { way: 'post' }, { way: 'desk' })).toMatchObject({ status: 422, sent: 0 })
  expect(await send('books.update', { way: 'post' }, { way: 'desk', ...slot })).toMatchObject({ status: 200 })
})

test('decides about a member that a change leaves as it is by the record', async () => {
  const box = { way: 'desk', handover: { how: 'box', code: 'A1' } }
  const hint = { handover: { hint: 'left' } }
  expect(await send('books.update', hint, box)).toMatchObject({ status: 200, sent: 1 })
  gateway.upstream.reset()
  expect(await send('books.update', hint, { ...box, handover: { how: 'hand' } })).toMatchObject({
    status: 422,
    body: { fields: { 'handover/hint': 'Hint does not go with the other values' } },
  })
  expect(await send('books.update', { handover: { how: 'box' } }, { ...box, handover: { how: 'hand' } })).toMatchObject(
    {
      status: 422,
      sent: 0,
      body: { fields: { 'handover/code': 'Enter a value for Code' } },
    },
  )
})

test.each([
  ['books.send', { way: 'desk', to: { slot: 'Elm 1' } }],
  ['books.update', { way: 'desk', slot: 'Elm 1' }],
  ['books.create', { way: 'desk', slot: 'Elm 1' }],
  ['parcel.submit', { way: 'desk', slot: 'Elm 1' }],
])('says nothing about the inputs of %s to a person who may not do it', async (operation, payload) => {
  const { status, body } = await sendBy(closed, operation, payload)
  expect([status, body]).toMatchObject([403, { code: 'FORBIDDEN' }])
  expect(closed.upstream.seen).toEqual([])
})
