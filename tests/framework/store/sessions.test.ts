import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hashId } from '../../../server/store/seal.ts'
import { describeSqlite, describeStore } from './places.ts'
import { sessionData } from './samples.ts'

const IDLE_MS = 15 * 60_000
const ABSOLUTE = { absoluteMs: 8 * 60 * 60_000 }

describeStore('a session', (createPlace) => {
  test('is found again with all its data under an id of 256 random bits', async () => {
    const { sessions } = await (await createPlace()).open()
    const session = await sessions.create(sessionData, ABSOLUTE)
    const other = await sessions.create(sessionData, ABSOLUTE)
    expect(Buffer.from(session.id, 'base64url')).toHaveLength(32)
    expect(other.id).not.toBe(session.id)
    expect(await sessions.find(session.id, IDLE_MS)).toEqual(session)
    expect(session.data).toEqual(sessionData)
  })

  test('is not found under an unknown, empty or endless id', async () => {
    const { sessions } = await (await createPlace()).open()
    await sessions.create(sessionData, ABSOLUTE)
    for (const id of ['', 'unknown', 'x'.repeat(10_000)]) expect(await sessions.find(id, IDLE_MS)).toBeUndefined()
  })

  test('lives until the last millisecond of idle time and not a millisecond longer', async () => {
    const { open, clock } = await createPlace()
    const { sessions } = await open()
    const { id } = await sessions.create(sessionData, ABSOLUTE)
    clock.time += IDLE_MS - 1
    expect(await sessions.find(id, IDLE_MS)).toBeDefined()
    clock.time += 1
    expect(await sessions.find(id, IDLE_MS)).toBeUndefined()
  })

  test('ends at its absolute limit however active it is', async () => {
    const { open, clock } = await createPlace()
    const { sessions } = await open()
    const { id } = await sessions.create(sessionData, { absoluteMs: 60_000 })
    clock.time += 59_999
    await sessions.touch(id)
    expect(await sessions.find(id, IDLE_MS)).toBeDefined()
    clock.time += 1
    expect(await sessions.find(id, IDLE_MS)).toBeUndefined()
  })

  test('is given to one round of upkeep at a time, until it is given back or a minute is over', async () => {
    const { open, clock } = await createPlace()
    const { sessions } = await open()
    const { id } = await sessions.create(sessionData, ABSOLUTE)
    const rivals = await Promise.all(Array.from({ length: 20 }, () => sessions.takeUpkeep(id)))
    const [giveBack, ...others] = rivals.filter((taken) => taken !== undefined)
    expect(others).toEqual([])
    await giveBack?.()
    expect(await sessions.takeUpkeep(id)).toBeDefined()
    clock.time += 59_999
    expect(await sessions.takeUpkeep(id)).toBeUndefined()
    clock.time += 1
    expect(await sessions.takeUpkeep(id)).toBeDefined()
    await giveBack?.()
    expect(await sessions.takeUpkeep(id)).toBeUndefined()
    expect(await sessions.takeUpkeep('unknown')).toBeUndefined()
  })

  test('records activity at most once in 30 seconds', async () => {
    const { open, clock } = await createPlace()
    const { sessions } = await open()
    const { id, createdAt } = await sessions.create(sessionData, ABSOLUTE)
    clock.time += 29_999
    await sessions.touch(id)
    expect((await sessions.find(id, IDLE_MS))?.lastActiveAt).toBe(createdAt)
    clock.time += 1
    await sessions.touch(id)
    expect((await sessions.find(id, IDLE_MS))?.lastActiveAt).toBe(createdAt + 30_000)
  })

  test('takes new data, but is not revived by them', async () => {
    const { sessions } = await (await createPlace()).open()
    const { id } = await sessions.create(sessionData, ABSOLUTE)
    await sessions.update(id, { ...sessionData, accessToken: 'renewed' })
    expect((await sessions.find(id, IDLE_MS))?.data.accessToken).toBe('renewed')
    await sessions.end(id)
    await expect(sessions.update(id, sessionData)).rejects.toThrow('the session has ended')
    expect(await sessions.find(id, IDLE_MS)).toBeUndefined()
  })

  test('is ended by exactly one of many calls', async () => {
    const { sessions } = await (await createPlace()).open()
    const { id } = await sessions.create(sessionData, ABSOLUTE)
    const ended = await Promise.all(Array.from({ length: 20 }, () => sessions.end(id)))
    expect(ended.filter(Boolean)).toHaveLength(1)
  })

  test('is listed while it lives, with those of its subject or with all, and ended by its key', async () => {
    const { open, clock } = await createPlace()
    const { sessions } = await open()
    const first = await sessions.create(sessionData, { absoluteMs: 60_000 })
    clock.time += 1000
    const second = await sessions.create(sessionData, ABSOLUTE)
    clock.time += 1000
    const other = await sessions.create({ ...sessionData, subject: 'subject-4' }, ABSOLUTE)
    const keys = async (subject?: string) => (await sessions.list(IDLE_MS, subject)).map(({ key }) => key)
    const [one, two, three] = [first, second, other].map(({ id }) => hashId(id))
    expect(await keys('subject-3')).toEqual([two, one])
    expect(await keys()).toEqual([three, two, one])
    expect(await sessions.endByKey(two ?? '')).toBe(true)
    expect(await sessions.endByKey(two ?? '')).toBe(false)
    expect(await sessions.find(second.id, IDLE_MS)).toBeUndefined()
    clock.time += 60_000
    expect(await keys()).toEqual([three])
  })

  test('gets a new id and new data within the same limits, and the old id finds nothing', async () => {
    const { open, clock } = await createPlace()
    const { sessions } = await open()
    const { id, createdAt, expiresAt } = await sessions.create(sessionData, ABSOLUTE)
    clock.time += 1000
    const next = await sessions.renew(id, { ...sessionData, authTime: clock.time })
    expect(await sessions.find(id, IDLE_MS)).toBeUndefined()
    expect(await sessions.find(next, IDLE_MS)).toMatchObject({ createdAt, expiresAt, data: { authTime: clock.time } })
    await sessions.end(next)
    await expect(sessions.renew(next, sessionData)).rejects.toThrow('the session has ended')
  })

  test('is swept away once expired, not before', async () => {
    const { open, clock } = await createPlace()
    const { sessions } = await open()
    await sessions.create(sessionData, { absoluteMs: 60_000 })
    await sessions.create(sessionData, ABSOLUTE)
    clock.time += 59_999
    expect(await sessions.sweep(IDLE_MS)).toBe(0)
    clock.time += 1
    expect(await sessions.sweep(IDLE_MS)).toBe(1)
    clock.time += IDLE_MS - 60_000
    expect(await sessions.sweep(IDLE_MS)).toBe(1)
  })

  test('is not found under another session key', async () => {
    const place = await createPlace()
    const store = await place.open()
    const { id } = await store.sessions.create(sessionData, ABSOLUTE)
    await store.close()
    const { sessions } = await place.open({ sessionKey: new Uint8Array(32).fill(8) })
    expect(await sessions.find(id, IDLE_MS)).toBeUndefined()
  })

  test('cannot be moved to the id of another session', async () => {
    const place = await createPlace()
    const { sessions } = await place.open()
    const mine = await sessions.create(sessionData, ABSOLUTE)
    await sessions.create({ ...sessionData, role: 'admin', subject: 'subject-1' }, ABSOLUTE)
    const [from, to] = ['subject-1', 'subject-3'].map((subject) => `subject_hash = '${hashId(subject)}'`)
    await place.run(`update session set sealed = (select sealed from session where ${from}) where ${to}`)
    expect(await sessions.find(mine.id, IDLE_MS)).toBeUndefined()
  })
})

describeSqlite('a session', (createPlace) => {
  test('leaves neither a token nor its id readable in the files', async () => {
    const place = await createPlace()
    const store = await place.open()
    const { id } = await store.sessions.create(sessionData, ABSOLUTE)
    const next = '/account/next-canary'
    const location = 'https://identity.test/authorize?sessionToken=token-canary'
    const under = { verifier: 'verifier-canary', state: 's', nonce: 'n', next }
    const signIn = await store.signIns.begin({ location, signIn: under }, 60_000)
    const entry = { userId: 3, operation: 'accounts.close', key: 'k' }
    await store.idempotency.claim({ ...entry, requestHash: 'h', target: '1' })
    await store.idempotency.complete(entry, { status: 200, contentType: 'text/plain', body: 'body-canary' })
    const read = (): string =>
      readdirSync(place.options.dataDir)
        .filter((name) => name.startsWith('countersign.sqlite'))
        .map((name) => readFileSync(join(place.options.dataDir, name), 'latin1'))
        .join()
    const beforeClose = read()
    await store.close()
    const bytes = beforeClose + read()
    expect(bytes).toContain('accounts.close')
    for (const secret of ['canary', id, signIn, 'reviewer@']) expect(bytes.includes(secret), secret).toBe(false)
  })
})
