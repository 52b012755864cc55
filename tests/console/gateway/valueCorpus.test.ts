import { beforeAll, expect, test } from 'vitest'
import { leavesOf, type Source } from '../../../language/binding.ts'
import { requestSchema } from '../../../language/operationSchemas.ts'
import { needsOwner, type Operation } from '../../../language/operations.ts'
import type { FieldSchema } from '../../../language/schema.ts'
import { answering } from '../../support/faultyUpstream.ts'
import {
  contentTypeOf,
  fieldsFor,
  operations,
  pathFor,
  requestFor,
  signedIn,
  successOf,
  uploadFor,
  type Sent,
} from './gatewayUnderTest.ts'
import { forget, gateway, withGateway } from './withGateway.ts'

/** Generated over the registry of operations (S-25, S-26, S-28): a new operation is covered by being declared. */
withGateway({ limits: { drainMs: 0 } })

let cookie: string
beforeAll(async () => {
  cookie = await signedIn(gateway)
})

/** JSON texts that no field takes, or few do. */
const nasty: readonly string[] = [
  ...String.raw`1e999
-1e999
9007199254740993
1e21
-0
0.1
null
true
[]
{}
[[[]]]
["a"]
{"$gt":""}
""
"   "
{"__proto__":{"polluted":1}}
{"constructor":{"prototype":{"polluted":1}}}
"__proto__"
"constructor"
"\u0000"
"a\r\nX-Evil: 1"
"\u001b[2J"
"\u007f"
"\ud800"
"../../admin"
"..%2f..%2fadmin"
"a/../b"
"http://evil.test/"
"a;b=c"
"=1+1"
"<script>alert(1)</script>"
"' or 1=1 --"
"%00"
"\u202e\u2066"
"Infinity"
{"a":1,}`.split('\n'),
  JSON.stringify('x'.repeat(5000)),
  JSON.stringify('x'.repeat(20_000)),
]

/** A place of a request that has a value. */
interface Place {
  readonly part: 'path' | 'query' | 'body' | 'header'
  readonly name: string
  readonly schema: FieldSchema
}

type Closed = { readonly properties?: Readonly<Record<string, FieldSchema>> }

function placesOf(operation: Operation): readonly Place[] {
  const { properties = {} } = requestSchema(operation) as { properties?: Readonly<Record<string, Closed>> }
  const of = (part: 'path' | 'query' | 'body'): readonly Place[] =>
    Object.entries(properties[part]?.properties ?? {}).map(([name, schema]) => ({ part, name, schema }))
  const headers = [
    ...(needsOwner(operation) ? ['x-owner'] : []),
    ...(operation.effect === 'mutate' ? ['idempotency-key', 'x-record-version', 'x-confirmation'] : []),
  ]
  return [
    ...of('path'),
    ...of('query'),
    ...of('body'),
    ...['x-operation', ...headers].map((name) => ({ part: 'header', name, schema: true }) as const),
  ]
}

/** Forgets what the service has seen, which answers as the operation declares. */
function answerFor(operation: Operation): void {
  gateway.upstream.reset()
  gateway.upstream.script(answering(200, successOf(operation), contentTypeOf(operation)))
}

const MARK = 'c0ffee-mark'

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json) as unknown
  } catch {
    return undefined
  }
}

const textOf = (json: string): string => {
  const value = parsed(json)
  return typeof value === 'string' ? value : json
}

/** Encoded as a URL has it; half a pair has no encoding, so its bytes are sent. */
const encoded = (text: string): string =>
  text.isWellFormed()
    ? encodeURIComponent(text)
    : encodeURIComponent(text.toWellFormed()).replaceAll('%EF%BF%BD', '%ED%A0%80')

/** The sample request with one other value; `undefined` where no such request can be written. */
function requestWith(operation: Operation, { part, name }: Place, json: string): Sent | undefined {
  const sample = requestFor(operation, cookie)
  const text = textOf(json)
  if (part === 'header') {
    // Node refuses to send line ends and most other characters in a header.
    return /^[\x21-\x7e]*$/.test(text)
      ? { ...sample, headers: { ...sample.headers, [name]: text.slice(0, 4000) } }
      : undefined
  }
  if (operation.kind === 'upload') {
    if (part !== 'body') return undefined
    const fields = fieldsFor(operation).map((field) => (field[0] === name ? ([name, text] as const) : field))
    return uploadFor(operation, cookie, {}, [...fields, ['file', Buffer.from('GIF89a'), 'a.gif']])
  }
  if (part === 'path') {
    const [, search] = sample.url.split('?')
    const own = pathFor(operation).split('/')
    const segments = operation.path
      .split('/')
      .map((segment, index) => (segment === `{${name}}` ? encoded(text) : own[index]))
    const rest = segments.join('/').slice(0, 10_000)
    return { ...sample, url: `/api/${operation.service}${rest}${search === undefined ? '' : `?${search}`}` }
  }
  if (part === 'query' && !operation.queryInBody) {
    const url = new URL(sample.url, 'http://gateway.test')
    url.searchParams.set(name, MARK)
    return { ...sample, url: `${url.pathname}${url.search}`.replace(MARK, encoded(text).slice(0, 10_000)) }
  }
  const payload = parsed(String(sample.payload ?? '{}')) as Record<string, unknown>
  const isWrapped = payload['evidence'] !== undefined || operation.queryInBody
  const target = (isWrapped ? payload[part] : payload) as Record<string, unknown>
  target[name] = MARK
  return {
    ...sample,
    headers: { ...sample.headers, 'content-type': 'application/json' },
    payload: JSON.stringify(payload).replace(JSON.stringify(MARK), json),
  }
}

const isTooLarge = (value: number): boolean =>
  !Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))

/** Says, without the gateway's own validator, whether a value of this kind may ever be passed on at the place. */
function mayPass({ schema, part }: Place, json: string): boolean {
  // What is in a header is never passed on.
  if (typeof schema === 'boolean') return schema
  const value = parsed(json)
  if (value === undefined || /"(?:__proto__|constructor)":/.test(json))
    return part !== 'body' && typeof value !== 'object'
  if (typeof value === 'number' && isTooLarge(value)) return part !== 'body' && [schema.type].flat().includes('string')
  if (typeof value === 'string') {
    const longest = schema.maxLength ?? Infinity
    if (!value.isWellFormed() || /(?![\t\n\r])\p{Cc}/u.test(value) || Array.from(value).length > longest) return false
  }
  const types = [schema.type ?? []].flat() as readonly string[]
  if (types.length === 0 || part !== 'body') return true
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  return (
    types.includes(type) ||
    (type === 'number' && types.includes('integer') && Number.isInteger(value)) ||
    type === 'null'
  )
}

const sourceNames = (sources: Readonly<Record<string, Source>> | undefined): readonly string[] =>
  leavesOf(sources).map(([wire]) => wire.split('.')[0] ?? '')

/** Nothing undeclared reached the service: its path, its parameters and its members are the operation's. */
function expectDeclared(operation: Operation, what: string): void {
  for (const { target, body, method } of gateway.upstream.seen) {
    const [path = '', search = ''] = target.split('?')
    const shape = `^/${operation.service}${operation.path.replaceAll(/\{[^}]+\}/g, '[A-Za-z0-9_.:~-]{1,64}')}$`
    expect(path, what).toMatch(new RegExp(shape))
    expect(method, what).toBe(operation.method)
    for (const name of new URLSearchParams(search).keys()) expect(Object.keys(operation.query), what).toContain(name)
    const content = operation.upload === undefined ? parsed(body) : undefined
    if (typeof content === 'object' && content !== null)
      for (const name of Object.keys(content)) expect(sourceNames(operation.body), what).toContain(name)
  }
}

test(
  'no value of any operation is answered with 500, and none is passed on that could not be declared',
  { timeout: 300_000 },
  async () => {
    let count = 0
    for (const operation of operations) {
      answerFor(operation)
      for (const place of placesOf(operation)) {
        for (const json of nasty) {
          const sent = requestWith(operation, place, json)
          if (sent === undefined) continue
          count += 1
          const { statusCode } = await gateway.app.inject(sent)
          const what = `${operation.id} ${place.part}.${place.name} = ${json.slice(0, 60)}`
          expect(statusCode, what).not.toBe(500)
          if (gateway.upstream.seen.length === 0) continue
          expect(mayPass(place, json), `${what} was passed on`).toBe(true)
          expectDeclared(operation, what)
          answerFor(operation)
        }
      }
      await forget()
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    expect(count).toBeGreaterThanOrEqual(9000)
  },
)
