import { afterEach, beforeEach, expect, test } from 'vitest'
import { answering } from '../../support/faultyUpstream.ts'
import { book, model } from '../waitingLibrary.ts'
import { pageHeaders, startGateway } from './startGateway.ts'
import { approve, ask, type Gateway, history, last, requested, second, shelve, trail } from './waitingBooks.ts'

let gateway: Gateway
let head: string
let time: number

const asHead = { userId: 5, email: 'head@library.test', subject: 'subject-5', role: 'head' }

beforeEach(async () => {
  time = 1_800_000_000_000
  gateway = await startGateway(model, { approvals: { isOn: true, expiryMs: 86_400_000 }, now: () => time })
  shelve(gateway)
  head = await gateway.signIn(asHead)
})
afterEach(() => gateway.close())

/** The service loses the answers of changes from now on. */
const loseAnswers = () =>
  gateway.upstream.script((request, response, incoming) =>
    answering(request.method === 'GET' ? 200 : 500, request.method === 'GET' ? book : {})(request, response, incoming),
  )

const lastChange = async (): Promise<number> =>
  (await trail(gateway)).findLast(({ phase }) => phase === 'intent')?.seq ?? 0

/** Someone mends the book, and no one knows whether that was done. Answers the number of the entry. */
async function mendUnknown(cookie = gateway.cookie): Promise<number> {
  loseAnswers()
  await ask(gateway, cookie, '/api/library/books/7/mend', {
    headers: { 'x-operation': 'books.mend', 'idempotency-key': crypto.randomUUID() },
  })
  return lastChange()
}

const settle = (seq: number | string, body: unknown, by = head) =>
  ask(gateway, by, `/console/audit/${seq}/settle`, { body })

/** The settlements on record, and refused attempts. */
const settlements = async () =>
  (await trail(gateway)).filter((record) => JSON.stringify(record).includes('outcomeSettled'))

const done = { finding: 'ok', reason: 'Asked the binder, ticket 4711' }

const lines = async (filter: object) => (await ask(gateway, head, '/console/audit', { body: filter })).body['lines']

test('an unknown outcome is settled on record, and no search for unknown ones has it then', async () => {
  const seq = await mendUnknown()
  expect(await lines({ result: 'unknown' })).toMatchObject([{ seq }])
  time += 60_000
  const { status, body } = await settle(seq, done)
  const settled = { by: 'head@library.test', at: new Date(time).toISOString(), ...done }
  expect([status, body]).toEqual([200, { seq: expect.any(Number) as number, ...settled }])
  expect(await last(gateway)).toMatchObject({
    seq: body['seq'],
    operation: 'books.outcomeSettled',
    subject: { resource: 'books', id: '7' },
    actor: { userId: 5 },
    details: { result: 'ok', entry: seq, action: 'books.mend', ...done },
  })
  expect(await lines({ result: 'unknown' })).toEqual([])
  expect(await lines({ result: 'ok', operation: 'books.mend' })).toMatchObject([{ seq, result: 'ok', settled }])
  expect(await lines({ operation: 'Outcome settled' })).toMatchObject([
    { label: 'Outcome settled as done: Mend', reason: done.reason, target: 'books/7', result: 'ok' },
  ])
  const opened = async (place: number) => (await ask(gateway, head, `/console/audit/${place}`, { method: 'GET' })).body
  expect(await opened(seq)).toMatchObject({ counterpart: { result: 'unknown' }, settled })
  expect(await opened(seq + 1)).toMatchObject({ record: { result: 'unknown' }, settled })
  const events = await history(gateway)
  expect(events).toMatchObject([
    { label: 'Outcome settled as done: Mend', actor: 'head@library.test', reason: done.reason, outcome: 'done' },
    { label: 'Mend', outcome: 'done', settled },
  ])
  expect(JSON.stringify(events)).not.toContain('failure')
})

test('what was not done is a failed change in the record’s history', async () => {
  const seq = await mendUnknown()
  await settle(seq, { finding: 'failed', reason: 'Looked at the shelf: still torn' })
  expect(await lines({ operation: 'Outcome settled as not done' })).toMatchObject([
    { label: 'Outcome settled as not done: Mend', result: 'ok' },
  ])
  expect(await history(gateway)).toMatchObject([
    { label: 'Outcome settled as not done: Mend' },
    { label: 'Mend', outcome: 'failed', settled: { finding: 'failed' } },
  ])
})

test('a table of the trail has who settled it, and why', async () => {
  const seq = await mendUnknown()
  await settle(seq, { finding: 'failed', reason: '=Ticket 4711' })
  const { body } = await gateway.app.inject({
    method: 'POST',
    url: '/console/audit/export',
    headers: { ...pageHeaders, cookie: await gateway.signIn({ ...asHead, authTime: time }) },
    payload: { operation: 'books.mend', format: 'csv' },
  })
  expect(body).toContain(`,"Failed, was unknown","head@library.test","'=Ticket 4711","`)
})

test('the second to settle it hears what was recorded, and the same sent again is no second one', async () => {
  const seq = await mendUnknown()
  const answers = [await settle(seq, done), await settle(seq, done)]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers[1]?.body).toEqual(answers[0]?.body)
  const other = await gateway.signIn({ ...asHead, userId: 6, email: 'six@library.test', subject: 'subject-6' })
  const late = await settle(seq, { finding: 'failed', reason: 'Looked at it' }, other)
  expect(late).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  expect(late.body['message']).toBe(
    'head@library.test has settled this before: “It was done. Asked the binder, ticket 4711” What you entered was not recorded.',
  )
  const again = await settle(seq, { ...done, reason: 'Looked at it' })
  expect(again.body['message']).toContain('You have settled this before: “It was done. Asked')
  const refused = { operation: 'books.outcomeSettled', subject: { resource: 'books', id: '7' } }
  const details = { result: 'refused', why: 'settled before', entry: seq, action: 'books.mend', target: 'id=7' }
  const [first, ...others] = await settlements()
  expect(first).toMatchObject({ actor: { userId: 5 }, details: done })
  expect(others).toMatchObject([
    { ...refused, actor: { userId: 6 }, details },
    { ...refused, actor: { userId: 5 }, details },
  ])
  expect(JSON.stringify(others)).not.toContain('Looked at it')
  expect(await lines({ operation: 'Outcome not settled', result: 'refused' })).toMatchObject([
    { label: 'Outcome not settled: Mend', result: 'refused', person: 'head@library.test' },
    { label: 'Outcome not settled: Mend', result: 'refused', person: 'six@library.test' },
  ])
  expect(await lines({ operation: 'books.mend' })).toMatchObject([{ seq, result: 'ok', settled: done }])
})

test('only what is unknown can be settled', async () => {
  shelve(gateway)
  await ask(gateway, gateway.cookie, '/api/library/books/7/mend', {
    headers: { 'x-operation': 'books.mend', 'idempotency-key': crypto.randomUUID() },
  })
  const mended = await lastChange()
  const unknown = await mendUnknown()
  for (const seq of [mended, mended + 1, unknown + 1, 4711])
    expect([seq, await settle(seq, done)]).toMatchObject([seq, { status: 409, body: { code: 'CONFLICT' } }])
  for (const seq of ['0', 'x', '-1']) expect(await settle(seq, done)).toMatchObject({ status: 404 })
  expect(await settlements()).toEqual([])
})

test.each([
  [{ finding: 'ok' }, 400],
  [{ ...done, finding: 'unknown' }, 400],
  [{ ...done, reason: '  ' }, 400],
  [{ ...done, reason: 'no' }, 400],
  [{ ...done, reason: 'x'.repeat(501) }, 400],
  [{ ...done, more: 1 }, 400],
  [{ ...done, reason: 'He has 123-45-6789' }, 422],
])('what is no settlement is refused: %j', async (body, status) => {
  const seq = await mendUnknown()
  expect(await settle(seq, body)).toMatchObject({ status })
  expect(await lines({ result: 'unknown' })).toMatchObject([{ seq }])
})

test('its reason is kept without personal data', async () => {
  const seq = await mendUnknown()
  const { body } = await settle(seq, { ...done, reason: 'Asked the reader born 1950-01-02' })
  expect(body['reason']).toBe('Asked the reader born ****-**-**')
  expect(JSON.stringify(await trail(gateway))).not.toContain('1950-01-02')
})

test.each(['auditor', 'librarian'])('is not %s’s to settle, on record', async (role) => {
  const seq = await mendUnknown()
  const by = await gateway.signIn({ ...second, role })
  const permission = role === 'auditor' ? 'audit.settle' : 'audit.read'
  expect(await settle(seq, done, by)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN', permission } })
  expect(await last(gateway)).toMatchObject({
    operation: 'console.outcomeSettled',
    details: { result: 'refused', entry: seq },
  })
  expect(await lines({ operation: 'console.outcomeSettled' })).toMatchObject([{ label: 'Outcome not settled' }])
})

test('is never settled by who made the change, or requested it, and the attempt is on record', async () => {
  const own = await mendUnknown(head)
  expect(await settle(own, done)).toMatchObject({ status: 403, body: { code: 'OWN_REQUEST' } })
  expect(await last(gateway)).toMatchObject({
    operation: 'books.outcomeSettled',
    details: { result: 'refused', why: 'own change', entry: own },
  })
  shelve(gateway)
  const id = await requested(gateway, head)
  loseAnswers()
  await approve(gateway, await gateway.signIn(second), id)
  const requestedByHead = await lastChange()
  expect(await settle(requestedByHead, done)).toMatchObject({ status: 403 })
  const other = await gateway.signIn({ ...asHead, userId: 6, email: 'six@library.test', subject: 'subject-6' })
  expect(await settle(requestedByHead, done, other)).toMatchObject({ status: 200 })
  expect(await lines({ result: 'unknown' })).toMatchObject([{ seq: own }])
})
