import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { operationTable } from '../../../language/operations.ts'
import { recordVersion } from '../../../language/recordVersion.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { defineResource, registry } from '../libraryLanguage.ts'
import { startGateway } from './startGateway.ts'
import { ask, type Gateway, trail } from './waitingBooks.ts'

const text = { type: ['string', 'null'] } as const
const permission = 'all'

const readers = defineResource({
  name: 'readers',
  label: 'Readers',
  record: {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'integer', minimum: 1 },
      name: { ...text, title: 'Name', pii: 'name' },
      born: { ...text, title: 'Born', pii: 'dateOfBirth' },
      shelf: { ...text, title: 'Shelf' },
    },
  },
  bindings: {
    list: { call: 'GET {library}/readers', permission },
    getOne: { call: 'GET {library}/readers/{id}', permission },
    update: { call: 'PATCH {library}/readers/{id}', permission },
    erase: { call: 'POST {library}/readers/{id}/erase', permission },
  },
  list: { columns: ['name'], perPage: 10, emptyText: 'No one' },
  actions: { erase: { label: 'Erase', binding: 'erase', success: 'Erased' } },
})

const model = resolveConsole({ registry, screens: [readers], home: '/readers', nested: [] })

const reader = { id: 7, name: 'Ann Poe', born: '1950-01-02', shelf: 'A1' }

let gateway: Gateway

beforeEach(async () => {
  gateway = await startGateway(model)
})
afterEach(() => gateway.close())

/** A service in which a change makes this of the reader. */
function service(now: object, answer: object): void {
  let found: object = reader
  gateway.upstream.script((request, ...exchange) => {
    const isRead = request.method === 'GET'
    if (!isRead) found = { ...reader, ...now }
    return answering(200, isRead ? found : answer)(request, ...exchange)
  })
}

/** Makes the change, of which the service then answers this, for a record as a screen has it. */
async function change(operation: 'readers.erase' | 'readers.update', body?: object): Promise<void> {
  const { definition, action } = operationTable(model.definitions).get(operation) ?? {}
  if (definition === undefined || action === undefined) throw new Error(`no action is called ${operation}`)
  const version = await recordVersion(definition, action, { ...reader, born: '1950-**-**' })
  const [method, path] = operation === 'readers.update' ? (['PATCH', ''] as const) : (['POST', '/erase'] as const)
  const headers = { 'x-operation': operation, 'idempotency-key': randomUUID(), 'x-record-version': version }
  const asked = await ask(gateway, gateway.cookie, `/api/library/readers/7${path}`, { method, headers, body })
  expect(asked).toMatchObject({ status: 200 })
}

const event = async () => {
  const last = (await trail(gateway)).at(-1)
  return last?.phase === 'event' ? last.details : undefined
}

test.each([
  ['the day of birth, of which screens see the year', { born: '1950-12-31' }, ['born']],
  ['name and day of birth', { name: 'Deleted', born: null }, ['name', 'born']],
  ['the shelf alone', { shelf: 'B2' }, []],
])(
  'the trail says which masked values are others after %s has changed, and none of them',
  async (_what, now, fields) => {
    service(now, { message: 'done' })
    await change('readers.erase')
    await expect.poll(event).toMatchObject({ result: 'ok', after: { name: '•••' }, maskedChanges: fields })
    expect(JSON.stringify(await trail(gateway))).not.toMatch(/Ann|Deleted|19\d\d-[\d*]{2}-/)
  },
)

test.each([
  ['the service answers', { name: 'Bea Poe', shelf: 'A1' }, { id: 7, name: 'Bea Poe', shelf: 'A1' }, ['name']],
  ['the service only confirms', { name: 'Bea Poe' }, { message: 'done' }, ['name']],
  ['are as before', { name: 'Ann Poe', shelf: 'B2' }, { id: 7, name: 'Ann Poe', shelf: 'B2' }, []],
])('so does the outcome of an edit whose values %s', async (_how, body, answer, maskedChanges) => {
  service(body, answer)
  await change('readers.update', body)
  expect((await trail(gateway)).at(-1)).toMatchObject({ after: { name: '•••', born: '•••' }, maskedChanges })
})
