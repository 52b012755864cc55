import { expect, test } from 'vitest'
import type { NewView } from '../../../server/store/views.ts'
import { describePostgres, describeStore } from './places.ts'

const MINUTE_MS = 60_000

const member = (id: string) => ({ resource: 'members', id })

const view = (parts: Partial<NewView> = {}): NewView => ({
  userId: 3,
  email: 'Rhea@library.test',
  operation: 'members.getOne',
  subject: member('7'),
  requestId: 'request-1',
  ip: '127.0.0.1',
  sessionHash: 'ab'.repeat(32),
  isPrefetch: false,
  ...parts,
})

describeStore('views', (createPlace) => {
  test('are found by person, record, operation and time, newest first', async () => {
    const { open, clock } = await createPlace()
    const { views } = await open()
    const start = clock.time
    await views.add(view())
    clock.time += MINUTE_MS
    await views.add(view({ subject: member('8') }))
    await views.add(
      view({
        userId: 4,
        email: 'ann@library.test',
        operation: 'members.list',
        subject: undefined,
        terms: { q: 'hmac:1' },
      }),
    )
    const found = async (filter: object) =>
      (await views.search({ ...filter, limit: 9 })).map(({ subject, userId }) => [userId, subject])
    const [seven, eight, search] = [
      [3, 'members/7'],
      [3, 'members/8'],
      [4, null],
    ]
    expect(await found({})).toEqual([search, eight, seven])
    expect(await found({ person: { userId: 3 } })).toEqual([eight, seven])
    expect(await found({ person: { userIds: [3, 9] } })).toEqual([eight, seven])
    expect(await found({ operations: ['members.list', 'members.none'] })).toEqual([search])
    expect(await found({ person: { email: 'RHEA@library.test' } })).toEqual([eight, seven])
    expect(await found({ subject: member('7') })).toEqual([seven])
    expect(await found({ operation: 'members.list' })).toEqual([search])
    expect(await found({ from: start + 1 })).toEqual([search, eight])
    expect(await found({ to: start + 1 })).toEqual([seven])
    expect(await views.count({ person: { userId: 3 } }, 1)).toBe(2)
    expect(await views.search({ person: { userId: 4 }, limit: 1 })).toMatchObject([
      { at: start + MINUTE_MS, shownAt: start + MINUTE_MS, email: 'ann@library.test', terms: ['q'] },
    ])
  })

  test('are paged by their place, also those of one moment', async () => {
    const { open, clock } = await createPlace()
    const { views } = await open()
    for (const id of ['1', '2', '3']) await views.add(view({ subject: member(id) }))
    clock.time += MINUTE_MS
    await views.add(view({ subject: member('4') }))
    const seen: (string | null)[] = []
    let [last] = await views.search({ limit: 1 })
    while (last !== undefined && seen.length < 9) {
      seen.push(last.subject)
      ;[last] = await views.search({ before: last, limit: 1 })
    }
    expect(seen).toEqual(['members/4', 'members/3', 'members/2', 'members/1'])
  })

  test('of what was read ahead are unseen until they are shown, and count as sent', async () => {
    const { open, clock } = await createPlace()
    const { views } = await open()
    await views.add(view({ isPrefetch: true }))
    await views.add(view({ subject: member('8') }))
    await views.add(view({ subject: member('8') }))
    await views.add(view({ userId: 4, isPrefetch: true }))
    const counts = async () => [await views.countUnseen(3, MINUTE_MS), await views.countSubjects(3, MINUTE_MS)]
    expect(await counts()).toEqual([1, 2])
    expect((await views.search({ subject: member('7'), limit: 9 })).map(({ shownAt }) => shownAt)).toEqual([null, null])
    clock.time += 1000
    expect(await views.shown(3, member('7'), MINUTE_MS)).toBe(true)
    expect(await views.shown(3, member('7'), MINUTE_MS)).toBe(false)
    expect(await counts()).toEqual([0, 2])
    expect(await views.countUnseen(4, MINUTE_MS)).toBe(1)
    clock.time += MINUTE_MS
    expect(await views.shown(4, member('7'), MINUTE_MS)).toBe(false)
    expect(await counts()).toEqual([0, 0])
  })

  test('are removed after their time, or when nothing was answered', async () => {
    const { open, clock } = await createPlace()
    const { views } = await open()
    await views.add(view())
    clock.time += MINUTE_MS
    await views.add(view({ subject: member('8') }))
    await views.remove(await views.add(view({ subject: member('9') })))
    expect(await views.sweep(MINUTE_MS)).toBe(1)
    expect((await views.search({ limit: 9 })).map(({ subject }) => subject)).toEqual(['members/8'])
  })

  test('leave a job to one at a time', async () => {
    const { open, clock } = await createPlace()
    const { jobs } = await open()
    const taken = await Promise.all([1, 2, 3].map(() => jobs.take('sweep', MINUTE_MS)))
    expect(taken.filter(Boolean)).toHaveLength(1)
    expect(await jobs.take('another', MINUTE_MS)).toBe(true)
    clock.time += MINUTE_MS - 1
    expect(await jobs.take('sweep', MINUTE_MS)).toBe(false)
    clock.time += 1
    expect(await jobs.take('sweep', MINUTE_MS)).toBe(true)
  })
})

describePostgres('a job', (createPlace) => {
  test('is one gateway’s', async () => {
    const place = await createPlace()
    const stores = await Promise.all([place.open(), place.open()])
    const taken = await Promise.all([...stores, ...stores].map(({ jobs }) => jobs.take('sweep', MINUTE_MS)))
    expect(taken.filter(Boolean)).toHaveLength(1)
  })
})

const hourOf = (time: number): number => time - (time % (60 * MINUTE_MS))

describeStore('values shown whole', (createPlace) => {
  test('are counted by person and since a time, without those that were refused', async () => {
    const { open, clock } = await createPlace()
    const { audit } = await open()
    const start = clock.time
    const reveal = async (userId: number, operation = 'members.reveal', result = 'ok') => {
      const actor = { userId, email: 'staff@library.test', role: 'librarian' }
      await audit.event({ operation, actor, requestId: '1', ip: '', sessionHash: null, details: { result } })
    }
    await reveal(3)
    clock.time += 40 * 24 * 60 * MINUTE_MS
    for (const userId of [3, 3, 4]) await reveal(userId)
    await reveal(4, 'members.reveal', 'refused')
    await reveal(4, 'members.history')
    const counts = async (from: number) =>
      [...(await audit.countByPerson(['members.reveal'], from))].toSorted(([one], [other]) => one - other)
    expect(await counts(start + 1)).toEqual([
      [3, 2],
      [4, 1],
    ])
    expect(await counts(start)).toEqual([
      [3, 3],
      [4, 1],
    ])
    expect(await audit.countByPerson([], start)).toEqual(new Map())
    const hours = await audit.countByHour(['members.reveal'], start)
    expect(hours.toSorted((one, other) => one.hour - other.hour)).toEqual([
      { operation: 'members.reveal', hour: hourOf(start), count: 1 },
      { operation: 'members.reveal', hour: hourOf(clock.time), count: 3 },
    ])
    expect(await audit.countByHour(['members.reveal', 'members.history'], clock.time)).toHaveLength(2)
    expect(await audit.countByHour([], start)).toEqual([])
  })

  test('tells the last change of each record by others, newest first, within a time and a number', async () => {
    const { open, clock } = await createPlace()
    const { audit } = await open()
    const mend = async (userId: number, id: string, { result = 'ok', resource = 'books' } = {}) => {
      const actor = { userId, email: 'staff@library.test', role: 'librarian' }
      const subject = { resource, id }
      const event = { operation: 'books.mend', actor, requestId: '1', ip: '', sessionHash: null, details: { result } }
      await audit.event({ ...event, subject })
    }
    await mend(3, '1')
    clock.time += MINUTE_MS
    const start = clock.time
    for (const id of ['2', '3', '2', 'book/4']) await mend(4, id)
    await mend(3, '5')
    await mend(4, '6', { result: 'refused' })
    await mend(4, '7', { resource: 'booksellers' })
    await mend(4, '8', { result: 'failed' })
    const changes = async (from: number, limit = 10, alsoFailed: readonly string[] = []) => {
      const query = { resource: 'books', userId: 3, operations: ['books.mend'], alsoFailed, from, limit }
      return (await audit.changes(query)).map(({ id }) => id)
    }
    expect(await changes(start)).toEqual(['book/4', '2', '3'])
    expect(await changes(start, 1)).toEqual(['book/4'])
    expect(await changes(start, 2, ['books.mend'])).toEqual(['8', 'book/4'])
    expect(
      await audit.changes({ resource: 'books', userId: 4, operations: ['books.mend'], from: 0, limit: 10 }),
    ).toEqual([
      { id: '5', seq: expect.any(Number) as number },
      { id: '1', seq: expect.any(Number) as number },
    ])
  })
})
