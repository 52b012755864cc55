import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { checkModel } from '../../../language/check/checkModel.ts'
import { operationTable } from '../../../language/operations.ts'
import { recordVersion } from '../../../language/recordVersion.ts'
import { answering, hanging, type Script } from '../../support/faultyUpstream.ts'
import { type Case, cases, model } from './conditionCases.ts'
import { pageHeaders, startGateway } from './startGateway.ts'

let gateway: Awaited<ReturnType<typeof startGateway>>
const log: string[] = []

beforeAll(async () => {
  gateway = await startGateway(model, { logger: { stream: { write: (line) => void log.push(line) } } })
})
/** What the log says of the last request. */
const lastLines = () => log.slice(-2).map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>)

/** True once the gateway has read the records of all changes again whose answers do not have them. */
async function isSettled(): Promise<boolean> {
  const trail = await gateway.store.audit.list({ limit: 1000 })
  const read = trail.map((record) => record.phase === 'event' && record.details['outcome'])
  return trail.every((record) => {
    if (record.phase !== 'outcome' || record.result !== 'ok' || record.after !== undefined) return true
    const intent = trail.find(({ seq }) => seq === record.intentSeq)
    return intent?.phase !== 'intent' || intent.before === undefined || read.includes(record.seq)
  })
}

afterEach(async () => {
  await expect.poll(isSettled).toBe(true)
  gateway.upstream.reset()
})
afterAll(() => gateway.close())

async function ask({ operation, method, url, payload, owner, version }: Case, key = randomUUID()) {
  const response = await gateway.app.inject({
    method,
    url: `/api/library${url}`,
    headers: {
      ...pageHeaders,
      'x-operation': operation,
      'idempotency-key': key,
      cookie: gateway.cookie,
      ...(owner === undefined ? {} : { 'x-owner': owner }),
      ...(version === undefined ? {} : { 'x-record-version': version }),
    },
    ...(payload === undefined ? {} : { payload }),
  })
  const body: unknown = response.headers['content-type']?.includes('json') === true ? response.json() : response.body
  return { status: response.statusCode, body }
}

/** Answers reads about a record in this state, and accepts changes. */
const inState = ({ answer }: Case, state: string | undefined, read?: Script): void =>
  gateway.upstream.script((request, response, incoming) => {
    const answered = request.method === 'GET' ? (read ?? answering(200, answer(request.target, state))) : undefined
    return (answered ?? answering(200, { message: 'done' }))(request, response, incoming)
  })

const isRead = ({ method }: { readonly method: string }): boolean => method === 'GET'
/** What was read before the first change. */
function reads() {
  const { seen } = gateway.upstream
  const first = seen.findIndex((request) => !isRead(request))
  return (first < 0 ? seen : seen.slice(0, first)).filter(isRead).map(({ target }) => target)
}
const changes = () => gateway.upstream.seen.filter((request) => !isRead(request)).map(({ target }) => target)
const lastOfTrail = async () => (await gateway.store.audit.list({ limit: 1000 })).at(-1)

/** The version of a record as a screen shows it. */
async function versionOf(id: string, record: Readonly<Record<string, unknown>>): Promise<string> {
  const { definition, action } = operationTable(model.definitions).get(id) ?? {}
  if (definition === undefined || action === undefined) throw new Error(`no action is called ${id}`)
  return recordVersion(definition, action, record)
}

test('the definitions are valid', () => {
  expect(checkModel(model)).toEqual([])
})

test('an action is refused when the state that it depends on could not be read, and not when there is none', async () => {
  const mend: Case = { ...cases['a whole list']!, operation: 'books.mend', url: '/books/7/mend' }
  const statuses = []
  for (const state of [null, 7, ['LOST']]) {
    inState(mend, mend.state, answering(200, [{ id: 7, state }]))
    statuses.push((await ask(mend)).status)
  }
  expect(statuses).toEqual([200, 409, 409])
  expect(changes()).toHaveLength(1)
})

describe.each(Object.entries(cases))('an action on %s', (_kind, own) => {
  test('is sent when the state of its record allows it, which is read once', async () => {
    inState(own, own.state)
    expect(await ask(own)).toMatchObject({ status: 200 })
    expect(reads()).toEqual(own.reads)
    expect(changes()).toHaveLength(1)
  })

  test('is refused, on record, when the state of its record does not allow it', async () => {
    inState(own, 'OTHER')
    const { status, body } = await ask(own)
    expect([status, body]).toEqual([409, expect.objectContaining({ code: 'CONFLICT' })])
    const message = /^This changed since you opened it: '\w+' is no longer possible\. Nothing was sent\. Look again\.$/
    expect(body).toHaveProperty('message', expect.stringMatching(message))
    expect(changes()).toEqual([])
    expect(await lastOfTrail()).toMatchObject({
      phase: 'event',
      operation: own.operation,
      details: { result: 'refused', why: 'not available', target: own.target },
    })
    const made = { requestId: (body as { requestId: string }).requestId, userId: 1, operation: own.operation }
    const refused = { ...made, msg: 'refused', code: 'CONFLICT', why: 'not available' }
    await expect.poll(lastLines).toMatchObject([refused, { ...made, msg: 'answered', status: 409 }])
    expect(JSON.stringify(lastLines())).not.toMatch(/@|Ada|Mint/)
  })

  test.each([
    ['fails', answering(500, { message: 'down' })],
    ['does not end', hanging],
    ['is not JSON', answering(200, '<html>')],
    ['has another form', answering(200, '"busy"')],
  ])('is not sent when the read %s', async (_how, read) => {
    inState(own, own.state, read)
    const { status, body } = await ask(own)
    expect([status, body]).toEqual([503, expect.objectContaining({ code: 'OWNER_UNREADABLE' })])
    expect(body).toHaveProperty('message', expect.stringContaining('nothing was sent'))
    expect(changes()).toEqual([])
  })

  test('is refused, on record, when its record is gone', async () => {
    inState(own, undefined)
    const { status, body } = await ask(own)
    expect([status, body]).toEqual([409, expect.objectContaining({ code: own.gone })])
    expect(changes()).toEqual([])
    expect(await lastOfTrail()).toMatchObject({ phase: 'event', details: { result: 'refused', target: own.target } })
  })

  test('is answered as before when it is repeated, although its condition is no longer met', async () => {
    const key = randomUUID()
    inState(own, own.state)
    const first = await ask(own, key)
    inState(own, 'OTHER')
    expect(await ask(own, key)).toEqual(first)
    expect(changes()).toHaveLength(1)
    expect(reads()).toEqual(own.reads)
  })

  test('is sent when its record is as the person saw it, which costs no further read', async () => {
    const seen = { state: own.state.toUpperCase(), code: 'C-7', born: null }
    inState(own, own.state)
    expect(await ask({ ...own, version: await versionOf(own.operation, seen) })).toMatchObject({ status: 200 })
    expect(reads()).toEqual(own.reads)
    expect(changes()).toHaveLength(1)
  })

  test('is refused, on record, when its record is another one than the person saw', async () => {
    const seen = { state: 'SEEN BEFORE', code: 'C-6' }
    inState(own, own.state)
    const { status, body } = await ask({ ...own, version: await versionOf(own.operation, seen) })
    expect([status, body]).toEqual([409, expect.objectContaining({ code: 'RECORD_CHANGED' })])
    expect(changes()).toEqual([])
    expect(await lastOfTrail()).toMatchObject({
      phase: 'event',
      operation: own.operation,
      details: { result: 'refused', why: 'record changed', target: own.target },
    })
  })

  test('may be sent again under its key after a refusal', async () => {
    const key = randomUUID()
    inState(own, 'OTHER')
    expect(await ask(own, key)).toMatchObject({ status: 409 })
    inState(own, own.state)
    expect(await ask(own, key)).toMatchObject({ status: 200 })
  })
})

const caseOf = (name: string): Case => {
  const found = cases[name]
  if (found === undefined) throw new Error(`no case is called ${name}`)
  return found
}

test('the reason of a blocked action is given without masked values', async () => {
  const own = caseOf('a whole list')
  inState({ ...own, answer: () => [{ id: 7, state: 'RESERVED', born: '1961-04-17' }] }, 'RESERVED')
  expect((await ask(own)).body).toMatchObject({
    message: 'This changed since you opened it: Reserved by somebody born 1961-**-**. Nothing was sent. Look again.',
  })
})

test('a condition about the record of the page is read from it', async () => {
  const own = caseOf('nested records')
  inState({ ...own, answer: () => ({ member: { id: 3, state: 'SUSPENDED' }, loans: [{ id: 7, state: 'OPEN' }] }) }, '')
  expect(await ask(own)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
})

test('a record that its service no longer knows is gone', async () => {
  const own = caseOf('a detail')
  inState(own, own.state, answering(404, { message: 'unknown' }))
  expect(await ask(own)).toMatchObject({
    status: 409,
    body: { code: 'CONFLICT', message: 'This is no longer there. Nothing was sent. Look again.' },
  })
})

test('a call that identifies its record by other fields must name it, and it must be the one', async () => {
  const own = caseOf('a row that the detail leads to')
  const { owner: _owner, ...nameless } = own
  inState(own, own.state)
  expect(await ask(nameless)).toMatchObject({ status: 400 })
  expect(await ask({ ...own, payload: { code: 'C-8' } })).toMatchObject({ status: 409, body: { code: 'WRONG_OWNER' } })
  expect(changes()).toEqual([])
})

test('a file is given out only while its record allows it', async () => {
  const own = { ...caseOf('nested records'), operation: 'loans.slip', method: 'GET', url: '/loans/7/slip' } as const
  const { payload: _payload, ...slip } = own
  const asked = (state: string): void =>
    gateway.upstream.script((request, response, incoming) =>
      answering(200, request.target.endsWith('/slip') ? 'text' : own.answer('', state), {
        'content-type': request.target.endsWith('/slip') ? 'text/csv' : 'application/json',
      })(request, response, incoming),
    )
  asked('OPEN')
  expect(await ask(slip)).toMatchObject({ status: 200, body: 'text' })
  asked('CLOSED')
  expect(await ask(slip)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
})

test('values are compared as they were seen: masked, and none where they cannot be read', async () => {
  const own = caseOf('a whole list')
  const record = { id: 7, state: 'available', born: '1961-04-17', copies: 'many' }
  inState({ ...own, answer: () => [record] }, '')
  const seen = { state: 'AVAILABLE', born: '1961-**-**', copies: null }
  const version = await versionOf(own.operation, seen)
  expect(await ask({ ...own, version })).toMatchObject({ status: 200 })
  const other = await versionOf(own.operation, { ...seen, born: '1962-**-**' })
  expect(await ask({ ...own, version: other })).toMatchObject({ status: 409, body: { code: 'RECORD_CHANGED' } })
})

test('a version that is none is refused', async () => {
  expect(await ask({ ...caseOf('a detail'), version: 'W/"7"' })).toMatchObject({ status: 400 })
  expect(gateway.upstream.seen).toEqual([])
})

describe('a change by a form', () => {
  const own: Case = {
    operation: 'notes.update',
    method: 'PATCH',
    url: '/notes/7',
    payload: { text: 'New' },
    state: '',
    answer: () => ({ id: 7, text: 'Old', changes: 3 }),
    reads: ['/notes/7'],
    target: 'id=7',
    gone: 'CONFLICT',
  }
  const sent = (etag: string | undefined) =>
    gateway.upstream.script((request, ...exchange) => {
      const read = answering(200, own.answer('', ''), etag === undefined ? {} : { etag })
      return (request.method === 'GET' ? read : answering(200, { id: 7 }))(request, ...exchange)
    })
  const ifMatch = () => new Map(gateway.upstream.seen.find((request) => !isRead(request))?.headers).get('if-match')
  const withVersion = async (changes: number) => ({ ...own, version: await versionOf(own.operation, { changes }) })

  test.each([
    ['"v3"', '"v3"'],
    ['W/"v3"', undefined],
    [undefined, undefined],
  ])('of a record with the ETag %s is made with If-Match %s', async (etag, expected) => {
    sent(etag)
    expect(await ask(await withVersion(3))).toMatchObject({ status: 200 })
    expect(ifMatch()).toBe(expected)
    expect(reads()).toEqual(own.reads)
  })

  test.each([
    ['discard', 'DELETE', '/notes/7', '"v3"'],
    ['print', 'POST', '/notes/7/print', undefined],
  ] as const)(
    'as %s, an action with recheck that sends %s %s, has If-Match %s',
    async (name, method, url, expected) => {
      sent('"v3"')
      const operation = `notes.${name}`
      const { payload: _payload, ...action } = { ...own, operation, method, url }
      expect(await ask({ ...action, version: await versionOf(operation, { changes: 3 }) })).toMatchObject({
        status: 200,
      })
      expect(ifMatch()).toBe(expected)
    },
  )

  test('is refused when the version of the record has changed, whatever its values are', async () => {
    sent('"v3"')
    const message = 'The record has changed since you opened it. Nothing was sent.'
    expect(await ask(await withVersion(2))).toMatchObject({ status: 409, body: { code: 'RECORD_CHANGED', message } })
    expect(changes()).toEqual([])
  })

  test.each([
    ['New', { name: 'you' }],
    ['Other', { name: 'you', isSuperseded: true }],
  ])('is refused when the service says that its record has meanwhile the text %s', async (text, changed) => {
    const edit = await withVersion(3)
    sent('"v3"')
    expect(await ask(edit)).toMatchObject({ status: 200 })
    // The service is late: it has that change in its answers once it refuses the next one.
    let found = own.answer('', '')
    gateway.upstream.script((request, ...exchange) => {
      if (request.method === 'GET') return answering(200, found, { etag: '"v3"' })(request, ...exchange)
      found = { id: 7, text, changes: 4 }
      return answering(412, {})(request, ...exchange)
    })
    const message = 'The record has changed since you opened it, so your change was not made.'
    expect(await ask(edit)).toMatchObject({ status: 409, body: { code: 'RECORD_CHANGED', message, changed } })
    expect(await lastOfTrail()).toMatchObject({ phase: 'outcome', result: 'refused', status: 412 })
  })
})

test('a change by PUT sends the whole record, with what the browser never saw', async () => {
  const kept = { id: 7, print: { text: 'Old', font: 'Mono' }, born: '1961-04-17', shelf: 'A1' }
  gateway.upstream.script(answering(200, kept))
  const url = '/labels/7'
  const change = { operation: 'labels.update', method: 'PUT', url, payload: { print: { text: 'New' } } } as const
  expect(await ask({ ...caseOf('a detail'), ...change })).toMatchObject({
    status: 428,
    body: { code: 'VERSION_MISSING' },
  })
  expect(gateway.upstream.seen).toEqual([])
  const version = await versionOf('labels.update', { text: 'Old' })
  expect(await ask({ ...caseOf('a detail'), ...change, version })).toMatchObject({ status: 200 })
  const { body = '' } = gateway.upstream.seen.find(({ method }) => method === 'PUT') ?? {}
  expect(JSON.parse(body)).toEqual({ ...kept, print: { text: 'New', font: 'Mono' } })
})
