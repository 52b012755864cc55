import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkModel } from '../../../language/check/checkModel.ts'
import type { Script } from '../../support/faultyUpstream.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { model } from '../readersLibrary.ts'
import { startGateway } from './startGateway.ts'
import { ask, type Gateway, last, trail } from './waitingBooks.ts'

const MINUTE_MS = 60_000

const person = (id: number) => ({ id, name: 'Ann Poe', card: 'C-1234567', born: '1950-01-02' })

const serving: Script = (request, response, incoming) => {
  const id = /^\/(?:readers|books)\/(\d+)/.exec(request.target)?.[1]
  const list = /^\/(?:readers|books)\?/.test(request.target)
  return answering(200, id === undefined ? (list ? [person(1)] : { count: 1, found: true }) : person(Number(id)))(
    request,
    response,
    incoming,
  )
}

let gateway: Gateway
let time: number

beforeEach(async () => {
  time = 1_800_000_000_000
  gateway = await startGateway(model, {
    now: () => time,
    limits: {
      manyViews: { max: 3, windowMs: 10 * MINUTE_MS },
      sessionRate: { max: 1000, windowMs: 1000 },
      exports: { max: 2, windowMs: 24 * 60 * MINUTE_MS },
      prefetches: { max: 2, windowMs: 10 * MINUTE_MS },
    },
  })
  gateway.upstream.script(serving)
})
afterEach(() => gateway.close())

interface Asked {
  readonly cookie?: string
  readonly query?: object
  readonly headers?: Readonly<Record<string, string>>
}

/** One reading by an operation; what is personal travels in the body. */
const read = (operation: string, path: string, { cookie = gateway.cookie, query, headers }: Asked = {}) =>
  ask(gateway, cookie, `/api/library/${path}`, {
    method: query === undefined ? 'GET' : 'POST',
    ...(query === undefined ? {} : { body: { query } }),
    headers: { 'x-operation': operation, ...headers },
  })

const open = (id: number, asked: Asked = {}) => read('readers.getOne', `readers/${id}`, asked)
const ahead = { headers: { 'x-prefetch': '1' } }
const show = (id: number) =>
  ask(gateway, gateway.cookie, '/console/viewed', { body: { resource: 'readers', id: String(id) } })

const views = () => gateway.store.views.search({ limit: 20 })
const alerts = async () =>
  (await trail(gateway)).filter((each) => 'operation' in each && each.operation === 'console.manyViews')

test('the definitions are valid', () => {
  expect(checkModel(model)).toEqual([])
})

describe('a reading about people', () => {
  test('of a record is on record with person, record and time', async () => {
    expect(await open(7)).toMatchObject({ status: 200, body: { name: 'Ann Poe' } })
    expect(await views()).toMatchObject([
      {
        at: time,
        shownAt: time,
        userId: 1,
        email: 'staff@library.test',
        operation: 'readers.getOne',
        subject: 'readers/7',
        terms: [],
      },
    ])
  })

  test('by a search is on record with the digest of its text', async () => {
    expect(await read('readers.list', 'readers', { query: { page: 1, q: 'Ann Poe' } })).toMatchObject({ status: 200 })
    expect(await read('lookUp.submit', 'find', { query: { email: 'ann@x.test' } })).toMatchObject({ status: 200 })
    expect((await views()).map(({ operation, subject, terms }) => [operation, subject, terms])).toEqual([
      ['lookUp.submit', null, ['email']],
      ['readers.list', null, ['q']],
    ])
    const files = await readdir(gateway.folder, { withFileTypes: true })
    const stored = files
      .filter((each) => each.isFile())
      .map(({ name }) => readFileSync(join(gateway.folder, name), 'latin1'))
    expect(stored.join('')).toContain('lookUp.submit')
    expect(stored.join('')).not.toMatch(/Ann Poe|ann@x\.test/)
  })

  test('by other values than its id is on record with the record that it belongs to', async () => {
    await read('readers.loans', 'loans', { query: { name: 'Ann Poe' }, headers: { 'x-owner': '7' } })
    expect(await views()).toMatchObject([{ subject: 'readers/7', operation: 'readers.loans', terms: ['name'] }])
  })

  test('is refused when it cannot be recorded, and is not on record when nothing was answered', async () => {
    gateway.upstream.script(answering(404, {}))
    expect(await open(7)).toMatchObject({ status: 404 })
    expect(await views()).toEqual([])
    gateway.upstream.script(serving)
    gateway.store.views.add = () => Promise.reject(new Error('disk full'))
    expect(await open(7)).toMatchObject({ status: 503, body: { code: 'AUDIT_UNAVAILABLE' } })
  })

  test('is on record again after ten minutes, and for each person', async () => {
    const cookie = await gateway.signIn({ userId: 2, email: 'other@library.test' })
    for (let count = 0; count < 3; count += 1) await open(7)
    await open(7, { cookie })
    time += 10 * MINUTE_MS - 1
    await open(7)
    time += 1
    await open(7)
    expect((await views()).map(({ userId }) => userId)).toEqual([1, 2, 1])
  })
})

test('pages of lists, and records about no one, are not on record', async () => {
  await read('readers.list', 'readers', { query: { page: 1 }, headers: { 'x-owner': '7' } })
  await read('books.list', 'books?page=1&q=Emma')
  await read('books.getOne', 'books/7')
  expect(await views()).toEqual([])
})

describe('a record that is read ahead', () => {
  test('is seen once it is shown', async () => {
    await open(7, ahead)
    expect(await views()).toMatchObject([{ subject: 'readers/7', shownAt: null }])
    time += 1000
    expect(await show(7)).toMatchObject({ status: 204 })
    expect(await views()).toMatchObject([{ subject: 'readers/7', at: time - 1000, shownAt: time }])
    await open(7)
    expect(await views()).toHaveLength(1)
  })

  test('is refused beyond what a person will look at', async () => {
    await open(1, ahead)
    await open(2, ahead)
    expect(await open(3, ahead)).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    await show(1)
    expect(await open(3, ahead)).toMatchObject({ status: 200 })
    expect(await open(4)).toMatchObject({ status: 200 })
  })
})

describe('in the audit trail', () => {
  interface Page {
    readonly lines: readonly {
      readonly reading?: string
      readonly operation: string
      readonly person: string
      readonly seq: number
      readonly reason: string
    }[]
    readonly next: number | null
    readonly nextReading: object | null
    readonly count: number
    readonly alerts: readonly object[]
  }
  const search = async (filter: object) =>
    (await ask(gateway, gateway.cookie, '/console/audit', { body: filter })).body as unknown as Page
  const told = ({ lines }: Page) =>
    lines.map(({ reading, operation, person }) => [reading ?? 'entry', operation, person])

  test('who has seen a record is one search, with the values shown whole', async () => {
    const other = await gateway.signIn({ userId: 2, email: 'other@library.test' })
    await open(7)
    time += 1000
    await open(7, { cookie: other, ...ahead })
    time += 1000
    await ask(gateway, other, '/console/reveal', {
      body: { resource: 'readers', id: 7, field: '/born', reason: 'On the phone' },
    })
    await open(8)
    const cookie = await gateway.signIn({ userId: 5, email: 'guest@library.test', role: 'guest' })
    await ask(gateway, cookie, '/console/history?resource=readers&id=7', { method: 'GET' })
    expect(told(await search({ show: 'reads', record: { resource: 'readers', id: '7' } }))).toEqual([
      ['entry', 'readers.reveal', 'other@library.test'],
      ['ahead', 'readers.getOne', 'other@library.test'],
      ['shown', 'readers.getOne', 'staff@library.test'],
    ])
    expect(told(await search({ record: { resource: 'readers', id: '7' } }))).toEqual([
      ['entry', 'readers.history', 'guest@library.test'],
      ['entry', 'readers.reveal', 'other@library.test'],
    ])
  })

  test('what a person did and saw is one search', async () => {
    const other = await gateway.signIn({ userId: 2, email: 'other@library.test' })
    await open(7, { cookie: other })
    await open(8)
    await read('readers.list', 'readers', { cookie: other, query: { page: 1, q: 'Ann' } })
    await read('readers.file', 'readers.csv', { cookie: other })
    time += 24 * 60 * MINUTE_MS
    const cookie = await gateway.signIn({ userId: 2, email: 'other@library.test' })
    await open(9, { cookie })
    const day = { person: 'Other@library.test', from: time - 25 * 60 * MINUTE_MS, to: time }
    gateway = { ...gateway, cookie: await gateway.signIn() }
    const page = await search({ ...day, show: 'all' })
    expect(told(page).map(([reading, operation]) => [reading, operation])).toEqual([
      ['entry', 'readers.file'],
      ['search', 'readers.list'],
      ['shown', 'readers.getOne'],
    ])
    expect(page.lines[1]?.reason).toBe('by q')
    expect(await search({ ...day, show: 'all', result: 'refused' })).toMatchObject({ lines: [], count: 0 })
  })

  test('entries and readings are paged together, each once', async () => {
    for (let id = 1; id <= 70; id += 1) {
      await open(id)
      if (id % 2 === 0) await read('readers.file', 'readers.csv')
      time += 1000
    }
    let page = await search({ show: 'all', person: '1' })
    expect([page.lines.length, page.count >= 105]).toEqual([50, true])
    const lines = [...page.lines]
    for (let pages = 0; page.next !== null && pages < 5; pages += 1) {
      const { next, nextReading } = page
      page = await search({
        show: 'all',
        person: '1',
        before: next,
        ...(nextReading && { beforeReading: nextReading }),
      })
      lines.push(...page.lines)
    }
    expect(page.next).toBeNull()
    const keys = lines.map(({ reading, seq }) => `${reading ?? 'entry'} ${seq}`)
    expect(new Set(keys).size).toBe(keys.length)
    expect(keys.filter((key) => key.startsWith('shown'))).toHaveLength(70)
    expect(lines.filter(({ operation }) => operation === 'readers.file')).toHaveLength(35)
  })

  test('the first page has the alerts of the last days', async () => {
    for (const id of [1, 2, 3]) await open(id)
    await expect.poll(alerts).toHaveLength(1)
    expect((await search({})).alerts).toMatchObject([
      { person: 'staff@library.test', records: 3, minutes: 10, at: time },
    ])
    time += 8 * 24 * 60 * MINUTE_MS
    gateway = { ...gateway, cookie: await gateway.signIn() }
    expect((await search({})).alerts).toEqual([])
  })
})

describe('files with many records', () => {
  const save = (cookie = gateway.cookie) => read('readers.file', 'readers.csv', { cookie })
  const file = answering(200, 'name\nAnn', { 'content-type': 'text/csv' })

  test('have a quota for each person and day, and one that was not made does not count', async () => {
    const other = await gateway.signIn({ userId: 2, email: 'other@library.test' })
    gateway.upstream.script(answering(500, {}))
    expect((await save()).status).toBe(502)
    gateway.upstream.script(file)
    for (let count = 0; count < 2; count += 1) expect((await save()).status).toBe(200)
    expect(await save()).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect(await last(gateway)).toMatchObject({
      operation: 'readers.file',
      actor: { userId: 1 },
      details: { result: 'refused', why: 'quota' },
    })
    expect(await save(other)).toMatchObject({ status: 200 })
    time += 24 * 60 * MINUTE_MS
    expect(await save(await gateway.signIn())).toMatchObject({ status: 200 })
  })
})

describe('many different records', () => {
  test('raise one alert within its time', async () => {
    for (const id of [1, 1, 2]) await open(id)
    await open(3, ahead)
    expect(await alerts()).toEqual([])
    await show(3)
    await expect.poll(alerts).toMatchObject([{ actor: { userId: 1 }, details: { records: 3, minutes: 10 } }])
    await open(4)
    time += 10 * MINUTE_MS
    for (const id of [1, 2, 3]) await open(id)
    await expect.poll(alerts).toHaveLength(2)
  })

  test('over a longer time raise none', async () => {
    for (const id of [1, 2, 3, 4]) {
      await open(id)
      time += 5 * MINUTE_MS
    }
    expect(await alerts()).toEqual([])
  })
})
