import { expect, test } from 'vitest'
import { describeStore } from './places.ts'

const DAY_MS = 24 * 60 * 60_000
const LEASE_MS = 90_000
const entry = { userId: 3, operation: 'treasury.approve', key: 'key-1' }
const request = { ...entry, requestHash: 'hash-1', target: '7' }
const response = { status: 201, contentType: 'application/json', body: '{"ticker":"ÄÖ-1"}' }

describeStore('an idempotency key', (createPlace) => {
  test('is claimed by one of fifty requests at the same time', async () => {
    const { idempotency } = await (await createPlace()).open()
    const claims = await Promise.all(Array.from({ length: 50 }, () => idempotency.claim(request)))
    const states = claims.map((claim) => claim.state).toSorted()
    expect(states).toEqual(['claimed', ...Array.from({ length: 49 }, () => 'in-flight')])
  })

  test('answers the stored response again once completed', async () => {
    const { idempotency } = await (await createPlace()).open()
    await idempotency.claim(request)
    await idempotency.complete(entry, response)
    expect(await idempotency.claim(request)).toEqual({ state: 'replay', ...response })
  })

  test('is refused for another request, whether under way or completed', async () => {
    const { idempotency } = await (await createPlace()).open()
    await idempotency.claim(request)
    expect(await idempotency.claim({ ...request, requestHash: 'hash-2' })).toEqual({ state: 'mismatch' })
    await idempotency.complete(entry, response)
    expect(await idempotency.claim({ ...request, requestHash: 'hash-2' })).toEqual({ state: 'mismatch' })
  })

  test('belongs to one user and one operation', async () => {
    const { idempotency } = await (await createPlace()).open()
    await idempotency.claim(request)
    await idempotency.complete(entry, response)
    expect(await idempotency.claim({ ...request, userId: 4 })).toEqual({ state: 'claimed' })
    expect(await idempotency.claim({ ...request, operation: 'crypto.approve' })).toEqual({ state: 'claimed' })
  })

  test('waits while any action of the resource is under way for the record, whoever asked', async () => {
    const { idempotency } = await (await createPlace()).open()
    const rivals = Array.from({ length: 50 }, (_, index) => ({
      ...request,
      userId: index,
      operation: index % 2 ? 'treasury.approve' : 'treasury.delete',
      key: `key-${index}`,
    }))
    const claims = await Promise.all(rivals.map((rival) => idempotency.claim(rival)))
    expect(claims.filter((claim) => claim.state === 'claimed')).toHaveLength(1)
    expect(claims.filter((claim) => claim.state === 'busy')).toHaveLength(49)
    const winner = rivals.find((_, index) => claims[index]?.state === 'claimed') ?? request
    await idempotency.complete(winner, response)
    expect(await idempotency.claim({ ...request, key: 'later' })).toEqual({ state: 'claimed' })
  })

  test('does not wait for other records, other resources or requests without a record', async () => {
    const { idempotency } = await (await createPlace()).open()
    await idempotency.claim(request)
    expect(await idempotency.claim({ ...request, key: 'a', target: '8' })).toEqual({ state: 'claimed' })
    expect(await idempotency.claim({ ...request, key: 'b', operation: 'crypto.approve' })).toEqual({ state: 'claimed' })
    expect(await idempotency.claim({ ...request, key: 'c', target: null })).toEqual({ state: 'claimed' })
    expect(await idempotency.claim({ ...request, key: 'd', target: null })).toEqual({ state: 'claimed' })
  })

  test('can be used again when nothing was sent, but never loses a stored response', async () => {
    const { idempotency } = await (await createPlace()).open()
    await idempotency.claim(request)
    await idempotency.abandon(entry)
    expect(await idempotency.claim(request)).toEqual({ state: 'claimed' })
    await idempotency.complete(entry, response)
    await idempotency.abandon(entry)
    expect(await idempotency.claim(request)).toEqual({ state: 'replay', ...response })
  })

  test('frees the record after a crash, and stays unknown itself', async () => {
    const { open, clock } = await createPlace()
    const { idempotency } = await open()
    await idempotency.claim(request)
    const other = { ...request, key: 'key-2' }
    clock.time += LEASE_MS - 1
    expect(await idempotency.claim(request)).toEqual({ state: 'in-flight' })
    expect(await idempotency.claim(other)).toEqual({ state: 'busy' })
    clock.time += 1
    expect(await idempotency.claim(other)).toEqual({ state: 'claimed' })
    expect(await idempotency.claim(request)).toEqual({ state: 'unknown' })
    expect(await idempotency.claim(request)).toEqual({ state: 'unknown' })
  })

  test('still takes the response of a request that outlived its lease', async () => {
    const { open, clock } = await createPlace()
    const { idempotency } = await open()
    await idempotency.claim(request)
    clock.time += LEASE_MS
    expect(await idempotency.claim(request)).toEqual({ state: 'unknown' })
    await idempotency.complete(entry, response)
    expect(await idempotency.claim(request)).toEqual({ state: 'replay', ...response })
  })

  test('is completed once, and only when claimed', async () => {
    const { idempotency } = await (await createPlace()).open()
    await expect(idempotency.complete(entry, response)).rejects.toThrow('no request of treasury.approve is under way')
    await idempotency.claim(request)
    await idempotency.complete(entry, response)
    await expect(idempotency.complete(entry, response)).rejects.toThrow('no request of treasury.approve is under way')
  })

  test('is kept for 24 hours to the millisecond', async () => {
    const { open, clock } = await createPlace()
    const { idempotency } = await open()
    await idempotency.claim(request)
    await idempotency.complete(entry, response)
    clock.time += DAY_MS - 1
    expect(await idempotency.sweep()).toBe(0)
    expect(await idempotency.claim(request)).toEqual({ state: 'replay', ...response })
    clock.time += 1
    expect(await idempotency.claim(request)).toEqual({ state: 'claimed' })
    clock.time += DAY_MS
    expect(await idempotency.sweep()).toBe(1)
  })

  test('is unknown, never sent again, when the response cannot be decrypted', async () => {
    const place = await createPlace()
    const store = await place.open()
    await store.idempotency.claim(request)
    await store.idempotency.complete(entry, response)
    await store.close()
    const { idempotency } = await place.open({ sessionKey: new Uint8Array(32).fill(8) })
    expect(await idempotency.claim(request)).toEqual({ state: 'unknown' })
  })
})
