import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ClaimList } from '../../../language/claim.ts'
import { checkModel } from '../../../language/check/checkModel.ts'
import { answering } from '../../support/faultyUpstream.ts'
import { model } from '../queueLibrary.ts'
import { startGateway } from './startGateway.ts'
import { ask, changes, type Gateway, trail } from './waitingBooks.ts'

const MINUTE_MS = 60_000
const people = [
  { userId: 1, name: 'Ada Mint', role: 'librarian' },
  { userId: 2, name: 'Oren Vale', role: 'librarian' },
  { userId: 3, name: 'Ann Poe', role: 'none' },
]

let gateway: Gateway
let oren: string
let time: number

beforeEach(async () => {
  time = 1_800_000_000_000
  gateway = await startGateway(model, { now: () => time })
  for (const person of people) {
    await gateway.store.access.signedIn({ ...person, email: `${person.userId}@library.test`, signedInAt: time })
  }
  oren = await gateway.signIn({ userId: 2, email: 'oren@library.test', subject: 'subject-2' })
})
afterEach(() => gateway.close())

const change = (cookie: string, body: object, resource = 'books') =>
  ask(gateway, cookie, `/console/claims/${resource}`, { body })

const list = async (cookie = gateway.cookie): Promise<ClaimList> =>
  (await ask(gateway, cookie, '/console/claims/books', { method: 'GET' })).body as unknown as ClaimList

const mend = (cookie = gateway.cookie) =>
  ask(gateway, cookie, '/api/library/books/7/mend', {
    headers: { 'x-operation': 'books.mend', 'idempotency-key': randomUUID() },
  })

const operations = async () => (await trail(gateway)).map((record) => 'operation' in record && record.operation)

describe('claims', () => {
  test('give each person the first record that no one else has, and name who has which', async () => {
    const ids = ['7', '8']
    expect((await change(gateway.cookie, { change: 'claim', ids })).body).toMatchObject({ changed: '7', userId: 1 })
    expect((await change(oren, { change: 'claim', ids })).body).toMatchObject({ changed: '8', userId: 2 })
    expect((await change(oren, { change: 'claim', ids: ['7'] })).body).toMatchObject({ changed: null })
    const { claims, colleagues } = await list()
    expect(claims.map(({ id, name, state }) => [id, name, state])).toEqual([
      ['7', 'Ada Mint', 'held'],
      ['8', 'Oren Vale', 'held'],
    ])
    expect(colleagues).toEqual([{ userId: 2, name: 'Oren Vale' }])
    expect(await operations()).toEqual(['books.claimed', 'books.claimed'])
  })

  test('are taken over from the person who has the record, handed over, and ended, on record', async () => {
    await change(gateway.cookie, { change: 'claim', ids: ['7'] })
    expect((await change(oren, { change: 'take', ids: ['7'] })).status).toBe(200)
    expect(await list()).toMatchObject({ claims: [{ userId: 2, way: 'taken', before: 'Ada Mint', isLost: true }] })
    expect(await list(oren)).toMatchObject({ claims: [{ userId: 2, isLost: false }] })
    expect((await change(gateway.cookie, { change: 'done', ids: ['7'] })).body).toMatchObject({ code: 'CONFLICT' })
    expect((await change(oren, { change: 'hand', ids: ['7'], to: 3 })).body).toMatchObject({ code: 'BAD_REQUEST' })
    expect((await change(oren, { change: 'hand', ids: ['7'], to: 1 })).status).toBe(200)
    expect((await change(gateway.cookie, { change: 'skip', ids: ['7'] })).status).toBe(200)
    expect(await list()).toMatchObject({ claims: [{ id: '7', state: 'skipped' }] })
    expect((await list(oren)).claims).toEqual([])
    const before = ['books.claimed', 'books.claimTaken', 'books.claimHanded', 'books.claimSkipped']
    expect(await operations()).toEqual(before)
    await change(gateway.cookie, { change: 'claim', ids: ['7'] })
    expect((await change(gateway.cookie, { change: 'later', ids: ['7'] })).status).toBe(200)
    expect(await list()).toMatchObject({ claims: [{ id: '7', state: 'later' }] })
    expect(await operations()).toEqual([...before, 'books.claimed', 'books.claimPutBack'])
  })

  test('that are given back forget neither what was put back nor what a colleague has finished', async () => {
    for (const [state, end] of [
      ['later', 'later'],
      ['skipped', 'skip'],
      ['done', 'done'],
    ] as const) {
      await change(gateway.cookie, { change: 'claim', ids: ['7'] })
      await change(gateway.cookie, { change: end, ids: ['7'] })
      const before = await list()
      expect(before).toMatchObject({ claims: [{ id: '7', state, name: 'Ada Mint' }] })
      time += MINUTE_MS
      const someone = state === 'done' ? oren : gateway.cookie
      await change(someone, { change: 'claim', ids: ['7'] })
      expect((await change(someone, { change: 'release', ids: ['7'] })).status).toBe(200)
      expect(await list()).toMatchObject({
        claims: before.claims.map(({ id, userId, changedAt }) => ({ id, userId, state, changedAt })),
      })
    }
  })

  test('that were taken over keep the person who had the record from a change of it, until they take it back', async () => {
    gateway.upstream.script(answering(200, { message: 'done' }))
    await change(gateway.cookie, { change: 'claim', ids: ['7'] })
    await change(oren, { change: 'take', ids: ['7'] })
    // A claim that is kept for longer is still one that was taken over.
    await change(oren, { change: 'claim', ids: ['7'] })
    const { status, body } = await mend()
    expect([status, body['code'], body['message']]).toEqual([
      409,
      'RECORD_CLAIMED',
      'Oren Vale took this record over from you. Nothing was sent. Agree with them, or take it over again.',
    ])
    expect(changes(gateway)).toEqual([])
    expect((await operations()).at(-1)).toBe('books.mend')
    await change(gateway.cookie, { change: 'take', ids: ['7'] })
    expect((await mend()).status).toBe(200)
    expect(changes(gateway)).toHaveLength(1)
  })

  test('come with what others have changed of late, and not with one’s own or refused changes', async () => {
    gateway.upstream.script(answering(200, { message: 'done' }))
    expect((await mend()).status).toBe(200)
    const [first] = (await list(oren)).changes
    expect(first).toEqual({ id: '7', seq: expect.any(Number) as number })
    expect((await list()).changes).toEqual([])
    gateway.upstream.script(answering(400, { message: 'no' }))
    expect((await mend()).status).toBe(400)
    expect((await list(oren)).changes).toEqual([first])
    gateway.upstream.script(answering(200, { message: 'done' }))
    await mend()
    const [second] = (await list(oren)).changes
    expect(second?.seq).toBeGreaterThan(first?.seq ?? 0)
    time += 15 * MINUTE_MS + 1
    expect((await list(oren)).changes).toEqual([])
  })

  test('that a person has finished are known to the others for a day', async () => {
    await change(gateway.cookie, { change: 'claim', ids: ['7'] })
    await change(gateway.cookie, { change: 'done', ids: ['7'] })
    expect(await list(oren)).toMatchObject({ claims: [{ id: '7', userId: 1, state: 'done' }] })
    expect(await list(oren)).toMatchObject({ claims: [{ left: null }] })
    time += 24 * 60 * MINUTE_MS + 1
    const theirs = await gateway.signIn({ userId: 2, subject: 'subject-2' })
    expect((await list(theirs)).claims).toEqual([])
  })

  test('keep what was left when a record was finished, also while someone looks at it again', async () => {
    await change(gateway.cookie, { change: 'claim', ids: ['7'] })
    const left = ['page.3', 'cover']
    expect((await change(gateway.cookie, { change: 'done', ids: ['7'], left: ['Mara Folder'] })).status).toBe(400)
    expect((await change(gateway.cookie, { change: 'done', ids: ['7'], left })).status).toBe(200)
    expect(await list(oren)).toMatchObject({ claims: [{ userId: 1, state: 'done', left }] })
    await change(oren, { change: 'claim', ids: ['7'] })
    expect(await list(oren)).toMatchObject({ claims: [{ userId: 2, state: 'held', left: null }] })
    await change(oren, { change: 'release', ids: ['7'] })
    expect(await list(oren)).toMatchObject({ claims: [{ userId: 1, state: 'done', left }] })
  })

  test('are for people who may change such records; the others see who is at work', async () => {
    const reader = await gateway.signIn({ userId: 3, role: 'reader', subject: 'subject-3' })
    await change(gateway.cookie, { change: 'claim', ids: ['7'] })
    expect(await list(reader)).toMatchObject({ mayWork: false, claims: [{ id: '7', name: 'Ada Mint' }] })
    expect(await list()).toMatchObject({ mayWork: true })
    for (const kind of ['claim', 'take']) {
      expect((await change(reader, { change: kind, ids: ['7'] })).status).toBe(403)
    }
    expect(await list()).toMatchObject({ claims: [{ id: '7', userId: 1 }] })
  })

  test('end by themselves after half an hour: the person hears it, and others can have the record', async () => {
    await change(gateway.cookie, { change: 'claim', ids: ['7'] })
    time += 30 * MINUTE_MS
    const [mine, theirs] = [await gateway.signIn(), await gateway.signIn({ userId: 2, subject: 'subject-2' })]
    expect((await list(mine)).claims).toMatchObject([{ id: '7', userId: 1, state: 'expired' }])
    expect((await list(theirs)).claims).toEqual([])
    expect((await change(theirs, { change: 'take', ids: ['7'] })).status).toBe(200)
    expect((await list(mine)).claims).toMatchObject([{ id: '7', userId: 2, state: 'held' }])
    const { status, body } = await change(mine, { change: 'done', ids: ['7'] })
    expect([status, body['message']]).toEqual([409, 'You no longer hold this record. Look who has it now.'])
  })

  test('that end in the middle of a decision keep no one from it, unless a colleague has claimed the record meanwhile', async () => {
    gateway.upstream.script(answering(200, { message: 'done' }))
    await change(gateway.cookie, { change: 'claim', ids: ['7'] })
    time += 30 * MINUTE_MS
    const [mine, theirs] = [await gateway.signIn(), await gateway.signIn({ userId: 2, subject: 'subject-2' })]
    expect((await mend(mine)).status).toBe(200)
    await change(theirs, { change: 'claim', ids: ['7'] })
    const claimed = { userId: 2, way: 'claimed', before: 'Ada Mint' }
    expect(await list(theirs)).toMatchObject({ claims: [{ ...claimed, isLost: false }] })
    expect(await list(mine)).toMatchObject({ claims: [{ ...claimed, isLost: true }] })
    const { status, body } = await mend(mine)
    expect([status, body['message']]).toEqual([
      409,
      'Your claim had ended, and Oren Vale has claimed this record. Nothing was sent. Agree with them, or take it over.',
    ])
    expect(changes(gateway)).toHaveLength(1)
    await change(mine, { change: 'take', ids: ['7'] })
    expect((await mend(mine)).status).toBe(200)
    expect((await mend(theirs)).body).toMatchObject({ code: 'RECORD_CLAIMED' })
  })

  test('that have ended on both sides keep no one from a change', async () => {
    gateway.upstream.script(answering(200, { message: 'done' }))
    await change(gateway.cookie, { change: 'claim', ids: ['7'] })
    await change(oren, { change: 'take', ids: ['7'] })
    time += 30 * MINUTE_MS
    expect((await mend(await gateway.signIn())).status).toBe(200)
  })

  test('are handed to a colleague, who works on from there', async () => {
    await change(gateway.cookie, { change: 'claim', ids: ['7'] })
    time += 20 * MINUTE_MS
    const [mine, theirs] = [await gateway.signIn(), await gateway.signIn({ userId: 2, subject: 'subject-2' })]
    expect((await change(mine, { change: 'hand', ids: ['7'], to: 2 })).status).toBe(200)
    const [claim] = (await list(theirs)).claims
    const handed = { userId: 2, way: 'handed', before: 'Ada Mint', changedAt: time }
    expect((await list(mine)).claims).toMatchObject([{ ...handed, isLost: false }])
    expect(claim).toMatchObject({ ...handed, expiresAt: time + 30 * MINUTE_MS, isRenewed: false })
    time += MINUTE_MS
    await change(theirs, { change: 'claim', ids: ['7'] })
    expect((await list(theirs)).claims).toMatchObject([
      { ...handed, expiresAt: time + 30 * MINUTE_MS, isRenewed: true },
    ])
    expect((await change(mine, { change: 'claim', ids: ['7', '8'] })).body).toMatchObject({ changed: '8' })
    expect((await change(theirs, { change: 'done', ids: ['7'] })).status).toBe(200)
  })

  test('exist for resources with a tab for it alone, and for people who may read them', async () => {
    expect((await change(gateway.cookie, { change: 'claim', ids: ['7'] }, 'members')).status).toBe(404)
    const nobody = await gateway.signIn({ userId: 3, role: 'none', subject: 'subject-3' })
    expect((await change(nobody, { change: 'claim', ids: ['7'] })).status).toBe(403)
    expect((await change(gateway.cookie, { change: 'claim', ids: ['../7'] })).status).toBe(400)
    expect((await change(gateway.cookie, { change: 'keep', ids: ['7'] })).status).toBe(400)
  })
})

test('a tab for work that the page does not have is refused by the check', () => {
  const [books, ...others] = model.definitions
  if (books?.kind !== 'list' || books.show === null) throw new Error('there are no books')
  const wrong = { ...books, show: { ...books.show, workTab: 'damages' } }
  const [problem] = checkModel({ ...model, definitions: [wrong, ...others] })
  expect(problem?.message).toMatch(/^is the tab 'damages', declared are: /)
})
