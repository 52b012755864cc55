import { expect, test } from 'vitest'
import { describePostgres, describeStore } from './places.ts'

const HOUR_MS = 60 * 60_000
const quota = { max: 30, windowMs: HOUR_MS }

describeStore('the quota of reveals', (createPlace) => {
  test('lets through as many as it says, of any number at once', async () => {
    const { reveals } = await (await createPlace()).open()
    const claims = await Promise.all(Array.from({ length: 50 }, () => reveals.claim(3, quota)))
    const counts = claims.flatMap((claim) => (claim.isWithin ? [claim.count] : []))
    expect(counts.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1))
  })

  test('is each member of staff’s own', async () => {
    const { reveals } = await (await createPlace()).open()
    for (let time = 0; time < 30; time += 1) await reveals.claim(3, quota)
    expect(await reveals.claim(3, quota)).toMatchObject({ isWithin: false })
    expect(await reveals.claim(4, quota)).toMatchObject({ isWithin: true, count: 1 })
  })

  test('frees each reveal an hour after it was made, and says when', async () => {
    const { open, clock } = await createPlace()
    const { reveals } = await open()
    const start = clock.time
    for (let time = 0; time < 30; time += 1) {
      await reveals.claim(3, quota)
      clock.time += 1000
    }
    expect(await reveals.claim(3, quota)).toEqual({ isWithin: false, freeAt: start + HOUR_MS })
    clock.time = start + HOUR_MS - 1
    expect(await reveals.claim(3, quota)).toMatchObject({ isWithin: false })
    clock.time += 1
    expect(await reveals.claim(3, quota)).toMatchObject({ isWithin: true, count: 30 })
    expect(await reveals.claim(3, quota)).toEqual({ isWithin: false, freeAt: start + HOUR_MS + 1000 })
  })

  test('does not count what was taken back', async () => {
    const { reveals } = await (await createPlace()).open()
    const only = { max: 1, windowMs: HOUR_MS }
    const claim = await reveals.claim(3, only)
    expect(await reveals.claim(3, only)).toMatchObject({ isWithin: false })
    await reveals.release(claim.isWithin ? claim.id : '')
    expect(await reveals.claim(3, only)).toMatchObject({ isWithin: true, count: 1 })
  })

  test('forgets what lies outside the hour, and nothing else', async () => {
    const { open, clock } = await createPlace()
    const { reveals } = await open()
    await reveals.claim(3, quota)
    clock.time += HOUR_MS - 1
    await reveals.claim(3, quota)
    expect(await reveals.sweep(HOUR_MS)).toBe(0)
    clock.time += 1
    expect(await reveals.sweep(HOUR_MS)).toBe(1)
    expect(await reveals.claim(3, quota)).toMatchObject({ count: 2 })
  })

  test('counts each kind by itself, and forgets what one account has used', async () => {
    const { reveals, failedSignIns } = await (await createPlace()).open()
    await failedSignIns.claim('account', quota)
    await failedSignIns.claim('account', quota)
    expect(await reveals.claim('account', quota)).toMatchObject({ count: 1 })
    await failedSignIns.clear('account')
    expect(await failedSignIns.claim('account', quota)).toMatchObject({ count: 1 })
    expect(await reveals.claim('account', quota)).toMatchObject({ count: 2 })
  })

  test('survives a restart', async () => {
    const place = await createPlace()
    const first = await place.open()
    await first.reveals.claim(3, quota)
    await first.close()
    expect(await (await place.open()).reveals.claim(3, quota)).toMatchObject({ count: 2 })
  })
})

describePostgres('the quota of reveals', (createPlace) => {
  test('holds across gateways', async () => {
    const place = await createPlace()
    const stores = await Promise.all(Array.from({ length: 3 }, () => place.open()))
    const asked = Array.from({ length: 15 }, () => stores).flat()
    const claims = await Promise.all(asked.map(({ reveals }) => reveals.claim(3, quota)))
    expect(claims.filter(({ isWithin }) => isWithin)).toHaveLength(30)
  })
})
