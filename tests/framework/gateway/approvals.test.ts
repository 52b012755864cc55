import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkModel } from '../../../language/check/checkModel.ts'
import { answering, cutting } from '../../support/faultyUpstream.ts'
import { book, model } from '../waitingLibrary.ts'
import { startGateway } from './startGateway.ts'
import {
  approve,
  ask,
  changes,
  detail,
  discard,
  type Gateway,
  history,
  last,
  listed,
  reader,
  rejected,
  rename,
  requested,
  second,
  shelve,
  stateOf,
  trail,
  versionOf,
} from './waitingBooks.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let gateway: Gateway
let other: string
let time: number

beforeEach(async () => {
  time = 1_800_000_000_000
  gateway = await startGateway(model, {
    approvals: { isOn: true, expiryMs: 24 * HOUR_MS },
    now: () => time,
  })
  shelve(gateway)
  other = await gateway.signIn(second)
})
afterEach(() => gateway.close())

test('the definitions are valid', () => {
  expect(checkModel(model)).toEqual([])
})

describe('a request', () => {
  test('is kept with its reason, and nothing is sent', async () => {
    const id = await requested(gateway)
    expect(changes(gateway)).toEqual([])
    const { body } = await detail(gateway, other, id)
    expect(body).toMatchObject({
      title: 'Discard Emma',
      subject: { resource: 'books', id: '7' },
      state: 'waiting',
      requester: 'staff@library.test',
      isOwn: false,
      inputs: { reason: 'Torn' },
      seen: { title: 'Emma', born: '1950-**-**' },
      record: { title: 'Emma', born: '1950-**-**' },
      version: await versionOf(book),
      problem: '',
    })
    expect(await last(gateway)).toMatchObject({
      operation: 'books.approvalRequested',
      actor: { userId: 1 },
      subject: { resource: 'books', id: '7' },
      details: { action: 'books.discard', approval: id, reason: 'Torn' },
    })
  })

  test('is refused, on record, while the same waits for the same record', async () => {
    await requested(gateway)
    for (const cookie of [gateway.cookie, other]) {
      expect(await discard(gateway, cookie)).toMatchObject({ status: 409, body: { code: 'APPROVAL_WAITING' } })
      expect(await last(gateway)).toMatchObject({
        operation: 'books.discard',
        details: { result: 'refused', why: 'waits' },
      })
    }
  })

  test('is the same under its own key, and another one under it is refused', async () => {
    const key = randomUUID()
    const first = await discard(gateway, gateway.cookie, { key })
    expect(await discard(gateway, gateway.cookie, { key })).toEqual(first)
    const changed = await discard(gateway, gateway.cookie, { key, reason: 'Lost' })
    expect(changed).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_MISMATCH' } })
  })

  test('is checked like a change: condition, version and permission', async () => {
    shelve(gateway, { ...book, state: 'DISCARDED' })
    expect(await discard(gateway)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    shelve(gateway, { ...book, title: 'Persuasion' })
    expect(await discard(gateway)).toMatchObject({ status: 409, body: { code: 'RECORD_CHANGED' } })
    expect(await discard(gateway, await gateway.signIn(reader))).toMatchObject({ status: 403 })
    expect(await listed(gateway, other, { view: 'review' })).toEqual([])
  })

  test('is not made when it cannot be recorded', async () => {
    const database = new DatabaseSync(join(gateway.folder, 'countersign.sqlite'), { timeout: 5000 })
    database.exec("create trigger full before insert on audit begin select raise(abort, 'full'); end")
    database.close()
    expect(await discard(gateway)).toMatchObject({ status: 503, body: { code: 'STORE_UNAVAILABLE' } })
    expect(await gateway.store.approvals.list({ limit: 10 })).toEqual([])
  })

  test('of a form waits only for the inputs that the definition names', async () => {
    const form = (body: unknown) => rename(gateway, body)
    expect(await form({ email: 'ann@x.test', born: '1950-01-02' })).toMatchObject({ status: 200 })
    expect(changes(gateway)).toHaveLength(1)
    const kept = await form({ email: 'ann@x.test', name: 'Ann', born: '1950-01-02' })
    expect(kept).toMatchObject({ status: 202 })
    const { id } = kept.body['approval'] as { readonly id: string }
    const { body } = await detail(gateway, other, id)
    expect(body).toMatchObject({
      title: 'Change ann@x.test',
      subject: null,
      inputs: { email: 'ann@x.test', name: 'Ann', born: '1950-**-**' },
      record: null,
      problem: '',
    })
    expect(await ask(gateway, other, `/console/approvals/${id}/approve`, { body: {} })).toMatchObject({ status: 200 })
    expect(changes(gateway).at(-1)?.body).toBe('{"email":"ann@x.test","name":"Ann","born":"1950-01-02"}')
  })

  test('of a form is refused, on record, while one about the same waits, and everyone who may send it sees that', async () => {
    const form = (body: unknown, cookie = gateway.cookie, key: string = randomUUID()) =>
      rename(gateway, body, { cookie, key, why: 'Married' })
    const key = randomUUID()
    const first = { email: 'Ann@x.test', name: 'Ann' }
    const kept = await form(first, gateway.cookie, key)
    expect(kept).toMatchObject({ status: 202 })
    expect(await form(first, gateway.cookie, key)).toEqual(kept)
    for (const again of [first, { email: ' ann@X.test', name: 'Anne' }]) {
      expect(await form(again, other)).toMatchObject({ status: 409, body: { code: 'APPROVAL_WAITING' } })
      expect(await last(gateway)).toMatchObject({ operation: 'rename.submit', details: { why: 'waits' } })
    }
    expect(await form({ email: 'ann@x.test', born: '1950-01-02' })).toMatchObject({ status: 200 })
    expect(await form({ email: 'bea@x.test', name: 'Bea' })).toMatchObject({ status: 202 })
    const about = (cookie: string) =>
      ask(gateway, cookie, '/console/approvals/about?resource=rename', { method: 'GET' })
    const rows = (await about(other)).body['rows'] as readonly Readonly<Record<string, unknown>>[]
    expect(rows.map(({ about: one, requester }) => [one, requester])).toEqual([
      ['bea@x.test', 'staff@library.test'],
      ['ann@x.test', 'staff@library.test'],
    ])
    expect(await about(await gateway.signIn(reader))).toMatchObject({ status: 403 })
  })

  test('asks why where its action does not, and the reason stays with it to the end', async () => {
    const named = { email: 'ann@x.test', name: 'Ann' }
    for (const why of [undefined, '  no', 'x'.repeat(501)])
      expect(await rename(gateway, named, { why })).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
    expect(await rename(gateway, named, { why: 'Her SSN is 123-45-6789' })).toMatchObject({ status: 422 })
    expect(await rename(gateway, { email: 'ann@x.test', born: '1950-01-02' })).toMatchObject({ status: 200 })
    const key = randomUUID()
    const { body: kept } = await rename(gateway, named, { key, why: 'Married: certificate of 3 May – é' })
    expect(await rename(gateway, named, { key, why: 'Another reason' })).toMatchObject({ status: 422 })
    const reason = 'Married: certificate of 3 May – é'
    expect(await last(gateway)).toMatchObject({ operation: 'rename.approvalRequested', details: { reason } })
    const { id } = kept['approval'] as { readonly id: string }
    expect((await detail(gateway, other, id)).body).toMatchObject({ reason })
    expect(await ask(gateway, other, `/console/approvals/${id}/approve`, { body: {} })).toMatchObject({ status: 200 })
    const intent = (await trail(gateway)).findLast(({ phase }) => phase === 'intent')
    expect(intent).toMatchObject({ reason, approval: { id, comment: '' } })
    expect(changes(gateway).at(-1)?.body).toBe('{"email":"ann@x.test","name":"Ann"}')
    expect((await detail(gateway, other, await requested(gateway))).body).toMatchObject({ reason: '' })
  })

  test('of another action is sent at once', async () => {
    const mend = { 'x-operation': 'books.mend', 'idempotency-key': randomUUID() }
    expect(
      await ask(gateway, gateway.cookie, '/api/library/books/7/mend', { body: undefined, headers: mend }),
    ).toMatchObject({
      status: 200,
    })
  })
})

describe('an approval', () => {
  test('sends the change once, in the session of the second person, with both on record', async () => {
    const id = await requested(gateway)
    time += MINUTE_MS
    expect(await approve(gateway, other, id, book, { comment: 'Seen' })).toMatchObject({ status: 200 })
    expect(changes(gateway).map(({ target, body }) => [target, body])).toEqual([
      ['/books/7/discard', '{"reason":"Torn"}'],
    ])
    expect((await trail(gateway)).findLast(({ phase }) => phase === 'intent')).toMatchObject({
      operation: 'books.discard',
      actor: { userId: 2, email: 'second@library.test' },
      reason: 'Torn',
      approval: {
        id,
        requestedBy: { userId: 1, email: 'staff@library.test' },
        requestedAt: time - MINUTE_MS,
        comment: 'Seen',
      },
    })
    expect(await history(gateway)).toContainEqual(
      expect.objectContaining({
        operation: 'books.discard',
        actor: 'second@library.test',
        approval: { requester: 'staff@library.test', comment: 'Seen' },
      }),
    )
    const { body } = await detail(gateway, gateway.cookie, id)
    expect(body).toMatchObject({ state: 'approved', decider: 'second@library.test', comment: 'Seen', message: 'done' })
    const message = 'second@library.test approved this first. Your decision was not recorded.'
    const tooLate = { status: 409, body: { code: 'APPROVAL_OVER', message } }
    expect(await approve(gateway, other, id)).toMatchObject(tooLate)
    expect(await rejected(gateway, other, id, 'Not yet')).toMatchObject(tooLate)
  })

  test('by two people at once sends it once', async () => {
    const id = await requested(gateway)
    const third = await gateway.signIn({ userId: 4, email: 'third@library.test', subject: 'subject-4' })
    const answers = await Promise.all([other, third, other].map((cookie) => approve(gateway, cookie, id)))
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409'])
    expect(changes(gateway)).toHaveLength(1)
  })

  test.each([
    ['in another session', {}],
    ['under another number', { userId: 9 }],
    ['with another address', { userId: 9, email: 'other@library.test' }],
    ['at another provider', { userId: 9, email: 'Staff@Library.test', subject: 'subject-9' }],
  ])('is never the first person’s own, %s, and the attempt is on record', async (_how, person) => {
    const id = await requested(gateway)
    const same = await gateway.signIn(person)
    expect(await approve(gateway, same, id)).toMatchObject({ status: 403, body: { code: 'OWN_REQUEST' } })
    expect(await rejected(gateway, same, id, 'No')).toMatchObject({ status: 403 })
    expect(await last(gateway)).toMatchObject({
      operation: 'books.approvalRefused',
      details: { result: 'refused', why: 'own request' },
    })
    expect([await stateOf(gateway, id), changes(gateway)]).toEqual(['waiting', []])
  })

  test('needs the permission of the action itself', async () => {
    const id = await requested(gateway)
    const cookie = await gateway.signIn(reader)
    expect(await approve(gateway, cookie, id)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect(await detail(gateway, cookie, id)).toMatchObject({ status: 404 })
    expect(await listed(gateway, cookie, { view: 'review' })).toEqual([])
    expect(changes(gateway)).toEqual([])
  })

  test('of a record that has changed is asked again, with what has changed', async () => {
    const id = await requested(gateway)
    const now = { ...book, title: 'Persuasion' }
    shelve(gateway, now)
    expect(await approve(gateway, other, id)).toMatchObject({ status: 409, body: { code: 'RECORD_CHANGED' } })
    expect([await stateOf(gateway, id), changes(gateway)]).toEqual(['waiting', []])
    const { body } = await detail(gateway, other, id)
    expect(body).toMatchObject({ seen: { title: 'Emma' }, record: { title: 'Persuasion' } })
    expect(await approve(gateway, other, id, now)).toMatchObject({ status: 200 })
  })

  test('without the version of the record is refused', async () => {
    const id = await requested(gateway)
    expect(await ask(gateway, other, `/console/approvals/${id}/approve`, { body: {} })).toMatchObject({ status: 400 })
    expect(await stateOf(gateway, id)).toBe('waiting')
  })

  test('of what is no longer possible sends nothing, and waits', async () => {
    const id = await requested(gateway)
    const gone = { ...book, state: 'DISCARDED' }
    shelve(gateway, gone)
    expect(await approve(gateway, other, id, gone)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    expect([await stateOf(gateway, id), changes(gateway)]).toEqual(['waiting', []])
  })

  test.each([
    [
      'refused by the service',
      answering(422, { message: 'Lent out' }),
      422,
      'failed',
      'Lent out',
      'the service refused it',
    ],
    ['without an answer', cutting(), 504, 'unknown', '', 'its outcome is unknown'],
    ['halfway', answering(500, {}), 502, 'unknown', '', 'its outcome is unknown'],
  ])(
    'that ends %s is over with what the service said, and never sent again',
    async (_how, script, status, state, said, ended) => {
      const id = await requested(gateway)
      gateway.upstream.script((request, response, incoming) =>
        (request.method === 'GET' ? answering(200, book) : script)(request, response, incoming),
      )
      expect((await approve(gateway, other, id)).status).toBe(status)
      shelve(gateway)
      expect((await detail(gateway, other, id)).body).toMatchObject({ state, message: said })
      const message = `second@library.test approved this first, and ${ended}. Your decision was not recorded.`
      expect(await approve(gateway, other, id)).toMatchObject({ status: 409, body: { code: 'APPROVAL_OVER', message } })
      expect(changes(gateway)).toHaveLength(1)
    },
  )

  test('whose gateway stops meanwhile has an unknown outcome, and is never sent again', async () => {
    const id = await requested(gateway)
    await gateway.store.approvals.claim(id, { person: { userId: 2, email: 'x', role: '' }, comment: '' })
    expect(await stateOf(gateway, id)).toBe('sending')
    time += 90_000
    expect(await stateOf(gateway, id)).toBe('unknown')
    expect(await approve(gateway, other, id)).toMatchObject({ status: 409, body: { code: 'APPROVAL_OVER' } })
    expect(changes(gateway)).toEqual([])
    // The same may be requested once more, by a person who has looked.
    expect(await discard(gateway)).toMatchObject({ status: 202 })
  })

  test('that cannot be recorded is not sent, and waits', async () => {
    const id = await requested(gateway)
    gateway.store.audit.intent = () => Promise.reject(new Error('disk full'))
    expect(await approve(gateway, other, id)).toMatchObject({ status: 503, body: { code: 'AUDIT_UNAVAILABLE' } })
    expect([await stateOf(gateway, id), changes(gateway)]).toEqual(['waiting', []])
  })
})
