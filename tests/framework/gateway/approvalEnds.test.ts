import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { GatewayError } from '../../../server/gateway/core/errors.ts'
import { answering } from '../../support/faultyUpstream.ts'
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
  rejected,
  requested,
  second,
  shelve,
  stateOf,
  steps,
  versionOf,
} from './waitingBooks.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let gateway: Gateway
let other: string
let time: number
let isStaff: boolean

beforeEach(async () => {
  time = 1_800_000_000_000
  isStaff = true
  gateway = await startGateway(model, {
    approvals: { isOn: true, expiryMs: 24 * HOUR_MS },
    now: () => time,
    staffCheck: () =>
      isStaff ? Promise.reject(new Error('no answer')) : Promise.reject(new GatewayError('NOT_STAFF')),
  })
  shelve(gateway)
  other = await gateway.signIn(second)
})
afterEach(() => gateway.close())

const withdrawn = (cookie: string, id: string) => ask(gateway, cookie, `/console/approvals/${id}/withdraw`)

/** The record of an attempt to end what another person has requested. */
const notTheirs = {
  operation: 'books.approvalRefused',
  actor: { userId: 2 },
  subject: { resource: 'books', id: '7' },
  details: { result: 'refused', why: "another person's request" },
}

describe('a request ends', () => {
  test('rejected, with a comment, on record', async () => {
    const id = await requested(gateway)
    expect(await rejected(gateway, other, id)).toMatchObject({ status: 400 })
    expect(await rejected(gateway, other, id, ' ')).toMatchObject({ status: 400 })
    expect(await rejected(gateway, other, id, 'Mend it')).toMatchObject({ status: 204 })
    expect(await last(gateway)).toMatchObject({
      operation: 'books.approvalRejected',
      actor: { userId: 2 },
      details: { reason: 'Mend it', requestedBy: { userId: 1 } },
    })
    expect(await history(gateway)).toMatchObject([
      {
        label: 'Approval rejected: Discard',
        target: 'id=7',
        reason: 'Mend it',
        approval: { requester: 'staff@library.test', comment: '' },
      },
      { label: 'Approval requested: Discard', target: 'id=7' },
    ])
    expect(await approve(gateway, other, id)).toMatchObject({ status: 409 })
    expect((await detail(gateway, gateway.cookie, id)).body).toMatchObject({ state: 'rejected', comment: 'Mend it' })
    expect(await discard(gateway)).toMatchObject({ status: 202 })
  })

  test('rejected long after it, with what it was about also where the request is on another page of the history', async () => {
    const id = await requested(gateway)
    const filler = { operation: 'books.seen', actor: null, requestId: '', ip: '', sessionHash: null, details: {} }
    for (let count = 0; count < 100; count += 1)
      await gateway.store.audit.event({ ...filler, subject: { resource: 'books', id: '7' } })
    expect(await rejected(gateway, other, id, 'Mend it')).toMatchObject({ status: 204 })
    const found = (await history(gateway)) as readonly object[]
    expect(found).toHaveLength(100)
    expect(found[0]).toMatchObject({ label: 'Approval rejected: Discard', target: 'id=7' })
    expect(found).not.toContainEqual(expect.objectContaining({ operation: 'books.approvalRequested' }))
  })

  test('withdrawn by the first person alone', async () => {
    const id = await requested(gateway)
    expect(await withdrawn(other, id)).toMatchObject({ status: 403 })
    expect(await last(gateway)).toMatchObject(notTheirs)
    expect(await withdrawn(gateway.cookie, id)).toMatchObject({ status: 204 })
    expect(await last(gateway)).toMatchObject({ operation: 'books.approvalWithdrawn', actor: { userId: 1 } })
    expect(await approve(gateway, other, id)).toMatchObject({
      status: 409,
      body: { message: 'staff@library.test withdrew this first. Your decision was not recorded.' },
    })
  })

  test('dismissed by the first person alone, once it has ended', async () => {
    const id = await requested(gateway)
    const dismissed = (cookie: string) => ask(gateway, cookie, `/console/approvals/${id}/dismiss`)
    expect(await dismissed(gateway.cookie)).toMatchObject({
      status: 400,
      body: { message: 'This has not ended yet. What has ended can be dismissed.' },
    })
    time += 24 * HOUR_MS
    const [first, other] = await Promise.all([gateway.signIn(), gateway.signIn(second)])
    expect(await dismissed(other)).toMatchObject({ status: 403 })
    expect(await last(gateway)).toMatchObject(notTheirs)
    expect((await detail(gateway, first, id)).body).toMatchObject({ state: 'expired', isDismissed: false })
    expect(await dismissed(first)).toMatchObject({ status: 204 })
    expect((await detail(gateway, first, id)).body).toMatchObject({ state: 'expired', isDismissed: true })
    expect(await last(gateway)).toMatchObject({ operation: 'books.approvalDismissed', actor: { userId: 1 } })
  })

  test('expired after its time, on record, and the same may be requested once more', async () => {
    const id = await requested(gateway)
    time += 24 * HOUR_MS
    expect(await stateOf(gateway, id)).toBe('expired')
    const [first, other] = await Promise.all([gateway.signIn(), gateway.signIn(second)])
    expect(await approve(gateway, other, id)).toMatchObject({
      status: 409,
      body: { code: 'APPROVAL_OVER', message: 'This has expired. Your decision was not recorded.' },
    })
    expect(await ask(gateway, other, '/console/approvals/waiting', { method: 'GET' })).toMatchObject({
      body: { count: 0 },
    })
    expect(await discard(gateway, first)).toMatchObject({ status: 202 })
    const [expired] = (await steps(gateway)).filter(({ phase }) => phase === 'event').slice(-2)
    expect(expired).toMatchObject({ operation: 'books.approvalExpired', actor: null, details: { approval: id } })
    expect(await history({ ...gateway, cookie: first })).toContainEqual(
      expect.objectContaining({
        actor: '',
        target: 'id=7',
        approval: { requester: 'staff@library.test', comment: '' },
      }),
    )
    expect(changes(gateway)).toEqual([])
  })

  test('expired: the history has that at once, recorded once, with the time at which it expired', async () => {
    const asked = time
    const id = await requested(gateway)
    time += 24 * HOUR_MS + 9 * MINUTE_MS
    const cookies = await Promise.all([gateway.signIn(), gateway.signIn(second)])
    const at = new Date(asked + 24 * HOUR_MS).toISOString()
    expect((await detail(gateway, cookies[0], id)).body).toMatchObject({ state: 'expired', decidedAt: at })
    const histories = await Promise.all(cookies.map((cookie) => history({ ...gateway, cookie })))
    for (const found of histories)
      expect(found).toMatchObject([
        { label: 'Approval expired: Discard', at },
        { label: 'Approval requested: Discard' },
      ])
    const recorded = (await steps(gateway)).filter((step) => 'details' in step && step.details['approval'] === id)
    expect(recorded).toMatchObject([
      { operation: 'books.approvalRequested', ts: asked },
      { operation: 'books.approvalExpired', ts: time, details: { expiredAt: at } },
    ])
  })

  test('cancelled, on record, when the first person is no longer staff', async () => {
    const id = await requested(gateway)
    isStaff = false
    time += 28 * MINUTE_MS
    expect(await ask(gateway, gateway.cookie, '/auth/session', { method: 'GET' })).toMatchObject({ status: 401 })
    expect(await stateOf(gateway, id)).toBe('cancelled')
    expect(await last(gateway)).toMatchObject({ operation: 'books.approvalCancelled', actor: null })
    expect(changes(gateway)).toEqual([])
  })
})

test('people go by their names where these are known, and are found by them, too', async () => {
  const { email } = second
  await gateway.store.access.signedIn({ userId: 2, name: 'Bea Quill', email, role: 'librarian', signedInAt: time })
  const id = await requested(gateway, other)
  const row = { requester: 'Bea Quill', decider: '', isOwn: false }
  expect((await detail(gateway, gateway.cookie, id)).body).toMatchObject(row)
  const about = await ask(gateway, gateway.cookie, '/console/approvals/about?resource=books&id=7', { method: 'GET' })
  expect(about.body['rows']).toMatchObject([row])
  for (const person of ['bea', 'second@'])
    expect(await listed(gateway, gateway.cookie, { view: 'review', person })).toEqual([[id, 'waiting']])
  expect(await withdrawn(other, id)).toMatchObject({ status: 204 })
  expect(await approve(gateway, gateway.cookie, id)).toMatchObject({
    body: { message: 'Bea Quill withdrew this first. Your decision was not recorded.' },
  })
  expect((await detail(gateway, other, id)).body).toMatchObject({ decider: 'Bea Quill', isOwn: true })
})

test('an approval that is refused here has in the history who requested it', async () => {
  const id = await requested(gateway)
  const gone = { ...book, state: 'DISCARDED' }
  shelve(gateway, gone)
  expect(await approve(gateway, other, id, gone)).toMatchObject({ status: 409 })
  expect(await history(gateway)).toMatchObject([
    {
      operation: 'books.discard',
      actor: 'second@library.test',
      outcome: 'refused',
      approval: { requester: 'staff@library.test' },
    },
    { operation: 'books.approvalRequested' },
  ])
})

test('the lists are the person’s own to decide, their own requests, and what is over', async () => {
  const id = await requested(gateway)
  const waiting = [[id, 'waiting']]
  expect(await listed(gateway, other, { view: 'review' })).toEqual(waiting)
  expect(await listed(gateway, gateway.cookie, { view: 'review' })).toEqual([])
  expect(await listed(gateway, gateway.cookie, { view: 'mine' })).toEqual(waiting)
  expect(await listed(gateway, other, { view: 'mine' })).toEqual([])
  expect(await listed(gateway, other, { view: 'history' })).toEqual([])
  const byNumber = { record: 'ISBN 12', subjects: ['books/7'] }
  const filters = [{ record: 'emma' }, { record: '7' }, byNumber, { person: 'staff@' }, { operation: 'books.discard' }]
  for (const filter of filters) expect(await listed(gateway, other, { view: 'review', ...filter })).toEqual(waiting)
  const others = [
    { record: 'ISBN 12', subjects: ['books/8'] },
    { record: 'ulysses' },
    { person: 'second@' },
    { operation: 'rename.submit' },
  ]
  for (const filter of others) expect(await listed(gateway, other, { view: 'review', ...filter })).toEqual([])
  const about = await ask(gateway, other, '/console/approvals/about?resource=books&id=7', { method: 'GET' })
  expect(about.body['rows']).toMatchObject([{ id, requester: 'staff@library.test' }])
  expect(await ask(gateway, other, '/console/approvals/waiting', { method: 'GET' })).toMatchObject({
    body: { count: 1 },
  })
  await rejected(gateway, other, id, 'No')
  expect(await listed(gateway, other, { view: 'history' })).toEqual([[id, 'rejected']])
  expect(await listed(gateway, gateway.cookie, { view: 'mine' })).toEqual([[id, 'rejected']])
})

test('ten records at once are ten requests, of which each is decided by itself, and nothing is sent', async () => {
  const ids = Array.from({ length: 10 }, (_, index) => index + 1)
  gateway.upstream.script((request, response, incoming) =>
    answering(200, { ...book, id: Number(/\d+/.exec(request.target)?.[0]) })(request, response, incoming),
  )
  const answers = await Promise.all(
    ids.map(async (id) =>
      ask(gateway, gateway.cookie, `/api/library/books/${id}/discard`, {
        body: { reason: 'Torn' },
        headers: {
          'x-operation': 'books.discard',
          'idempotency-key': randomUUID(),
          'x-record-version': await versionOf({ ...book, id }),
        },
      }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(ids.map(() => 202))
  const waiting = await listed(gateway, other, { view: 'review' })
  expect(waiting.map(([, state]) => state)).toEqual(ids.map(() => 'waiting'))
  const requests = (await steps(gateway)).map((step) => 'operation' in step && step.operation)
  expect(requests).toEqual(ids.map(() => 'books.approvalRequested'))
  await rejected(gateway, other, waiting[0]?.[0] ?? '', 'Keep it')
  expect(await listed(gateway, other, { view: 'review' })).toHaveLength(9)
  expect(changes(gateway)).toEqual([])
})

test('the audit trail has in words what was requested, and by whom where another person decides it', async () => {
  await approve(gateway, other, await requested(gateway))
  await rejected(gateway, other, await requested(gateway), 'Not now')
  const auditor = await gateway.signIn({ userId: 8, email: 'auditor@library.test', role: 'auditor' })
  const search = async (person?: string) => {
    const { body } = await ask(gateway, auditor, '/console/audit', { body: { show: 'done', person } })
    return body['lines'] as readonly Readonly<Record<string, unknown>>[]
  }
  const lines = await search()
  const shown = lines.map(({ label, person, requestedBy }) => [label, person, requestedBy])
  const [one, two] = ['staff@library.test', 'second@library.test']
  expect(shown).toEqual([
    ['Approval rejected: Discard', two, one],
    ['Approval requested: Discard', one, undefined],
    ['Discard', two, one],
    ['Approval requested: Discard', one, undefined],
  ])
  expect(await search(one)).toEqual(lines)
  expect(await search(two)).toEqual([lines[0], lines[2]])
  const opened = await ask(gateway, auditor, `/console/audit/${String(lines[0]?.['seq'])}`, { method: 'GET' })
  expect(opened.body['label']).toBe('Approval rejected: Discard')
})

test('what is stored shows nothing of the request', async () => {
  const id = await requested(gateway)
  const found = await gateway.store.approvals.find(id)
  expect(found?.request.raw.body).toEqual({ reason: 'Torn' })
  const files = readdirSync(gateway.folder).filter((name) => name.includes('.sqlite'))
  const stored = files.map((name) => readFileSync(join(gateway.folder, name), 'latin1')).join('')
  expect(stored).toContain('books.discard')
  expect(stored).not.toContain('Discard Emma')
})

test('without FOUR_EYES the action is sent at once', async () => {
  const off = await startGateway(model, { now: () => time })
  try {
    shelve(off)
    expect(await discard(off)).toMatchObject({ status: 200 })
    expect(changes(off)).toHaveLength(1)
    const { body } = await ask(off, off.cookie, '/auth/session', { method: 'GET' })
    expect(body).toMatchObject({ approvalHours: null })
  } finally {
    await off.close()
  }
})
