import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkModel } from '../../../language/check/checkModel.ts'
import { operationTable } from '../../../language/operations.ts'
import { recordVersion } from '../../../language/recordVersion.ts'
import { filled } from '../../../language/requestValues.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { registry as shop } from '../../support/shop.ts'
import { chapters } from '../chaptersLibrary.ts'
import { defineResource, registry as own } from '../libraryLanguage.ts'
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
    update: { call: 'PATCH {library}/drafts/{id}', permission, contentType: 'application/merge-patch+json' },
    publish: { call: 'POST {library}/drafts/{id}/publish', permission },
    remind: {
      call: 'POST {library}/drafts/{id}/remind',
      permission,
      contentType: 'application/x-www-form-urlencoded',
      body: { 'reader[name]': { input: 'reader' }, topics: { input: 'topics' }, urgent: false, until: null },
    },
    share: {
      call: 'POST {library}/drafts/{id}/share',
      permission,
      contentType: 'application/vnd.api+json',
      body: { data: { nested: { type: 'shares' } } },
    },
    print: { call: 'POST {library}/drafts/{id}/print', permission },
  },
  list: { columns: ['text'], perPage: 10, emptyText: 'Nothing' },
  form: { blocked: [{ when: { text: 'Printed' }, message: 'What was printed stays as it is' }] },
  actions: {
    publish: { label: 'Publish', binding: 'publish', recheck: 'ifMatch', success: 'Published' },
    remind: {
      label: 'Remind',
      binding: 'remind',
      input: {
        reader: { schema: { type: 'string', minLength: 1 }, label: 'Reader', required: 'Name a reader' },
        topics: {
          schema: { type: 'array', items: { enum: ['late', 'fees'] }, minItems: 1 },
          label: 'Topics',
          required: 'Choose a topic',
        },
      },
      success: 'Reminded',
    },
    share: { label: 'Share', binding: 'share', success: 'Shared' },
    print: { label: 'Print', binding: 'print', recheck: true, success: 'Printed' },
  },
})

/** The console has the service of the chapters too. */
const registry = {
  ...own,
  services: { ...own.services, ...shop.services },
  permissions: [...own.permissions, 'orders.change'],
  roles: { ...own.roles, librarian: [...own.roles.librarian, 'orders.change'] },
} as const
const model = resolveConsole({ registry, screens: [drafts, chapters], home: '/drafts', nested: [] })
const draft = { id: 7, text: 'Old' }

let gateway: Awaited<ReturnType<typeof startGateway>>

beforeAll(async () => {
  gateway = await startGateway(model, { services: ['library', 'tryout'] })
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

test('a body is sent as a form where the definition says so: a list as several values, null as an empty text', async () => {
  const values = { 'reader[name]': 'Ada & Bo', topics: ['late', 'fees'], urgent: false, until: null }
  const { headers, body } = await send('drafts.remind', 'POST', '/remind', values)
  expect(headers.get('content-type')).toBe('application/x-www-form-urlencoded')
  expect(body).toBe('reader%5Bname%5D=Ada+%26+Bo&topics=late&topics=fees&urgent=false&until=')
})

test('a body is sent as another type of JSON where the definition says so', async () => {
  const { headers, body } = await send('drafts.share', 'POST', '/share', { data: { type: 'shares' } })
  expect(headers.get('content-type')).toBe('application/vnd.api+json')
  expect(JSON.parse(body)).toEqual({ data: { type: 'shares' } })
})

test.each([
  ['publish', '"v3"'],
  ['print', undefined],
])("of two actions at addresses of their own, %s has the record's ETag as If-Match: %s", async (name, expected) => {
  const { headers } = await send(`drafts.${name}`, 'POST', `/${name}`)
  expect(headers.get('if-match')).toBe(expected)
})

test('a record in a state that its form names is not changed', async () => {
  const { definition, action } = operationTable(model.definitions).get('drafts.update')!
  const printed = { ...draft, text: 'Printed' }
  gateway.upstream.script(answering(200, printed))
  const before = gateway.upstream.seen.length
  const response = await gateway.app.inject({
    method: 'PATCH',
    url: '/api/library/drafts/7',
    headers: {
      ...pageHeaders,
      cookie: gateway.cookie,
      'x-operation': 'drafts.update',
      'idempotency-key': randomUUID(),
      'x-record-version': await recordVersion(definition, action!, printed),
    },
    payload: { text: 'New' },
  })
  expect(response.statusCode).toBe(409)
  expect(response.json()).toMatchObject({
    code: 'CONFLICT',
    message: expect.stringMatching(/What was printed stays/) as string,
  })
  expect(gateway.upstream.seen.slice(before).filter(({ method }) => method !== 'GET')).toEqual([])
})

test.each([[null], ['8']])(
  'a relationship of JSON:API is sent as one to the record, or to nothing: %s',
  async (owner) => {
    const { definition, action, body: sources = {} } = operationTable(model.definitions).get('chapters.update')!
    const chapter = { id: '7', owner: '3' }
    gateway.upstream.script(
      answering(200, { data: { id: '7', relationships: { owner: { data: { type: 'people', id: '3' } } } } }),
    )
    const { statusCode } = await gateway.app.inject({
      method: 'PATCH',
      url: '/api/tryout/chapters/7',
      headers: {
        ...pageHeaders,
        cookie: gateway.cookie,
        'x-operation': 'chapters.update',
        'idempotency-key': randomUUID(),
        'x-record-version': await recordVersion(definition, action!, chapter),
      },
      payload: filled(sources, { record: chapter, input: { owner } }, definition.record),
    })
    expect(statusCode).toBe(200)
    const { body } = gateway.upstream.seen.findLast(({ method }) => method === 'PATCH')!
    expect(JSON.parse(body)).toEqual({
      data: { type: 'chapters', id: '7', relationships: { owner: { data: owner && { type: 'people', id: owner } } } },
    })
  },
)
