import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ahead, MINUTE_MS, type Readers, startReaders } from './readers.ts'
import { ask, steps } from './waitingBooks.ts'

let gateway: Readers

beforeEach(async () => {
  gateway = await startReaders()
})
afterEach(() => gateway.close())

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
    await gateway.open(7)
    gateway.clock.time += 1000
    await gateway.open(7, { cookie: other, ...ahead })
    gateway.clock.time += 1000
    await ask(gateway, other, '/console/reveal', {
      body: { resource: 'readers', id: 7, field: '/born', reason: 'On the phone' },
    })
    await gateway.open(8)
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

  test('a reading without a label of its own has its name as people write it', async () => {
    await gateway.read('readers.loans', 'loans', { query: { name: 'Ann Poe' }, headers: { 'x-owner': '7' } })
    expect((await search({ show: 'reads' })).lines).toMatchObject([{ operation: 'readers.loans', label: 'Loans' }])
  })

  test('is found by the words that it shows', async () => {
    const other = await gateway.signIn({ userId: 2, email: 'ada.mint@library.test' })
    for (const [userId, name, email] of [
      [2, 'Ada Mint', 'ada.mint@library.test'],
      [3, 'Bo Mint', 'bo@library.test'],
    ] as const)
      await gateway.store.access.signedIn({ userId, name, email, role: 'librarian', signedInAt: 1 })
    await gateway.open(7, { cookie: other })
    gateway.clock.time += 1000
    await ask(gateway, other, '/console/reveal', {
      body: { resource: 'readers', id: 7, field: '/born', reason: 'On the phone' },
    })
    expect((await search({ operation: 'Reveal' })).lines).toMatchObject([{ label: 'Reveal: Born' }])
    const found = async (filter: object) => told(await search({ show: 'all', ...filter })).map(([, id]) => id)
    for (const operation of ['Reveal', ' reveal', 'readers.reveal', 'ers.rev'])
      expect(await found({ operation })).toEqual(['readers.reveal'])
    expect(await found({ operation: 'open', person: '2' })).toEqual(['readers.getOne'])
    expect(await found({ operation: 'reveal', show: 'reads' })).toEqual(['readers.reveal'])
    expect(await found({ operation: 'open', show: 'reads' })).toEqual(['readers.getOne'])
    for (const person of ['Ada Mint', 'ada', 'mint', 'ADA.MINT@library.test'])
      expect(await found({ person })).toEqual(['readers.reveal', 'readers.getOne'])
    expect(await found({ operation: 'gone.lend' })).toEqual([])
  })

  test.each([
    [{ operation: 'Approve address' }, 'operation', /^No operation is called so\. Type a name as the list shows it/],
    [{ operation: ' ' }, 'operation', /^No operation is called so/],
    [{ person: 'Ada Mint' }, 'person', /^No one who has signed in has this in their name/],
    [{ person: ' ' }, 'person', /^No one who has signed in/],
  ])('words that match nothing are said at their field: %j', async (filter, field, message) => {
    for (const url of ['/console/audit', '/console/audit/export']) {
      const { status, body } = await ask(gateway, gateway.cookie, url, { body: filter })
      expect([status, body['code'], Object.keys(body['fields'] ?? {})]).toEqual([400, 'BAD_REQUEST', [field]])
      expect(body['message']).toMatch(message)
    }
  })

  test('what a person did and saw is one search', async () => {
    const other = await gateway.signIn({ userId: 2, email: 'other@library.test' })
    await gateway.open(7, { cookie: other })
    await gateway.open(8)
    await gateway.read('readers.list', 'readers', { cookie: other, query: { page: 1, q: 'Ann' } })
    await gateway.read('readers.file', 'readers.csv', { cookie: other })
    gateway.clock.time += 24 * 60 * MINUTE_MS
    const cookie = await gateway.signIn({ userId: 2, email: 'other@library.test' })
    await gateway.open(9, { cookie })
    const day = { person: 'Other@library.test', from: gateway.clock.time - 25 * 60 * MINUTE_MS, to: gateway.clock.time }
    await gateway.again()
    const page = await search({ ...day, show: 'all' })
    expect(told(page).map(([reading, operation]) => [reading, operation])).toEqual([
      ['entry', 'readers.file'],
      ['search', 'readers.list'],
      ['shown', 'readers.getOne'],
    ])
    expect(page.lines[1]?.reason).toBe('by q')
    expect(await search({ ...day, show: 'all', result: 'refused' })).toMatchObject({ lines: [], count: 0 })
  })

  test('what a request did and read is found by its id, which the service has been sent', async () => {
    await gateway.open(7)
    const [, request] =
      gateway.upstream.seen.at(-1)?.headers.find(([name]) => name.toLowerCase() === 'x-request-id') ?? []
    await gateway.open(8)
    for (const show of ['done', 'reads', 'all']) {
      const page = await search({ request, show })
      expect(told(page)).toEqual([['shown', 'readers.getOne', expect.any(String)]])
      expect(page.count).toBe(1)
    }
    const { lines } = await search({ operation: 'console.audit' })
    expect(lines).toHaveLength(3)
    expect(await ask(gateway, gateway.cookie, '/console/audit', { body: { request: 'r1' } })).toMatchObject({
      status: 400,
    })
  })

  test('the report on a record says what is held, and who has seen it', async () => {
    const other = await gateway.signIn({ userId: 2, email: 'other@library.test' })
    await gateway.read('readers.file', 'readers.csv')
    await gateway.open(7, { cookie: other })
    gateway.clock.time += 10 * MINUTE_MS
    await gateway.open(7, { cookie: other })
    await gateway.open(8)
    await gateway.open(7, ahead)
    const moment = new Date(gateway.clock.time).toISOString()
    const report = (cookie: string) =>
      ask(gateway, cookie, '/console/report', { body: { resource: 'readers', id: '7' } })
    expect(await report(await gateway.signIn({ role: 'reader' }))).toMatchObject({ status: 403 })
    expect(await report(gateway.cookie)).toMatchObject({ status: 403, body: { code: 'STEP_UP' } })
    await gateway.again()
    const { status, body } = await report(gateway.cookie)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      record: { resource: 'readers', id: '7' },
      isComplete: true,
      madeBy: 'staff@library.test',
      seenBy: [
        { person: 'other@library.test', how: 'Seen', times: 2 },
        { person: 'staff@library.test', how: 'Loaded ahead, not confirmed as shown', times: 1, last: moment },
      ],
      views: [
        { person: 'staff@library.test', how: 'Loaded ahead, not confirmed as shown', shownAt: null },
        { person: 'other@library.test', how: 'Seen', shownAt: moment },
        { how: 'Seen' },
      ],
      approvals: [],
      filesOfItsList: [{ person: 'staff@library.test', operation: 'readers.file', result: 'ok' }],
    })
    expect(body['note']).toContain('within ten minutes has one entry')
    expect(body['shown']).toContainEqual({
      screen: 'Readers',
      place: '/born',
      class: 'dateOfBirth',
      inTheBrowser: 'masked',
    })
    expect(JSON.stringify(body)).not.toContain('Ann Poe')
    expect(await steps(gateway)).toContainEqual(
      expect.objectContaining({ operation: 'readers.report', subject: { resource: 'readers', id: '7' } }),
    )
  })

  test('entries and readings are paged together, each once', async () => {
    for (let id = 1; id <= 70; id += 1) {
      await gateway.open(id)
      if (id % 2 === 0) await gateway.read('readers.file', 'readers.csv')
      gateway.clock.time += 1000
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
    for (const id of [1, 2, 3]) await gateway.open(id)
    await expect.poll(gateway.alerts).toHaveLength(1)
    expect((await search({})).alerts).toMatchObject([
      { person: 'staff@library.test', records: 3, minutes: 10, at: gateway.clock.time },
    ])
    gateway.clock.time += 8 * 24 * 60 * MINUTE_MS
    await gateway.again()
    expect((await search({})).alerts).toEqual([])
  })
})
