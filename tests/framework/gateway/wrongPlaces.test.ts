import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDataProvider } from '../../../dataProvider/createDataProvider.ts'
import { compileValidators } from '../../../dataProvider/validators/compileValidators.ts'
import { resolveConsole } from '../../../language/resolve.ts'
import { unreadableAt } from '../../../language/unreadable.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { defineResource, registry } from '../libraryLanguage.ts'
import { pageHeaders, startGateway } from './startGateway.ts'

const reports = defineResource({
  name: 'reports',
  label: 'Reports',
  record: {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'integer' }, born: { type: ['string', 'null'], pii: 'dateOfBirth' } },
  },
  bindings: {
    list: {
      call: 'GET {library}/reports',
      permission: 'all',
      query: { page: { param: 'page' } },
      data: '/rows',
      total: '/count',
    },
  },
  list: { columns: ['id'], perPage: 10, emptyText: 'Nothing' },
})

const model = resolveConsole({ registry, screens: [reports], nested: [], home: '/reports' })

let gateway: Awaited<ReturnType<typeof startGateway>>
let lines: string[]

beforeEach(async () => {
  lines = []
  gateway = await startGateway(model, { logger: { stream: { write: (line) => void lines.push(line) } } })
})
afterEach(() => gateway.close())

const SECRET = 'Quill'

async function ask(answer: object) {
  gateway.upstream.script(answering(200, answer))
  const { statusCode, body } = await gateway.app.inject({
    url: '/api/library/reports?page=1',
    headers: { ...pageHeaders, cookie: gateway.cookie, 'x-operation': 'reports.list' },
  })
  await gateway.app.close()
  const entries = await gateway.store.drift.list()
  const logged = lines.map((line) => JSON.parse(line) as { readonly msg: string })
  return { statusCode, body, entries, logged: logged.filter(({ msg }) => msg === 'answer not understood') }
}

test.each<readonly [string, object, object]>([
  ['records', { items: [{ id: SECRET }], count: 1 }, { path: '/rows', expected: 'array', seen: 'missing' }],
  [
    'the number of records',
    { rows: [{ id: 1 }], count: { all: SECRET } },
    { path: '/count', expected: 'string or number', seen: 'object' },
  ],
])('an answer without %s at their place is logged, and is drift', async (_title, answer, place) => {
  const { statusCode, entries, logged } = await ask(answer)
  expect(statusCode).toBe(502)
  expect(logged).toMatchObject([{ operation: 'reports.list', ...place }])
  expect(entries).toMatchObject([{ operation: 'reports.list', ...place, count: 1 }])
  expect(lines.join()).not.toContain(SECRET)
})

test('a number of records that is not at its place is drift, though the list is shown', async () => {
  const { statusCode, entries } = await ask({ rows: [{ id: 1 }], total: 1 })
  expect(statusCode).toBe(200)
  expect(entries).toContainEqual(expect.objectContaining({ path: '/count', expected: 'number', seen: 'missing' }))
})

test.each([{ rows: [] }, { rows: [{ id: 1 }], count: null }])('%j is no drift', async (answer) => {
  expect((await ask(answer)).entries).toEqual([])
})

test.each<readonly [unknown, string]>([
  [19500102, 'integer'],
  [1950.0102, 'number'],
  [true, 'boolean'],
  [{ year: 1950 }, 'object'],
  [['1950-01-02'], 'array'],
])('a masked value of another type is unreadable, and none of it leaves: %j', async (born, seen) => {
  const { body, entries } = await ask({ rows: [{ id: 1, born }], count: 1 })
  expect(body).not.toMatch(/1950|\*/)
  expect(entries).toMatchObject([{ path: '/rows/*/born', expected: 'string or null', seen }])
  const provider = createDataProvider({
    definitions: model.definitions,
    validators: compileValidators(model.definitions),
    fetch: async () => new Response(body),
  })
  const { data } = await provider.getList('reports', { pagination: { page: 1, perPage: 10 } } as never)
  expect(unreadableAt(data[0], '/born')).toBe(`Expected string or null, got ${seen === 'number' ? 'integer' : seen}`)
})
