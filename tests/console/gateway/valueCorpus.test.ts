import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { leavesOf, type Source } from '../../../language/binding.ts'
import { requestSchema } from '../../../language/operationSchemas.ts'
import { needsOwner, type Operation } from '../../../language/operations.ts'
import type { FieldSchema } from '../../../language/schema.ts'
import { takesText } from '../../framework/contract/sample.ts'
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

/** Cases of all operations together, at least. */
const CASES = 10_000
/** Generated cases of each operation. */
const GENERATED = 50
/**
 * The operations of which one each gets a listed value in a header that is never passed on: all have these headers read
 * by the same lines.
 */
const TURNS = 8
/** Requests that are sent at once where each has to be refused. */
const AT_ONCE = 50

/** Any texts that JSON may have in a place, always the same. */
const generated: readonly string[] = fc.sample(
  fc.oneof(
    fc.json({ maxDepth: 3 }),
    fc
      .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 300 })
      .map((points) => JSON.stringify(String.fromCodePoint(...points))),
    fc.string({ minLength: 1 }).map((text) => JSON.stringify(text)),
    fc
      .string({ unit: fc.constantFrom('\u0000', '\u001b', '\u0085', '\ud800', 'a', '/') })
      .map((text) => JSON.stringify(text)),
    fc.double({ noNaN: true }).map((value) => JSON.stringify(value)),
    fc.bigInt({ min: 2n ** 53n }).map(String),
  ),
  { numRuns: 4000, seed: 20_261_123 },
)

/** A place of a request that has a value. */
interface Place {
  readonly part: 'path' | 'query' | 'body' | 'header'
  readonly name: string
  readonly schema: FieldSchema
  /** An address has texts, and those in a form that is well-formed. */
  readonly isText: boolean
}

type Closed = { readonly properties?: Readonly<Record<string, FieldSchema>> }

function placesOf(operation: Operation): readonly Place[] {
  const { properties = {} } = requestSchema(operation) as { properties?: Readonly<Record<string, Closed>> }
  const of = (part: 'path' | 'query' | 'body'): readonly Place[] =>
    Object.entries(properties[part]?.properties ?? {}).map(([name, schema]) => ({
      part,
      name,
      schema,
      isText: part === 'query' && !operation.queryInBody,
    }))
  const headers = [
    ...(needsOwner(operation) ? ['x-owner'] : []),
    ...(operation.effect === 'mutate'
      ? ['idempotency-key', 'x-record-version', 'x-confirmation', 'x-approval-reason']
      : []),
  ]
  return [
    ...of('path'),
    ...of('query'),
    ...of('body'),
    ...['x-operation', ...headers].map((name) => ({ part: 'header', name, schema: true, isText: false }) as const),
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
function requestWith(operation: Operation, own: Sent, { part, name }: Place, json: string): Sent | undefined {
  const sample =
    operation.effect === 'mutate' ? { ...own, headers: { ...own.headers, 'idempotency-key': randomUUID() } } : own
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
function mayPass({ schema, part, isText }: Place, json: string): boolean {
  // What is in a header is never passed on.
  if (typeof schema === 'boolean') return schema
  if (isText && [schema.type].flat().includes('string')) {
    const text = textOf(json).toWellFormed()
    return !/(?![\t\n\r])\p{Cc}/u.test(text) && takesText(schema, text)
  }
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
  const kept = operation.replaces ? Object.keys(operation.definition.record.properties) : []
  for (const { target, body, method } of gateway.upstream.seen) {
    const [path = '', search = ''] = target.split('?')
    const shape = `^/${operation.service}${operation.path.replaceAll(/\{[^}]+\}/g, '[A-Za-z0-9_.:~-]{1,64}')}$`
    expect(path, what).toMatch(new RegExp(shape))
    expect(method, what).toBe(operation.method)
    for (const name of new URLSearchParams(search).keys()) expect(Object.keys(operation.query), what).toContain(name)
    const content = operation.upload === undefined ? parsed(body) : undefined
    if (typeof content === 'object' && content !== null)
      for (const name of Object.keys(content)) expect([...sourceNames(operation.body), ...kept], what).toContain(name)
  }
}

/** A case of an operation: a request with one value in a place. */
interface Case {
  readonly what: string
  readonly place: Place
  readonly json: string
  readonly sent: Sent
}

/** True for a value that no address or header has, a text where a number is, or one that may not be passed on. */
function mustBeRefused({ place, json }: Case): boolean {
  const { part, name, schema } = place
  // What is named otherwise is another operation, or none.
  if (name === 'x-operation') return true
  if (part === 'path' && !/^[A-Za-z0-9_.:~-]{1,64}$/.test(textOf(json))) return true
  const types = typeof schema === 'object' ? [schema.type ?? 'string'].flat() : ['string']
  if (part === 'query' && types.every((type) => type === 'integer' || type === 'number'))
    return !Number.isFinite(Number(textOf(json) || NaN))
  return !mayPass(place, json)
}

/** True for a value that an operation leaves to another one. */
const isLeftOut = ({ part, name }: Place, listed: number, turn: number): boolean =>
  part === 'header' && name !== 'x-operation' && listed % TURNS !== turn % TURNS

/** Every listed value in every place, in headers in turn with other operations, then generated ones that must be refused. */
function casesOf(operation: Operation, turn: number): readonly Case[] {
  const own = requestFor(operation, cookie)
  const places = placesOf(operation)
  const caseOf = (place: Place, json: string): readonly Case[] => {
    const sent = requestWith(operation, own, place, json)
    const what = `${operation.id} ${place.part}.${place.name} = ${json.slice(0, 60)}`
    return sent === undefined ? [] : [{ what, place, json, sent }]
  }
  const cases = places.flatMap((place) =>
    nasty.flatMap((json, listed) => (isLeftOut(place, listed, turn) ? [] : caseOf(place, json))),
  )
  const least = cases.length + GENERATED
  for (const at of generated.keys()) {
    if (cases.length >= least) break
    const place = places[at % places.length]
    const json = generated[(turn * GENERATED + at) % generated.length]
    if (place !== undefined && json !== undefined) cases.push(...caseOf(place, json).filter(mustBeRefused))
  }
  expect(cases.length, operation.id).toBeGreaterThanOrEqual(least)
  return cases
}

test(
  'no value of any operation is answered with 500, and none is passed on that could not be declared',
  { timeout: 300_000 },
  async () => {
    let sent = 0
    for (const [turn, operation] of operations.entries()) {
      const cases = casesOf(operation, turn)
      sent += cases.length
      const refused = cases.filter(mustBeRefused)
      answerFor(operation)
      for (let at = 0; at < refused.length; at += AT_ONCE) {
        const some = refused.slice(at, at + AT_ONCE)
        const answers = await Promise.all(some.map(({ sent }) => gateway.app.inject(sent)))
        const wrong = some.flatMap(({ what }, index) => {
          const { statusCode = 0 } = answers[index] ?? {}
          return statusCode >= 400 && statusCode < 500 ? [] : [`${what}: ${statusCode}`]
        })
        expect(wrong).toEqual([])
        expect(gateway.upstream.seen, `one of ${some.map(({ what }) => what).join('; ')} was passed on`).toEqual([])
      }
      for (const { what, sent: request } of cases.filter((each) => !mustBeRefused(each))) {
        const { statusCode } = await gateway.app.inject(request)
        expect(statusCode, what).not.toBe(500)
        if (gateway.upstream.seen.length === 0) continue
        expectDeclared(operation, what)
        answerFor(operation)
      }
      await forget()
    }
    expect(sent).toBeGreaterThanOrEqual(CASES)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  },
)
