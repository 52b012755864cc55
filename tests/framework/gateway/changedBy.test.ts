import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answering } from '../../support/faultyUpstream.ts'
import { book, model } from '../waitingLibrary.ts'
import { startGateway } from './startGateway.ts'
import { approve, ask, discard, type Gateway, last, requested, second, shelve, trail } from './waitingBooks.ts'

const START = 1_800_000_000_000
const MINUTE_MS = 60_000
const at = new Date(START + MINUTE_MS).toISOString()

let gateway: Gateway
let other: string
let time: number

beforeEach(async () => {
  time = START
  gateway = await startGateway(model, { approvals: { isOn: true, expiryMs: 86_400_000 }, now: () => time })
  other = await gateway.signIn(second)
  const { email } = second
  await gateway.store.access.signedIn({ userId: 2, name: 'Bea Quill', email, role: 'librarian', signedInAt: time })
  shelve(gateway)
  time += MINUTE_MS
})
afterEach(() => gateway.close())

/** A person mends the book, which is then as it is here; the gateway has read it again. */
async function mend(cookie: string, now: object, status = 200): Promise<void> {
  let found: object = book
  gateway.upstream.script((request, ...exchange) => {
    const isRead = request.method === 'GET'
    if (!isRead && status === 200) found = { ...book, ...now }
    return answering(isRead ? 200 : status, isRead ? found : { message: 'done' })(request, ...exchange)
  })
  const headers = { 'x-operation': 'books.mend', 'idempotency-key': randomUUID() }
  expect(await ask(gateway, cookie, '/api/library/books/7/mend', { headers })).toMatchObject({
    status: status === 500 ? 502 : status,
  })
  if (status === 200) await expect.poll(() => last(gateway)).toMatchObject({ operation: 'books.recordAfter' })
  time += MINUTE_MS
}

const mended = { title: 'Emma, mended' }

const said = async () => (await discard(gateway)).body

test('a refused change says who changed the record in this console, how and when', async () => {
  await mend(other, mended)
  expect(await said()).toMatchObject({ code: 'RECORD_CHANGED', changed: { name: 'Bea Quill', at, action: 'Mend' } })
})

test('so does one that is no longer possible', async () => {
  await mend(other, { state: 'DISCARDED' })
  expect(await said()).toMatchObject({ code: 'CONFLICT', changed: { name: 'Bea Quill', at } })
})

test('so does an approval, and a person without a known name goes by their address', async () => {
  const id = await requested(gateway)
  await mend(gateway.cookie, mended)
  const { body } = await approve(gateway, other, id)
  expect(body).toMatchObject({ code: 'RECORD_CHANGED', changed: { name: 'staff@library.test', at } })
})

test('a change of the person’s own, in another tab, is theirs', async () => {
  await mend(gateway.cookie, mended)
  expect(await said()).toMatchObject({ changed: { name: 'you', at } })
})

/** A change whose outcome a person found out to be that it was not made. */
async function mendInVain(): Promise<void> {
  await mend(other, mended, 500)
  const seq = (await trail(gateway)).findLast(({ phase }) => phase === 'intent')?.seq
  const head = await gateway.signIn({ userId: 5, email: 'head@library.test', subject: 'subject-5', role: 'head' })
  const body = { finding: 'failed', reason: 'Looked at it' }
  expect(await ask(gateway, head, `/console/audit/${seq}/settle`, { body })).toMatchObject({ status: 200 })
}

test.each([
  ['knows no change', async () => undefined],
  ['knows one that was refused', () => mend(other, mended, 422)],
  ['knows one of which someone found out that it was not made', mendInVain],
])('it was changed outside this console where the trail %s', async (_how, before) => {
  await before()
  shelve(gateway, { ...book, title: 'Persuasion' })
  expect(await said()).toMatchObject({ code: 'RECORD_CHANGED', changed: null })
})

test('a change after which the record was another is named, too', async () => {
  await mend(other, mended)
  shelve(gateway, { ...book, title: 'Persuasion' })
  expect(await said()).toMatchObject({ changed: { name: 'Bea Quill', at, isSuperseded: true } })
})

test('what a colleague changed before the person signed in, they have not seen otherwise', async () => {
  await mend(other, mended)
  const later = await gateway.signIn({ userId: 4, email: 'late@library.test', subject: 'subject-4' })
  expect((await discard(gateway, later)).body).toMatchObject({ code: 'RECORD_CHANGED', changed: null })
})

test('nothing is said where the trail cannot be read', async () => {
  await mend(other, mended)
  gateway.store.audit.history = () => Promise.reject(new Error('away'))
  const body = await said()
  expect(body['code']).toBe('RECORD_CHANGED')
  expect(body).not.toHaveProperty('changed')
})
