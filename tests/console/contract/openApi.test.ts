import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDataProvider } from '../../../dataProvider/createDataProvider.ts'
import type { ConsoleDataProvider, ConsoleRecord } from '../../../dataProvider/types.ts'
import { compileValidators } from '../../../dataProvider/validators/compileValidators.ts'
import { model as cookbook } from '../../../examples/cookbook/index.ts'
import { model as library } from '../../../examples/library/schemas/index.ts'
import { operationTable } from '../../../language/operations.ts'
import { valueAt } from '../../../language/pointer.ts'
import { openApiDocument } from '../../../server/openApi/openApiDocument.ts'
import { definitions, model } from '../../../schemas/index.ts'
import { backOffice } from '../../../services/console.ts'
import { signedInFetch } from '../../support/signIn.ts'
import { startGateway } from '../gateway/gatewayUnderTest.ts'
import { startGatewayUnderTest, type GatewayUnderTest } from './gatewayUnderTest.ts'

type Json = Readonly<Record<string, unknown>>

const document = openApiDocument(model, backOffice.routes)
const paths = document['paths'] as Readonly<Record<string, Readonly<Record<string, Json>>>>

/** One request and its answer. */
interface Exchange {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly body: string
  readonly status: number
  readonly answer: string
  readonly answerHeaders: Headers
}

const exchanges: Exchange[] = []
let gateway: GatewayUnderTest
let provider: ConsoleDataProvider
let call: typeof globalThis.fetch

/** The `fetch` of a session, whose exchanges are kept. */
const recorded =
  (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input.toString(), gateway.url)
    const response = await fetch(url.href, init)
    exchanges.push({
      method: (init.method ?? 'GET').toLowerCase(),
      url,
      headers: new Headers({ ...Object.fromEntries(new Headers(init.headers)), origin: gateway.url }),
      body: typeof init.body === 'string' ? init.body : '',
      status: response.status,
      answer: await response.clone().text(),
      answerHeaders: response.headers,
    })
    return response
  }

beforeAll(async () => {
  gateway = await startGatewayUnderTest()
  call = recorded(await signedInFetch(gateway.url, 'admin@countersign.test'))
  const validators = compileValidators(definitions)
  provider = createDataProvider({ definitions, validators, origin: gateway.url, fetch: call })
}, 120_000)
afterAll(() => gateway.stop())

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats(ajv)

/** What is wrong with a value by a schema; nothing for one that meets it. */
function problemsOf(schema: unknown, value: unknown): readonly string[] {
  const validate = ajv.compile(schema as object)
  return validate(value) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

const resolved = (part: Json): Json => {
  const reference = part['$ref']
  return typeof reference === 'string' ? (valueAt(document, reference.slice(1) as '/') as Json) : part
}

const matches = (template: string, pathname: string): boolean =>
  new RegExp(`^${template.replaceAll(/\{[^}]*\}/g, '[^/]+')}$`).test(pathname)

function documented({ method, url }: Pick<Exchange, 'method' | 'url'>): Json | undefined {
  const [found] = Object.keys(paths)
    .filter((template) => matches(template, url.pathname) && paths[template]?.[method] !== undefined)
    .toSorted((one, other) => one.split('{').length - other.split('{').length)
  return found === undefined ? undefined : paths[found]?.[method]
}

/** What the request lacks of the parameters that the document requires, or has beyond them. */
function requestProblems(exchange: Exchange, operation: Json): readonly string[] {
  const parameters = (operation['parameters'] as readonly Json[]).map(resolved)
  const required = parameters.filter(
    ({ name, required: isRequired, in: place }) =>
      isRequired === true &&
      ((place === 'header' && exchange.headers.get(String(name)) === null) ||
        (place === 'query' && !exchange.url.searchParams.has(String(name)))),
  )
  const known = parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name)
  const extra = [...exchange.url.searchParams.keys()].filter((name) => !known.includes(name))
  const schema = valueAt(operation, '/requestBody/content/application~1json/schema')
  const body = exchange.body === '' ? [] : problemsOf(schema ?? false, JSON.parse(exchange.body))
  return [...required.map(({ name }) => `${String(name)} is missing`), ...extra, ...body]
}

function answerProblems({ status, answer, answerHeaders }: Exchange, operation: Json): readonly string[] {
  const responses = operation['responses'] as Readonly<Record<string, Json>>
  const response = responses[status] ?? responses[`${String(status)[0]}XX`]
  if (response === undefined) return [`${status} is not documented`]
  const { content = {}, headers = {} } = resolved(response) as { readonly content?: Json; readonly headers?: Json }
  const named = Object.keys(headers).filter((name) => answerHeaders.get(name) === null && name !== 'X-Next-Page')
  if (content['application/json'] === undefined) return named
  const schema = resolved((content['application/json'] as { readonly schema: Json }).schema)
  return [...named.map((name) => `the answer has no ${name}`), ...problemsOf(schema, JSON.parse(answer))]
}

/** What an exchange has against the document. */
function problemsWith(exchange: Exchange): readonly string[] {
  const operation = documented(exchange)
  const where = `${exchange.method} ${exchange.url.pathname} ${exchange.headers.get('x-operation') ?? ''}`
  if (operation === undefined) return [`${where} is not documented`]
  return [...requestProblems(exchange, operation), ...answerProblems(exchange, operation)].map(
    (problem) => `${where}: ${problem}`,
  )
}

describe.each([
  ['the back office', document],
  ['the library', openApiDocument(library)],
  ['the cookbook', openApiDocument(cookbook)],
])('the document of %s', (_name, own) => {
  it('is a valid OpenAPI 3.1 document', async () => {
    const { valid, errors } = await new Validator().validate({ ...structuredClone(own) })
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined })
  })
})

it('has every operation with its permission and effect, and no other', () => {
  const described = Object.values(paths)
    .flatMap((item) => Object.values(item))
    .flatMap((operation) => (operation['x-operations'] ?? []) as readonly Json[])
  const sorted = (all: readonly Json[]) =>
    all.toSorted((one, other) => (String(one['operation']) < String(other['operation']) ? -1 : 1))
  expect(sorted(described.map(({ operation, permission, effect }) => ({ operation, permission, effect })))).toEqual(
    sorted(
      [...operationTable(definitions).values()].map(({ id, permission, effect }) => ({
        operation: id,
        permission,
        effect,
      })),
    ),
  )
})

it('has every route of the gateway, and no other', async () => {
  const under = await startGateway()
  const routes = new Set<string>()
  const above: string[] = []
  for (const line of under.app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', segment = '', methods = ''] =
      /^((?:[│ ] {3})*)[├└]── (\S*)(?: \(([^)]*)\))?$/.exec(line) ?? []
    const depth = indent.length / 4
    above.length = depth
    above.push(segment)
    const path = above.join('').replaceAll(/:(\w+)/g, '{$1}')
    for (const method of methods.split(', ')) if (path.startsWith('/')) routes.add(`${method.toLowerCase()} ${path}`)
  }
  await under.stop()
  const ours = [...routes].filter((route) =>
    /^(?:get|post|put|patch|delete) \/(?!api|\*|assets|\.refused|$)/.test(route),
  )
  const own = Object.entries(paths)
    .filter(([path]) => !path.startsWith('/api/'))
    .flatMap(([path, item]) => Object.keys(item).map((method) => `${method} ${path}`))
  expect(ours.toSorted()).toEqual(own.toSorted())
})

describe('the gateway over the embedded services', () => {
  it('is asked and answers as documented, for lists, records and reads', async () => {
    const reads = ['accounts', 'treasury', 'cash', 'cryptocurrency', 'trades', 'errorAccounts', 'sponsors', 'alerts']
    for (const resource of reads) {
      const { data } = await provider.getList(resource, {})
      expect(data.length).toBeGreaterThan(0)
    }
    const { data } = await provider.getList('accounts', { meta: { search: 'Quill' } })
    const record = data[0] as ConsoleRecord
    await provider.getOne('accounts', { id: record.id })
    for (const name of Object.keys(definitions.find(({ name: own }) => own === 'accounts')?.reads ?? {}))
      await provider.read('accounts', { name, record })
    await provider.history('accounts', { id: record.id })
    expect(exchanges.length).toBeGreaterThan(reads.length + 3)
    expect(exchanges.splice(0).flatMap(problemsWith)).toEqual([])
  })

  it('is asked and answers as documented, for changes', async () => {
    const { data } = await provider.getList('treasury', { filter: {} })
    const record = data[0] as ConsoleRecord
    const name = record['isapproved'] === true ? 'disapprove' : 'approve'
    await provider.action('treasury', { name, record })
    await provider.action('populateHoldings', { name: 'submit', record: { id: '', es_number: '9ZZ10041' } })
    const changes = exchanges.filter(({ method }) => method !== 'get')
    expect(changes.map(({ status }) => status)).toEqual([200, 200])
    expect(exchanges.splice(0).flatMap(problemsWith)).toEqual([])
  })

  it('answers its own routes and its refusals as documented', async () => {
    const headers = { 'X-Countersign': '1' }
    for (const path of ['/auth/config', '/auth/session', '/healthz', '/readyz']) await call(path, { headers })
    await call('/console/history?resource=accounts', { headers })
    await call('/console/reveal', {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ resource: 'accounts', id: 1, field: '/none', reason: 'Asked on the phone' }),
    })
    await call('/auth/session')
    await recorded(await signedInFetch(gateway.url, 'viewer@countersign.test'))('/console/access', { headers })
    expect(exchanges.map(({ status }) => status)).toEqual([200, 200, 200, 200, 400, 400, 403, 403])
    expect(exchanges.splice(0).flatMap((each) => answerProblems(each, documented(each) ?? {}))).toEqual([])
  })

  it.each(['/api/admin/treasuries-master/1/none', '/api/nowhere/treasuries-master', '/console/none', '/auth/none'])(
    'has nothing at %s, which is not documented',
    async (path) => {
      const answer = await call(path, { headers: { 'X-Countersign': '1', 'X-Operation': 'treasury.list' } })
      expect(answer.status).toBe(404)
      expect(exchanges.splice(0).map((each) => documented(each))).toEqual([undefined])
    },
  )
})
