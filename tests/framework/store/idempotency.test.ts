import { expect, test } from 'vitest'
import { describeStore } from './places.ts'
import { beforeUnknownOutcomes } from './samples.ts'

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

  test('waits while any action of the resource is under way for the record, from every person', async () => {
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

describeStore('a submission that was sent before', (createPlace) => {
  const submission = { ...request, onUnknownOutcome: 'ask' } as const
  const again = { ...submission, userId: 4, key: 'key-2' } as const
  const claimed = { state: 'claimed' }

  test.each(['unknown', 'untold'] as const)(
    'is asked about while it is %s, from every person, for 24 hours',
    async (unknownOutcome) => {
      const { open, clock } = await createPlace()
      const { idempotency } = await open()
      const sentAt = clock.time
      await idempotency.claim(submission)
      clock.time += 5000
      await idempotency.complete(entry, response, unknownOutcome)
      const refused = { state: 'unknown-outcome', unknownOutcome, ageMs: 5000, userId: 3 }
      expect(await idempotency.claim(again)).toEqual(refused)
      expect(await idempotency.claim({ ...submission, key: 'key-3' })).toEqual(refused)
      clock.time = sentAt + DAY_MS - 1
      expect(await idempotency.claim(again)).toEqual({ ...refused, ageMs: DAY_MS - 1 })
      clock.time += 1
      expect(await idempotency.claim(again)).toEqual(claimed)
    },
  )

  test('is asked about under its own key as well, unless it was done', async () => {
    const { idempotency } = await (await createPlace()).open()
    await idempotency.claim(submission)
    await idempotency.complete(entry, response, 'unknown')
    expect(await idempotency.claim(submission)).toMatchObject({
      state: 'unknown-outcome',
      unknownOutcome: 'unknown',
      userId: 3,
    })
    expect(await idempotency.claim(request)).toEqual({ state: 'replay', ...response })
    expect(await idempotency.claim({ ...submission, requestHash: 'hash-2' })).toEqual({ state: 'mismatch' })
    const other = { ...submission, key: 'key-2', requestHash: 'hash-2' }
    await idempotency.claim(other)
    await idempotency.complete(other, response, 'untold')
    expect(await idempotency.claim(other)).toEqual({ state: 'replay', ...response })
  })

  test('is not asked about when it was told, when it is another one, or where no one asks', async () => {
    const { idempotency } = await (await createPlace()).open()
    await idempotency.claim(submission)
    await idempotency.complete(entry, response)
    expect(await idempotency.claim(again)).toEqual(claimed)
    await idempotency.complete(again, response, 'unknown')
    expect(await idempotency.claim({ ...again, key: 'a', requestHash: 'hash-2' })).toEqual(claimed)
    expect(await idempotency.claim({ ...again, key: 'b', operation: 'crypto.approve', target: null })).toEqual(claimed)
    expect(await idempotency.claim({ ...request, key: 'c', target: '8' })).toEqual(claimed)
  })

  test('that is refused can be sent under the same key once someone has checked, and is at rest then', async () => {
    const { idempotency } = await (await createPlace()).open()
    await idempotency.claim(submission)
    await idempotency.complete(entry, response, 'unknown')
    expect(await idempotency.claim(again)).toMatchObject({ state: 'unknown-outcome' })
    expect(await idempotency.claim({ ...again, onUnknownOutcome: 'checked' })).toEqual(claimed)
    await idempotency.complete(again, response)
    expect(await idempotency.claim({ ...submission, key: 'key-3' })).toEqual(claimed)
  })

  test('is unknown again when the outcome of the new attempt is', async () => {
    const { open, clock } = await createPlace()
    const { idempotency } = await open()
    await idempotency.claim(submission)
    await idempotency.complete(entry, response, 'unknown')
    clock.time += 60_000
    await idempotency.claim({ ...again, onUnknownOutcome: 'checked' })
    await idempotency.complete(again, response, 'untold')
    const asked = await idempotency.claim({ ...submission, key: 'key-3' })
    expect(asked).toEqual({ state: 'unknown-outcome', unknownOutcome: 'untold', ageMs: 0, userId: 4 })
  })

  test('has an unknown outcome after a crash, and no longer once its answer is known after all', async () => {
    const { open, clock } = await createPlace()
    const { idempotency } = await open()
    const noTarget = { ...submission, target: null }
    await idempotency.claim(noTarget)
    clock.time += LEASE_MS
    const other = { ...again, target: null }
    expect(await idempotency.claim(other)).toMatchObject({ state: 'unknown-outcome', unknownOutcome: 'unknown' })
    await idempotency.complete(entry, response)
    expect(await idempotency.claim(other)).toEqual(claimed)
  })

  test('that a crash left behind before unknown outcomes were kept has one as well', async () => {
    const place = await createPlace()
    const before = await place.open()
    await before.idempotency.claim(submission)
    await before.close()
    await place.run(`update idempotency set state = 'unknown'; ${beforeUnknownOutcomes}`)
    const { idempotency } = await place.open()
    expect(await idempotency.claim(again)).toMatchObject({ state: 'unknown-outcome', unknownOutcome: 'unknown' })
  })

  test('is sent by one of fifty who have all checked', async () => {
    const { idempotency } = await (await createPlace()).open()
    await idempotency.claim(submission)
    await idempotency.complete(entry, response, 'unknown')
    const rivals = Array.from({ length: 50 }, (_, index) => ({
      ...again,
      key: `r-${index}`,
      onUnknownOutcome: 'checked' as const,
    }))
    const states = (await Promise.all(rivals.map((rival) => idempotency.claim(rival)))).map(({ state }) => state)
    expect(states.toSorted()).toEqual([...Array.from({ length: 49 }, () => 'busy'), 'claimed'])
  })
})
