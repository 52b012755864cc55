import { expect, test } from 'vitest'
import { describeStore } from './places.ts'

const TTL_MS = 600_000
const signIn = { verifier: 'verifier', state: 'state', nonce: 'nonce', next: '/treasury?page=2' }
const transaction = { location: 'https://identity.test/authorize', signIn }

describeStore('a sign-in under way', (createPlace) => {
  test('can be taken once, even by many callbacks at the same time', async () => {
    const { signIns } = await (await createPlace()).open()
    const id = await signIns.begin(transaction, TTL_MS)
    const taken = await Promise.all(Array.from({ length: 20 }, () => signIns.take(id)))
    expect(taken.filter((one) => one !== undefined)).toEqual([transaction])
  })

  test('keeps no wanted page when there was none', async () => {
    const { signIns } = await (await createPlace()).open()
    const { next: _, ...plain } = signIn
    const visit = { ...transaction, signIn: plain }
    expect(await signIns.take(await signIns.begin(visit, TTL_MS))).toEqual(visit)
  })

  test('is gone when its time is over, to the millisecond', async () => {
    const { open, clock } = await createPlace()
    const { signIns } = await open()
    const inTime = await signIns.begin(transaction, TTL_MS)
    const late = await signIns.begin(transaction, TTL_MS)
    clock.time += TTL_MS - 1
    expect(await signIns.find(inTime)).toEqual(transaction)
    expect(await signIns.take(inTime)).toEqual(transaction)
    expect(await signIns.find(inTime)).toBeUndefined()
    clock.time += 1
    expect(await signIns.find(late)).toBeUndefined()
    expect(await signIns.take(late)).toBeUndefined()
  })

  test('is not found under another id or another session key', async () => {
    const place = await createPlace()
    const store = await place.open()
    const id = await store.signIns.begin(transaction, TTL_MS)
    expect(await store.signIns.take('another')).toBeUndefined()
    await store.close()
    const { signIns } = await place.open({ sessionKey: new Uint8Array(32).fill(8) })
    expect(await signIns.take(id)).toBeUndefined()
  })

  test('is swept away once expired, not before', async () => {
    const { open, clock } = await createPlace()
    const { signIns } = await open()
    await signIns.begin(transaction, TTL_MS)
    clock.time += TTL_MS - 1
    expect(await signIns.sweep()).toBe(0)
    clock.time += 1
    expect(await signIns.sweep()).toBe(1)
  })
})
