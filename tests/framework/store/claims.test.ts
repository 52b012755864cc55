import { expect, test } from 'vitest'
import { describeStore } from './places.ts'

const MINUTES = 60_000
const book = { resource: 'books', id: '4108' }
const mara = { ...book, userId: 1 }
const oren = { ...book, userId: 2 }

describeStore('claims', (createPlace) => {
  test('let one person at a time hold a record, on every gateway', async () => {
    const { claims } = await (await createPlace()).open()
    const both = await Promise.all([claims.claim(mara), claims.claim(oren)])
    expect(both.filter(Boolean)).toHaveLength(1)
    const holder = await claims.find(book)
    expect(await claims.claim({ ...book, userId: holder?.userId ?? 0 })).toBe(true)
    expect(await claims.list('books', 1, 0)).toHaveLength(1)
    expect(await claims.list('films', 1, 0)).toEqual([])
  })

  test('expire half an hour after the last renewal', async () => {
    const { open, clock } = await createPlace()
    const { claims } = await open()
    await claims.claim(mara)
    clock.time += 20 * MINUTES
    await claims.claim(mara)
    clock.time += 29 * MINUTES
    expect(await claims.claim(oren)).toBe(false)
    clock.time += MINUTES
    const { id } = book
    expect(await claims.list('books', 1, 0)).toMatchObject([{ id, userId: 1, state: 'held', expiresAt: clock.time }])
    expect(await claims.list('books', 2, 0)).toEqual([])
    expect(await claims.list('books', 1, clock.time)).toEqual([])
    expect(await claims.claim(oren)).toBe(true)
    expect(await claims.find(book)).toMatchObject({ userId: 2, way: 'claimed', before: 1 })
  })

  test('are handed over by the person who holds the record, and taken over from that person alone', async () => {
    const { claims } = await (await createPlace()).open()
    await claims.claim(mara)
    expect(await claims.hand(oren, 3)).toBe(false)
    expect(await claims.hand(mara, 2)).toBe(true)
    expect(await claims.find(book)).toMatchObject({ userId: 2, way: 'handed', before: 1 })
    expect(await claims.take({ ...book, userId: 3 }, 1)).toBe(false)
    expect(await claims.take(mara, 2)).toBe(true)
    expect(await claims.find(book)).toMatchObject({ userId: 1, way: 'taken', before: 2 })
    // Renewed, it is still one that was taken over.
    expect(await claims.claim(mara)).toBe(true)
    expect(await claims.find(book)).toMatchObject({ userId: 1, way: 'taken', before: 2 })
    expect(await claims.end(mara, 'skipped')).toBe(true)
    expect(await claims.claim(oren)).toBe(true)
    expect(await claims.find(book)).toMatchObject({ userId: 2, way: 'claimed', before: null })
  })

  test('say what a person has finished and put off, and let others have what was put off or given back', async () => {
    const { open, clock } = await createPlace()
    const { claims } = await open()
    await claims.claim(mara)
    expect(await claims.end(oren, 'done')).toBe(false)
    expect(await claims.end(mara, 'skipped')).toBe(true)
    expect(await claims.end(mara, 'done')).toBe(false)
    expect(await claims.list('books', 1, 0)).toMatchObject([{ id: '4108', state: 'skipped' }])
    expect(await claims.list('books', 2, 0)).toEqual([])
    expect(await claims.claim(oren)).toBe(true)
    expect(await claims.release(mara)).toBe(false)
    expect(await claims.end(oren, 'done', ['page'])).toBe(true)
    expect(await claims.list('books', 1, clock.time)).toMatchObject([{ userId: 2, state: 'done', left: ['page'] }])
    expect(await claims.list('books', 2, clock.time + 1)).toEqual([])
    clock.time += 8 * 24 * 60 * MINUTES
    expect(await claims.sweep()).toBe(1)
    expect(await claims.find(book)).toBeUndefined()
  })

  test('are given back', async () => {
    const { claims } = await (await createPlace()).open()
    await claims.claim(mara)
    expect(await claims.release(mara)).toBe(true)
    expect(await claims.claim(oren)).toBe(true)
  })

  test('that are given back leave a record as it was before: skipped, put back or finished, by whom and when', async () => {
    const { open, clock } = await createPlace()
    const { claims } = await open()
    for (const state of ['skipped', 'later', 'done'] as const) {
      await claims.claim(mara)
      await claims.end(mara, state)
      const before = { userId: 1, state, before: null, changedAt: clock.time }
      for (const person of [mara, oren]) {
        clock.time += MINUTES
        await claims.claim(person)
        await claims.claim(person)
        expect(await claims.find(book)).toMatchObject({ userId: person.userId, state: 'held' })
        expect(await claims.release(person)).toBe(true)
        expect(await claims.find(book)).toMatchObject(before)
        expect(await claims.release(person)).toBe(false)
      }
    }
  })
})
