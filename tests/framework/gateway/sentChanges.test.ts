import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkModel } from '../../../language/check/checkModel.ts'
import { operationTable } from '../../../language/operations.ts'
import { recordVersion } from '../../../language/recordVersion.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { defineResource, registry } from '../libraryLanguage.ts'
import { pageHeaders, startGateway } from './startGateway.ts'

const permission = 'all'

/** Records of a service with terms of its own for changes. */
const drafts = defineResource({
  name: 'drafts',
  label: 'Drafts',
  record: {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'integer', minimum: 1 }, text: { type: 'string', title: 'Text' } },
  },
  bindings: {
    list: { call: 'GET {library}/drafts', permission, query: { page: { param: 'page' } } },
    getOne: { call: 'GET {library}/drafts/{id}', permission },
    update: { call: 'PATCH {library}/drafts/{id}', permission, dialect: 'merge-patch' },
    publish: { call: 'POST {library}/drafts/{id}/publish', permission },
    print: { call: 'POST {library}/drafts/{id}/print', permission },
  },
  list: { columns: ['text'], perPage: 10, emptyText: 'Nothing' },
  actions: {
    publish: { label: 'Publish', binding: 'publish', recheck: 'ifMatch', success: 'Published' },
    print: { label: 'Print', binding: 'print', recheck: true, success: 'Printed' },
  },
})

const model = resolveConsole({ registry, screens: [drafts], home: '/drafts', nested: [] })
const draft = { id: 7, text: 'Old' }

let gateway: Awaited<ReturnType<typeof startGateway>>

beforeAll(async () => {
  gateway = await startGateway(model)
  gateway.upstream.script((request, ...exchange) =>
    answering(200, request.method === 'GET' ? draft : { message: 'done' }, { etag: '"v3"' })(request, ...exchange),
  )
})
afterAll(() => gateway.close())

/** Makes a change of the draft as a screen has it, and gives what the service got. */
async function send(operation: string, method: 'PATCH' | 'POST', path: string, payload?: object) {
  const { definition, action } = operationTable(model.definitions).get(operation)!
  const { statusCode } = await gateway.app.inject({
    method,
    url: `/api/library/drafts/7${path}`,
    headers: {
      ...pageHeaders,
      cookie: gateway.cookie,
      'x-operation': operation,
      'idempotency-key': randomUUID(),
      'x-record-version': await recordVersion(definition, action!, draft),
    },
    ...(payload && { payload }),
  })
  expect(statusCode).toBe(200)
  const { headers, body } = gateway.upstream.seen.findLast((request) => request.method === method)!
  return { headers: new Map(headers), body }
}

test('the definition is valid', () => {
  expect(checkModel(model)).toEqual([])
})

test('a change is sent as a merge patch where the definition says so', async () => {
  const { headers, body } = await send('drafts.update', 'PATCH', '', { text: 'New' })
  expect(headers.get('content-type')).toBe('application/merge-patch+json')
  expect(JSON.parse(body)).toEqual({ text: 'New' })
})

test.each([
  ['publish', '"v3"'],
  ['print', undefined],
])("of two actions at addresses of their own, %s has the record's ETag as If-Match: %s", async (name, expected) => {
  const { headers } = await send(`drafts.${name}`, 'POST', `/${name}`)
  expect(headers.get('if-match')).toBe(expected)
})
