import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { describePostgres, describeSqlite, describeStore } from './places.ts'

const DAY_MS = 24 * 60 * 60_000
const state = { resource: 'accounts', part: 'accountRequests', key: '501', state: 'PENDING' }

describeStore('a state', (createPlace) => {
  test('keeps the moment it was seen first', async () => {
    const { open, clock } = await createPlace()
    const { firstSeen } = await open()
    const first = clock.time
    expect(await firstSeen.see([state])).toEqual([first])
    clock.time += DAY_MS
    expect(await firstSeen.see([state])).toEqual([first])
  })

  test.each([
    ['state', { state: 'SETTLED' }],
    ['item', { key: '502' }],
    ['part', { part: 'achRelationships' }],
    ['resource', { resource: 'crypto' }],
    ['state whose parts only read the same when joined', { key: '501P', state: 'ENDING' }],
  ])('has a moment of its own for another %s', async (_what, other) => {
    const { open, clock } = await createPlace()
    const { firstSeen } = await open()
    const first = clock.time
    await firstSeen.see([state])
    clock.time += 5
    expect(await firstSeen.see([{ ...state, ...other }, state])).toEqual([first + 5, first])
  })

  test('may be asked for twice at once and along with a thousand others', async () => {
    const { open, clock } = await createPlace()
    const { firstSeen } = await open()
    const many = Array.from({ length: 1000 }, (_, index) => ({ ...state, key: String(index) }))
    const asked = [...many, ...many.toReversed()]
    const answers = await Promise.all([firstSeen.see(asked), firstSeen.see(asked.toReversed())])
    expect(new Set(answers.flat())).toEqual(new Set([clock.time]))
    expect(answers[0]).toHaveLength(2000)
  })

  test('is forgotten 400 days after it was seen last', async () => {
    const { open, clock } = await createPlace()
    const { firstSeen } = await open()
    const first = clock.time
    await firstSeen.see([state])
    clock.time += 399 * DAY_MS
    await firstSeen.see([state])
    clock.time += 400 * DAY_MS - 1
    expect(await firstSeen.sweep()).toBe(0)
    expect(await firstSeen.see([state])).toEqual([first])
    clock.time += 400 * DAY_MS
    expect(await firstSeen.sweep()).toBe(1)
    expect(await firstSeen.see([state])).toEqual([clock.time])
  })

  test('that no one asks for needs no query', async () => {
    const store = await (await createPlace()).open()
    await store.close()
    expect(await store.firstSeen.see([])).toEqual([])
  })
})

describeSqlite('a state', (createPlace) => {
  test('is kept as a digest alone', async () => {
    const place = await createPlace()
    const store = await place.open()
    await store.firstSeen.see([{ ...state, key: 'canary-key', state: 'canary-state 900-12-3456' }])
    await store.close()
    const file = readFileSync(join(place.options.dataDir, 'countersign.sqlite')).toString('latin1')
    expect(file).not.toMatch(/canary|900-12-3456/)
  })
})

describePostgres('a state', (createPlace) => {
  test('is seen first at one moment by all gateways', async () => {
    const place = await createPlace()
    const stores = await Promise.all(Array.from({ length: 3 }, () => place.open()))
    const asked = stores.flatMap((store) => [store, store])
    // In opposite orders and many times over: rows locked in two orders would sooner or later wait in a circle.
    for (let round = 0; round < 10; round += 1) {
      const many = Array.from({ length: 1000 }, (_, index) => ({ ...state, key: `${round} ${index}` }))
      const seen = await Promise.all(
        asked.map(({ firstSeen }, index) => firstSeen.see(index % 2 ? many : many.toReversed())),
      )
      expect(new Set(seen.flat()).size).toBe(1)
    }
  })
})
