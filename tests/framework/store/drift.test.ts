import { expect, test } from 'vitest'
import { describeStore } from './places.ts'

const seen = { operation: 'books.list', path: '/rows/*/year', expected: 'integer', seen: 'string', count: 2 }

describeStore('drift', (createPlace) => {
  test('adds up what several gateways see, and lists the place seen last first', async () => {
    const place = await createPlace()
    const { drift } = await place.open()
    await drift.add([{ ...seen, firstSeen: 10, lastSeen: 20 }])
    await drift.add([
      { ...seen, seen: 'null', firstSeen: 30, lastSeen: 30 },
      { ...seen, firstSeen: 40, lastSeen: 50 },
    ])
    expect(await drift.list()).toEqual([
      { ...seen, count: 4, firstSeen: 10, lastSeen: 50 },
      { ...seen, seen: 'null', firstSeen: 30, lastSeen: 30 },
    ])
  })

  test('keeps the 500 places that were seen last', async () => {
    const { drift } = await (await createPlace()).open()
    const many = Array.from({ length: 510 }, (_, at) => ({ ...seen, path: `/${at}`, firstSeen: at, lastSeen: at }))
    await drift.add(many)
    expect(await drift.sweep()).toBe(10)
    expect((await drift.list()).at(-1)).toMatchObject({ path: '/10' })
    expect(await drift.clear()).toBe(500)
  })

  test('lists and keeps what has a wrong type before any number of undeclared values', async () => {
    const { drift } = await (await createPlace()).open()
    const many = Array.from({ length: 510 }, (_, at) => ({ path: `/${at}`, firstSeen: at + 10, lastSeen: at + 10 }))
    await drift.add(many.map((each) => ({ ...seen, ...each, expected: 'undeclared' })))
    await drift.add([{ ...seen, firstSeen: 1, lastSeen: 1 }])
    expect(await drift.sweep()).toBe(10)
    const [first, ...rest] = await drift.list()
    expect(first).toMatchObject({ path: seen.path, expected: 'integer' })
    expect(rest).toHaveLength(500)
  })
})
