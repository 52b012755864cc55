import { describe, expect, test } from 'vitest'
import { resolve } from '../../../language/resolve.ts'
import { operationTable } from '../../../language/operations.ts'
import { compileValidators } from '../../../dataProvider/validators/compileValidators.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { requestFor } from './gatewayUnderTest.ts'
import { reveal, storedBytes } from './revealing.ts'
import { cookie, gateway, withGateway } from './withGateway.ts'

const text = { type: ['string', 'null'] } as const
const ssn = { type: ['string', 'null'], pii: 'ssn' } as const
const born = { type: ['string', 'null'], pii: 'dateOfBirth' } as const

const person = {
  type: ['object', 'null'],
  properties: {
    name: { ...text, pii: 'name' },
    tax_id: ssn,
    past: { type: ['array', 'null'], items: { type: 'object', properties: { born } } },
  },
} as const

/** Personal data in annotations alone: below objects and arrays, in every kind of answer, and in a part's records. */
const clients = resolve({
  name: 'clients',
  label: 'Clients',
  record: {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'integer' },
      nickname: { ...text, pii: 'name' },
      person,
      numbers: { type: ['array', 'null'], items: ssn },
      misplaced: { type: 'object', pii: 'ssn', properties: { value: text } },
    },
  },
  reveal: 'accounts.reveal',
  bindings: {
    list: { call: 'GET {main}/clients', permission: 'accounts.read' },
    getOne: {
      call: 'GET {main}/clients/{id}',
      permission: 'accounts.read',
      schema: {
        type: 'object',
        properties: {
          owner: person,
          free: { type: 'object' },
          cards: { type: 'array', items: { type: 'object', properties: { id: text, secret: text } } },
        },
      },
    },
    rename: {
      call: 'POST {main}/clients/{id}/name',
      permission: 'accounts.read',
      query: { nickname: { field: 'nickname' } },
      schema: {
        type: 'object',
        properties: { client: person, person: { type: 'object', properties: { tax_id: text } } },
      },
    },
    plain: {
      call: 'POST {main}/clients/{id}/plain',
      permission: 'accounts.read',
      body: { person: { field: 'person' }, note: { input: 'note' } },
    },
    family: {
      call: 'GET {main}/family',
      permission: 'accounts.read',
      query: { id: { field: 'id' } },
      schema: { type: 'object', properties: { members: { type: 'array', items: person } } },
    },
  },
  list: { columns: ['id'], perPage: 10, emptyText: '' },
  actions: {
    rename: { label: 'Rename', binding: 'rename', success: 'Renamed' },
    plain: {
      label: 'Plain',
      binding: 'plain',
      success: 'Done',
      input: { note: { label: 'Note', schema: { type: 'string', pii: 'ssn' } } },
    },
  },
})

const cards = resolve({
  name: 'cards',
  label: 'Cards',
  record: { type: 'object', required: ['id'], properties: { id: text, secret: { ...text, pii: 'bankAccount' } } },
  partOf: { resource: 'clients', path: '/cards' },
  bindings: {},
  list: { columns: ['id'], emptyText: '' },
})

const definitions = [clients, cards]
const operations = operationTable(definitions)
const operationOf = (id: string) => {
  const operation = operations.get(id)
  if (operation === undefined) throw new Error(`there is no ${id}`)
  return operation
}

const sent = { name: 'Mara Quill', tax_id: '900-12-3456', past: [{ born: '1961-04-17' }] }
const left = { name: 'Mara Quill', tax_id: '***-**-3456', past: [{ born: '1961-**-**' }] }

withGateway({ definitions })

const answerTo = async (id: string, body: unknown): Promise<unknown> => {
  gateway.upstream.script(answering(200, body))
  const response = await gateway.app.inject(requestFor(operationOf(id), cookie))
  expect(response.statusCode).toBe(200)
  return response.json()
}

describe('what a property is annotated with is masked', () => {
  test('in the records of a list, below objects and in arrays', async () => {
    const record = { id: 3, nickname: 'Mo', person: sent, numbers: ['900-12-3456', null, '900-12-7890'] }
    expect(await answerTo('clients.list', [record])).toEqual([
      { ...record, person: left, numbers: ['***-**-3456', null, '***-**-7890'] },
    ])
  })

  test('also where a service sends an array in the place of an object, or a structure in the place of a value', async () => {
    expect(
      await answerTo('clients.list', [
        { id: 3, person: [sent], numbers: [{ a: '900-12-3456' }], misplaced: { value: '900-12-3456' } },
      ]),
    ).toEqual([{ id: 3, person: [left], numbers: [{}], misplaced: null }])
  })

  test('in a detail, in a further read and in the answer to an action', async () => {
    expect(await answerTo('clients.getOne', { owner: sent })).toEqual({ owner: left })
    expect(await answerTo('clients.family', { members: [sent, sent] })).toEqual({ members: [left, left] })
    expect(await answerTo('clients.rename', { client: sent })).toEqual({ client: left })
    expect(await answerTo('clients.plain', { id: 3, person: sent })).toEqual({ id: 3, person: left })
  })

  test('where only the record says so, in an answer of the same form', async () => {
    expect(await answerTo('clients.rename', { person: { tax_id: '900-12-3456' } })).toEqual({
      person: { tax_id: '***-**-3456' },
    })
  })

  test('where only the record of a part says so, in the answer that brings it', async () => {
    expect(await answerTo('clients.getOne', { cards: [{ id: 'c1', secret: '000123456789' }] })).toEqual({
      cards: [{ id: 'c1', secret: 'XXXXX56789' }],
    })
  })

  test('by its name inside free structures and text', async () => {
    const inside = { deep: [{ tax_id: '900-12-3456' }], numbers: ['900-12-3456'], text: '{"tax_id":"900-12-3456"}' }
    expect(await answerTo('clients.getOne', { free: inside })).toEqual({
      free: { deep: [{ tax_id: '***-**-3456' }], numbers: null, text: '{"tax_id":"***-**-3456"}' },
    })
  })
})

describe('what a property is annotated with is personal', () => {
  test('and therefore travels in the body, never in an address', () => {
    const [rename, plain] = [operationOf('clients.rename'), operationOf('clients.plain')]
    expect([rename.queryInBody, plain.queryInBody]).toEqual([true, false])
    expect(requestFor(rename, cookie).url).not.toContain('nickname')
  })

  test('and reaches the audit trail as a digest, also as a part of a value', async () => {
    gateway.upstream.script(answering(200, { id: 3 }))
    const request = requestFor(operationOf('clients.plain'), cookie)
    const response = await gateway.app.inject({
      ...request,
      payload: JSON.stringify({ person: { name: 'Mara Quill' }, note: '900-12-3456' }),
    })
    expect(response.statusCode).toBe(200)
    const records = await gateway.store.audit.list({ limit: 1000 })
    const about = records.filter((record) => JSON.stringify(record).includes('clients.plain'))
    expect(JSON.stringify(about)).toMatch(/"note":"hmac:[^"]+","person":"hmac:/)
    for (const written of [JSON.stringify(records), storedBytes(gateway)]) {
      expect(written).not.toContain('Mara Quill')
      expect(written).not.toContain('900-12-3456')
    }
  })

  test('and can be shown whole where it is masked, one value at a time', async () => {
    gateway.upstream.script(answering(200, { owner: sent }))
    const ask = (field: string) => reveal(gateway, cookie, { resource: 'clients', field })
    expect((await ask('/owner/tax_id')).json()).toEqual({ value: '900-12-3456' })
    expect((await ask('/owner/name')).statusCode).toBe(400)
  })
})

test('validators take annotations as part of the vocabulary', () => {
  const { request, response } = compileValidators(definitions)['clients.plain'] ?? {}
  expect(request?.({ path: { id: 3 }, query: {}, body: { person: sent, note: 'x' } })).toBe(true)
  expect(response?.({ id: 3, person: { tax_id: 7 } })).toBe(false)
})
