import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { operationTable } from '../../../language/operations.ts'
import { recordVersion } from '../../../language/recordVersion.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { defineResource, registry } from '../libraryLanguage.ts'
import { pageHeaders, startGateway } from './startGateway.ts'

const permission = 'all'
const money = { type: ['string', 'null'], display: 'money' } as const

/** Fees, of which one is in a unit of its service, and one in an object that is sent whole. */
const fees = defineResource({
  name: 'fees',
  label: 'Fees',
  record: {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'integer', minimum: 1 },
      fee: { ...money, title: 'Fee' },
      rate: { type: 'string', title: 'Rate', coerce: 'thousandths' },
      terms: {
        type: 'object',
        title: 'Terms',
        properties: { deposit: { ...money, title: 'Deposit' }, note: { type: 'string', title: 'Note' } },
      },
    },
  },
  bindings: {
    list: { call: 'GET {library}/fees', permission },
    getOne: { call: 'GET {library}/fees/{id}', permission },
    create: { call: 'POST {library}/fees', permission },
    update: {
      call: 'PATCH {library}/fees/{id}',
      permission,
      body: { fee: { input: 'fee' }, terms: { input: 'terms' } },
    },
  },
  list: { columns: ['fee'], perPage: 10, sort: 'id', emptyText: 'Nothing' },
})

const model = (currency: string) =>
  resolveConsole({ registry, screens: [fees], home: '/fees', nested: [] }, { timeZone: 'UTC', currency })

const record = { id: 7, fee: '10', rate: 500, terms: { deposit: '19.50', note: '' } }
const gateways = new Map<string, Awaited<ReturnType<typeof startGateway>>>()

beforeAll(async () => {
  for (const currency of ['JPY', 'KWD']) gateways.set(currency, await startGateway(model(currency)))
  return async () => {
    for (const gateway of gateways.values()) await gateway.close()
  }
})
afterEach(() => gateways.forEach(({ upstream }) => upstream.reset()))

/** Sends a call and answers its status, the messages about its fields, and what the service received. */
async function send(currency: string, name: 'create' | 'update', payload: object) {
  const gateway = gateways.get(currency)!
  gateway.upstream.script(answering(200, record))
  const { definition, action } = operationTable(model(currency).definitions).get(`fees.${name}`)!
  const seen = { ...record, rate: '0.500' }
  const version = name === 'create' ? {} : { 'x-record-version': await recordVersion(definition, action!, seen) }
  const response = await gateway.app.inject({
    method: name === 'create' ? 'POST' : 'PATCH',
    url: `/api/library/fees${name === 'create' ? '' : '/7'}`,
    headers: {
      ...pageHeaders,
      ...version,
      cookie: gateway.cookie,
      'x-operation': `fees.${name}`,
      'idempotency-key': randomUUID(),
    },
    payload,
  })
  const received = gateway.upstream.seen.find(({ method }) => method !== 'GET')
  const sent: unknown = received === undefined ? undefined : JSON.parse(received.body)
  return { status: response.statusCode, fields: response.json<{ fields?: unknown }>().fields, sent }
}

const whole = 'Enter an amount without decimals, such as 1250'
const decimal = 'Enter an amount such as 1250.00'

test.each([
  ['JPY', 'create', { fee: '1999.5' }, { fee: whole }],
  ['JPY', 'create', { terms: { deposit: '1.0' } }, { 'terms/deposit': whole }],
  ['JPY', 'update', { fee: '1999.5' }, { fee: whole }],
  ['JPY', 'update', { terms: { deposit: '19.75', note: 'x' } }, { 'terms/deposit': whole }],
  ['KWD', 'create', { fee: 'much' }, { fee: decimal }],
  ['KWD', 'create', { rate: '0.0005' }, { rate: decimal }],
] as const)('an amount in %s that forms refuse is refused: %s %j', async (currency, name, payload, fields) => {
  expect(await send(currency, name, payload)).toEqual({ status: 422, fields, sent: undefined })
})

test.each([
  ['JPY', 'create', { fee: '1999', rate: '0.5' }, { fee: '1999', rate: 500 }],
  ['JPY', 'update', { fee: null }, { fee: null }],
  // What the service has, and the change leaves as it is.
  ['JPY', 'update', { terms: { deposit: '19.50', note: 'x' } }, { terms: { deposit: '19.50', note: 'x' } }],
  ['KWD', 'create', { fee: '1.9995' }, { fee: '1.9995' }],
] as const)('an amount in %s that forms take is sent: %s %j', async (currency, name, payload, sent) => {
  expect(await send(currency, name, payload)).toEqual({ status: 200, fields: undefined, sent })
})
