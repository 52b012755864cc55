import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkModel } from '../../../language/check/checkModel.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { model } from '../readersLibrary.ts'
import { ahead, MINUTE_MS, type Readers, startReaders } from './readers.ts'
import { ask, last } from './waitingBooks.ts'

let gateway: Readers

beforeEach(async () => {
  gateway = await startReaders()
})
afterEach(() => gateway.close())

const show = (id: number) =>
  ask(gateway, gateway.cookie, '/console/viewed', { body: { resource: 'readers', id: String(id) } })

test('the definitions are valid', () => {
  expect(checkModel(model)).toEqual([])
})

describe('a reading about people', () => {
  test('of a record is on record with person, record and time', async () => {
    expect(await gateway.open(7)).toMatchObject({ status: 200, body: { name: 'Ann Poe' } })
    expect(await gateway.views()).toMatchObject([
      {
        at: gateway.clock.time,
        shownAt: gateway.clock.time,
        userId: 1,
        email: 'staff@library.test',
        operation: 'readers.getOne',
        subject: 'readers/7',
        terms: [],
      },
    ])
  })

  test('by a search is on record with the digest of its text', async () => {
    expect(await gateway.read('readers.list', 'readers', { query: { page: 1, q: 'Ann Poe' } })).toMatchObject({
      status: 200,
    })
    expect(await gateway.read('lookUp.submit', 'find', { query: { email: 'ann@x.test' } })).toMatchObject({
      status: 200,
    })
    expect((await gateway.views()).map(({ operation, subject, terms }) => [operation, subject, terms])).toEqual([
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
    await gateway.read('readers.loans', 'loans', { query: { name: 'Ann Poe' }, headers: { 'x-owner': '7' } })
    expect(await gateway.views()).toMatchObject([{ subject: 'readers/7', operation: 'readers.loans', terms: ['name'] }])
  })

  test('by other values than its id is on record with a digest of each, whatever record the browser names', async () => {
    await gateway.open(7)
    for (const shelf of ['A', 'B', 'A'])
      await gateway.read('readers.card', `cards/${shelf}`, { headers: { 'x-owner': '7' } })
    const views = await gateway.views()
    expect(views.map(({ operation, subject, terms }) => [operation, subject, terms])).toEqual([
      ['readers.card', 'readers/7', ['shelf']],
      ['readers.card', 'readers/7', ['shelf']],
      ['readers.getOne', 'readers/7', []],
    ])
    await gateway.read('readers.card', 'cards/C')
    expect((await gateway.views())[0]).toMatchObject({ subject: null, terms: ['shelf'] })
  })

  test('of its own row in the list is on record once, and of any other row or none is on record', async () => {
    const find = (id: string) =>
      gateway.read('readers.list', 'readers', { query: { page: 1, q: 'Ann Poe' }, headers: { 'x-owner': id } })
    const seen = async () => (await gateway.views()).map(({ operation, subject }) => `${operation} ${subject}`)
    await gateway.open(1)
    await find('1')
    expect(await seen()).toEqual(['readers.getOne readers/1'])
    await gateway.open(7)
    await find('7')
    expect(await seen()).toEqual(['readers.list readers/7', 'readers.getOne readers/7', 'readers.getOne readers/1'])
    gateway.upstream.script(answering(200, []))
    gateway.clock.time += 10 * MINUTE_MS - 1
    await find('1')
    await gateway.read('readers.list', 'readers', { query: { page: 1, q: 'Bob' }, headers: { 'x-owner': '1' } })
    expect((await seen()).slice(0, 2)).toEqual(['readers.list readers/1', 'readers.list readers/1'])
  })

  test('that is its history is on record, too', async () => {
    const history = () => ask(gateway, gateway.cookie, '/console/history?resource=readers&id=7', { method: 'GET' })
    expect(await history()).toMatchObject({ status: 200 })
    expect(await gateway.views()).toMatchObject([{ operation: 'readers.history', subject: 'readers/7' }])
    await gateway.open(7)
    expect(await gateway.views()).toHaveLength(1)
    gateway.store.views.add = () => Promise.reject(new Error('disk full'))
    gateway.clock.time += 10 * MINUTE_MS
    expect(await history()).toMatchObject({ status: 503, body: { code: 'AUDIT_UNAVAILABLE' } })
  })

  test('is refused when it cannot be recorded, and is not on record when nothing was answered', async () => {
    gateway.upstream.script(answering(404, {}))
    expect(await gateway.open(7)).toMatchObject({ status: 404 })
    expect(await gateway.views()).toEqual([])
    gateway.serve()
    gateway.store.views.add = () => Promise.reject(new Error('disk full'))
    expect(await gateway.open(7)).toMatchObject({ status: 503, body: { code: 'AUDIT_UNAVAILABLE' } })
  })

  test('is on record again after ten minutes, and for each person', async () => {
    const cookie = await gateway.signIn({ userId: 2, email: 'other@library.test' })
    for (let count = 0; count < 3; count += 1) await gateway.open(7)
    await gateway.open(7, { cookie })
    gateway.clock.time += 10 * MINUTE_MS - 1
    await gateway.open(7)
    gateway.clock.time += 1
    await gateway.open(7)
    expect((await gateway.views()).map(({ userId }) => userId)).toEqual([1, 2, 1])
  })
})

test('pages of lists, and records about no one, are not on record', async () => {
  await gateway.read('readers.list', 'readers', { query: { page: 1 }, headers: { 'x-owner': '7' } })
  await gateway.read('books.list', 'books?page=1&q=Emma')
  await gateway.read('books.getOne', 'books/7')
  expect(await gateway.views()).toEqual([])
})

describe('a record that is read ahead', () => {
  test('is seen once it is shown', async () => {
    await gateway.open(7, ahead)
    expect(await gateway.views()).toMatchObject([{ subject: 'readers/7', shownAt: null }])
    gateway.clock.time += 1000
    expect(await show(7)).toMatchObject({ status: 204 })
    expect(await gateway.views()).toMatchObject([
      { subject: 'readers/7', at: gateway.clock.time - 1000, shownAt: gateway.clock.time },
    ])
    await gateway.open(7)
    expect(await gateway.views()).toHaveLength(1)
  })

  test('is refused beyond what a person will look at', async () => {
    await gateway.open(1, ahead)
    await gateway.open(2, ahead)
    expect(await gateway.open(3, ahead)).toMatchObject({ status: 429, body: { code: 'READ_AHEAD_LIMITED' } })
    await show(1)
    expect(await gateway.open(3, ahead)).toMatchObject({ status: 200 })
    expect(await gateway.open(4)).toMatchObject({ status: 200 })
  })
})

describe('files with many records', () => {
  const save = (cookie = gateway.cookie) => gateway.read('readers.file', 'readers.csv', { cookie })
  const file = answering(200, 'name\nAnn', { 'content-type': 'text/csv' })

  test('have a quota for each person and day, and one that was not made does not count', async () => {
    const other = await gateway.signIn({ userId: 2, email: 'other@library.test' })
    gateway.upstream.script(answering(500, {}))
    expect((await save()).status).toBe(502)
    gateway.upstream.script(file)
    for (let count = 0; count < 2; count += 1) expect((await save()).status).toBe(200)
    const waiting = (time: string) => ({
      code: 'RATE_LIMITED',
      message: `You have saved 2 files of this kind within a day, and more are not allowed. No file was made. The next one is possible in ${time}.`,
    })
    expect(await save()).toMatchObject({ status: 429, body: waiting('24 hours') })
    expect(await last(gateway)).toMatchObject({
      operation: 'readers.file',
      actor: { userId: 1 },
      details: { result: 'refused', why: 'quota' },
    })
    expect(await save(other)).toMatchObject({ status: 200 })
    gateway.clock.time += 23.5 * 60 * MINUTE_MS
    expect(await save(await gateway.signIn())).toMatchObject({ body: waiting('30 minutes') })
    gateway.clock.time += 30 * MINUTE_MS
    expect(await save(await gateway.signIn())).toMatchObject({ status: 200 })
  })
})

describe('many different records', () => {
  test('raise one alert within its time', async () => {
    for (const id of [1, 1, 2]) await gateway.open(id)
    expect(await gateway.alerts()).toEqual([])
    await gateway.open(3)
    await expect.poll(gateway.alerts).toMatchObject([{ actor: { userId: 1 }, details: { records: 3, minutes: 10 } }])
    await gateway.open(4)
    gateway.clock.time += 10 * MINUTE_MS
    for (const id of [1, 2, 3]) await gateway.open(id)
    await expect.poll(gateway.alerts).toHaveLength(2)
  })

  test('that are read ahead count once, whether or not they are shown', async () => {
    await gateway.open(1, ahead)
    await show(1)
    await gateway.open(2, ahead)
    await gateway.open(2)
    gateway.clock.time += MINUTE_MS
    await gateway.open(1)
    expect(await gateway.alerts()).toEqual([])
    await gateway.open(3, ahead)
    await expect.poll(gateway.alerts).toMatchObject([{ actor: { userId: 1 }, details: { records: 3, minutes: 10 } }])
    await show(3)
    await gateway.open(4, ahead)
    expect(await gateway.views()).toHaveLength(5)
    expect(await gateway.alerts()).toHaveLength(1)
  })

  test('over a longer time raise none', async () => {
    for (const id of [1, 2, 3, 4]) {
      await gateway.open(id)
      gateway.clock.time += 5 * MINUTE_MS
    }
    expect(await gateway.alerts()).toEqual([])
  })
})

describe('many files and values', () => {
  const file = (cookie = gateway.cookie) => gateway.read('readers.file', 'readers.csv', { cookie })
  const value = (cookie: string) =>
    ask(gateway, cookie, '/console/reveal', {
      body: { resource: 'readers', id: 7, field: '/born', reason: 'On the phone' },
    })

  test('raise one alert within their time, whatever became of them', async () => {
    const other = await gateway.signIn({ userId: 2, email: 'other@library.test', authTime: gateway.clock.time })
    await value(other)
    gateway.upstream.script(answering(502, 'down'))
    expect((await file(other)).status).toBe(502)
    gateway.serve()
    for (let count = 0; count < 2; count += 1) await file()
    expect(await gateway.fileAlerts()).toEqual([])
    await value(other)
    await expect
      .poll(gateway.fileAlerts)
      .toMatchObject([{ actor: { userId: 2 }, details: { records: 3, minutes: 10 } }])
    await value(other)
    gateway.clock.time += 10 * MINUTE_MS
    for (let count = 0; count < 3; count += 1) await value(other)
    await expect.poll(gateway.fileAlerts).toHaveLength(2)
  })

  test('are shown to those who read the audit trail', async () => {
    const other = await gateway.signIn({ userId: 2, email: 'other@library.test' })
    for (let count = 0; count < 3; count += 1) await value(other)
    await expect.poll(gateway.fileAlerts).toHaveLength(1)
    const { body } = await ask(gateway, gateway.cookie, '/console/audit', { body: {} })
    expect(body['alerts']).toMatchObject([{ person: 'other@library.test', of: 'files', records: 3, minutes: 10 }])
  })
})
