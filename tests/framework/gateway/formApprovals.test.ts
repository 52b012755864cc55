import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { answering } from '../../support/faultyUpstream.ts'
import { model } from '../waitingLibrary.ts'
import { startGateway } from './startGateway.ts'
import { ask, changes, detail, type Gateway, last, reader, rename, second, stateOf, trail } from './waitingBooks.ts'

/** What the form is about: the book that has the typed text as its title. */
const member = { id: 7, title: 'ann@x.test', state: 'LENT', born: '1950-01-02' }

let gateway: Gateway
let other: string

/** The upstream's books from now on. Changes are accepted. */
const hold = (...books: readonly object[]): void =>
  gateway.upstream.script((request, ...exchange) =>
    answering(
      200,
      request.method !== 'GET' ? { message: 'done' } : request.target === '/books' ? books : (books[0] ?? {}),
    )(request, ...exchange),
  )

beforeEach(async () => {
  gateway = await startGateway(model, { approvals: { isOn: true, expiryMs: 86_400_000 } })
  other = await gateway.signIn(second)
  hold(member)
})
afterEach(() => gateway.close())

async function requested(): Promise<string> {
  const { body } = await rename(gateway, { email: 'Ann@x.test', name: 'Ann' }, { why: 'Married' })
  return (body['approval'] as { readonly id: string }).id
}

const versionOf = async (id: string): Promise<string> => String((await detail(gateway, other, id)).body['version'])

/** Why what waits for the record can't be approved, as its page has it. */
async function problemsOfRecord(): Promise<readonly unknown[]> {
  const { body } = await ask(gateway, other, '/console/approvals/about?resource=books&id=7', { method: 'GET' })
  return (body['rows'] as readonly { readonly problem: unknown }[]).map(({ problem }) => problem)
}

const approve = (id: string, version?: string) =>
  ask(gateway, other, `/console/approvals/${id}/approve`, {
    body: {},
    ...(version === undefined ? {} : { headers: { 'x-record-version': version } }),
  })

describe('the approval of a form', () => {
  test('has the record that the form is about, then and now, and is sent to the one that was seen', async () => {
    const id = await requested()
    const shown = { ...member, born: '1950-**-**' }
    expect((await detail(gateway, other, id)).body).toMatchObject({
      title: 'Change Ann@x.test',
      subject: { resource: 'books', id: '7' },
      seen: shown,
      record: shown,
      version: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      problem: '',
    })
    expect(await approve(id)).toMatchObject({ status: 400 })
    expect(await approve(id, await versionOf(id))).toMatchObject({ status: 200 })
    expect(changes(gateway)).toHaveLength(1)
    const intent = (await trail(gateway)).find(({ phase }) => phase === 'intent')
    expect(intent).toMatchObject({ subject: { resource: 'books', id: '7' }, before: { id: 7, born: '•••' } })
    await expect
      .poll(() => last(gateway))
      .toMatchObject({ operation: 'rename.recordAfter', details: { result: 'ok', after: { id: 7, state: 'LENT' } } })
  })

  test.each([
    ['that record has changed', { ...member, state: 'BACK' }],
    ['another record has the value', { ...member, id: 8 }],
  ])('is asked again where %s, with what is so now', async (_how, now) => {
    const id = await requested()
    const version = await versionOf(id)
    hold(now)
    expect(await approve(id, version)).toMatchObject({
      status: 409,
      body: { code: 'RECORD_CHANGED', changed: null },
    })
    expect(await last(gateway)).toMatchObject({
      operation: 'rename.submit',
      subject: { id: String(now.id) },
      details: { result: 'refused', why: 'record changed' },
    })
    expect([await stateOf(gateway, id), changes(gateway)]).toEqual(['waiting', []])
    const { body } = await detail(gateway, other, id)
    expect(body).toMatchObject({ seen: { id: 7, state: 'LENT' }, record: { id: now.id, state: now.state } })
    const views = await gateway.store.views.search({ subject: { resource: 'books', id: String(now.id) }, limit: 5 })
    expect(views).toMatchObject([{ userId: 2 }])
    expect(await approve(id, await versionOf(id))).toMatchObject({ status: 200 })
  })

  test('is asked for once, and a second request is in the history of the record', async () => {
    await requested()
    const again = await rename(gateway, { email: 'Ann@x.test', name: 'Ann' }, { why: 'Married' })
    expect(again).toMatchObject({ status: 409, body: { code: 'APPROVAL_WAITING' } })
    expect(await last(gateway)).toMatchObject({
      operation: 'rename.submit',
      subject: { resource: 'books', id: '7' },
      details: { result: 'refused', why: 'waits' },
    })
  })

  test('is on record about the record that was tried for people who may read it, else with a digest alone', async () => {
    const target = expect.stringMatching(/^email=hmac:[^&]+&/) as string
    for (const [role, reads] of [
      ['reader', 1],
      ['auditor', 0],
    ] as const) {
      gateway.upstream.reset()
      hold(member)
      const cookie = await gateway.signIn({ ...second, role })
      const { status, body } = await rename(gateway, { email: 'Ann@x.test', name: 'Ann' }, { cookie })
      expect([status, body['code'], body['permission']]).toEqual([403, 'FORBIDDEN', 'discard'])
      expect(gateway.upstream.seen).toHaveLength(reads)
      const refused = await last(gateway)
      expect(refused).toMatchObject({ operation: 'rename.submit', details: { result: 'refused', target } })
      expect(refused && 'subject' in refused ? refused.subject : undefined).toEqual(
        reads === 1 ? { resource: 'books', id: '7' } : undefined,
      )
    }
  })

  test('says who changed the record of the form, where that was done here', async () => {
    const id = await requested()
    const version = await versionOf(id)
    const headers = { 'x-operation': 'books.mend', 'idempotency-key': randomUUID() }
    hold({ ...member, state: 'BACK' })
    await ask(gateway, gateway.cookie, '/api/library/books/7/mend', { headers })
    await expect.poll(() => last(gateway)).toMatchObject({ operation: 'books.recordAfter', details: { result: 'ok' } })
    expect(await approve(id, version)).toMatchObject({ body: { changed: { name: 'staff@library.test' } } })
  })

  test('that was about none is sent to none, and not once a record has the value', async () => {
    hold()
    const id = await requested()
    expect((await detail(gateway, other, id)).body).toMatchObject({ seen: null, record: null, problem: '' })
    for (const books of [[member], [member, { ...member, id: 8 }]]) {
      hold(...books)
      expect(await approve(id)).toMatchObject({
        status: 409,
        body: {
          code: 'CONFLICT',
          message: 'No record had this value at the request, and now one has it. Nothing was sent.',
        },
      })
      expect((await detail(gateway, other, id)).body).toMatchObject({
        record: null,
        version: null,
        problem:
          'No record had this value at the request, and now one has it, so it can’t be approved. It can only be rejected or withdrawn.',
      })
    }
    expect((await trail(gateway)).findLast(({ phase }) => phase === 'event')).toMatchObject({
      operation: 'rename.submit',
      details: { result: 'refused', why: 'record found' },
    })
    gateway.upstream.script(answering(500, {}))
    expect(await approve(id)).toMatchObject({ status: 503, body: { code: 'OWNER_UNREADABLE' } })
    expect([await stateOf(gateway, id), changes(gateway)]).toEqual(['waiting', []])
    hold()
    expect(await approve(id)).toMatchObject({ status: 200 })
    expect(changes(gateway)).toHaveLength(1)
  })

  test('that was about several, as all were about none in the version before, is sent once the list answers', async () => {
    hold(member, { ...member, id: 8 })
    const id = await requested()
    hold(member)
    expect((await detail(gateway, other, id)).body).toMatchObject({ seen: null, problem: '' })
    gateway.upstream.script(answering(500, {}))
    expect(await approve(id)).toMatchObject({ status: 503, body: { code: 'OWNER_UNREADABLE' } })
    expect([await stateOf(gateway, id), changes(gateway)]).toEqual(['waiting', []])
    hold(member)
    expect(await approve(id)).toMatchObject({ status: 200 })
  })

  test('is not asked for while the list does not answer, nor is a change that waits for no one sent', async () => {
    gateway.upstream.script(answering(500, {}))
    const refused = { status: 503, body: { code: 'OWNER_UNREADABLE' } }
    expect(await rename(gateway, { email: 'Ann@x.test', name: 'Ann' }, { why: 'Married' })).toMatchObject(refused)
    expect(await rename(gateway, { email: 'Ann@x.test', born: '1951' })).toMatchObject(refused)
    expect([await trail(gateway), changes(gateway)]).toEqual([[], []])
  })

  test('waits where none or several have the value now, and where that cannot be read', async () => {
    const id = await requested()
    const version = await versionOf(id)
    const end = 'in Books has ann@x.test now, so it can’t be approved. It can only be rejected or withdrawn.'
    for (const [books, problem] of [
      [[], `No record ${end}`],
      [[member, { ...member, id: 8 }], `Not exactly one record ${end}`],
    ] as const) {
      hold(...books)
      expect(await approve(id, version)).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
      expect((await detail(gateway, other, id)).body).toMatchObject({ record: null, version: null, problem })
      expect(await problemsOfRecord()).toEqual([problem])
    }
    gateway.upstream.script(answering(500, {}))
    expect(await problemsOfRecord()).toEqual([''])
    expect(await approve(id, version)).toMatchObject({ status: 503, body: { code: 'OWNER_UNREADABLE' } })
    expect([await stateOf(gateway, id), changes(gateway)]).toEqual(['waiting', []])
  })
})

test('who may not see what waits about a form is refused, on record', async () => {
  const person = await gateway.signIn(reader)
  const about = await ask(gateway, person, '/console/approvals/about?resource=rename', { method: 'GET' })
  expect(about).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  expect(await last(gateway)).toMatchObject({
    operation: 'console.approvals',
    actor: { userId: 3 },
    details: { result: 'refused', about: 'rename' },
  })
})
