import { expect, test } from 'vitest'
import { approvalTable } from '../../../services/verification/approvals.ts'
import { describePostgres, describeStore } from '../../framework/store/places.ts'

const DAY_MS = 24 * 60 * 60_000
const tables = { tables: [approvalTable] }
const quota = { max: 3, windowMs: DAY_MS }
const upload = {
  accountId: 4107,
  sketchId: 'case-1',
  step: 'upload',
  state: 'started',
  attempt: 1,
  message: null,
  data: { street: '118 Larch Hollow Rd' },
} as const

describeStore('the steps of an automatic address approval', (createPlace) => {
  test('are kept as they stand, and those of one account apart from those of another', async () => {
    const { open, clock } = await createPlace()
    const approvals = (await open(tables)).table(approvalTable)
    await approvals.keep(upload)
    await approvals.keep({ ...upload, accountId: 4108 })
    expect(await approvals.of(4107)).toEqual([{ ...upload, at: clock.time }])
    expect(await approvals.of(4109)).toEqual([])
  })

  test('take the place of what was kept before', async () => {
    const { open, clock } = await createPlace()
    const approvals = (await open(tables)).table(approvalTable)
    await approvals.keep(upload)
    clock.time += 5000
    const done = { ...upload, state: 'done', attempt: 2, message: 'sent', data: { snapId: 'snap-1' } } as const
    await approvals.keep(done)
    expect(await approvals.of(4107)).toEqual([{ ...done, at: clock.time }])
  })

  test('survive a restart', async () => {
    const place = await createPlace()
    const first = await place.open(tables)
    await first.table(approvalTable).keep(upload)
    await first.close()
    expect(await (await place.open(tables)).table(approvalTable).of(4107)).toMatchObject([upload])
  })

  test('can be read with the key they were kept under and no other', async () => {
    const place = await createPlace()
    const first = await place.open(tables)
    await first.table(approvalTable).keep(upload)
    await first.close()
    const reopened = await place.open({ ...tables, sessionKey: new Uint8Array(32).fill(8) })
    expect(await reopened.table(approvalTable).of(4107)).toMatchObject([{ state: 'started', attempt: 1, data: null }])
  })

  test('are begun for as many cases a day as the quota says, all of an account or none', async () => {
    const { open, clock } = await createPlace()
    const approvals = (await open(tables)).table(approvalTable)
    const begin = (id: number, cases: readonly string[]) => approvals.begin(id, cases, 'check', quota)
    expect(await begin(1, ['case-1', 'case-2'])).toBe(true)
    expect(await begin(2, ['case-3', 'case-4'])).toBe(false)
    expect(await approvals.of(2)).toEqual([])
    expect(await begin(2, ['case-3'])).toBe(true)
    expect(await begin(3, ['case-5'])).toBe(false)
    clock.time += DAY_MS - 1
    expect(await begin(3, ['case-5'])).toBe(false)
    clock.time += 1
    expect(await begin(3, ['case-5'])).toBe(true)
    expect(await approvals.of(3)).toMatchObject([{ sketchId: 'case-5', step: 'check', state: 'done', attempt: 1 }])
  })

  test('are removed once nothing has happened in their case for 400 days, and stay together until then', async () => {
    const { open, clock } = await createPlace()
    const approvals = (await open(tables)).table(approvalTable)
    await approvals.keep(upload)
    await approvals.keep({ ...upload, sketchId: 'case-2' })
    clock.time += DAY_MS
    await approvals.keep({ ...upload, step: 'appeal', state: 'done' })
    clock.time += 400 * DAY_MS - 1
    expect(await approvals.sweep()).toBe(1)
    expect((await approvals.of(4107)).map(({ sketchId, step }) => `${sketchId} ${step}`).toSorted()).toEqual([
      'case-1 appeal',
      'case-1 upload',
    ])
    clock.time += 1
    expect(await approvals.sweep()).toBe(2)
    expect(await approvals.of(4107)).toEqual([])
  })

  test('are never begun too often, however many begin at once', async () => {
    const approvals = (await (await createPlace()).open(tables)).table(approvalTable)
    const ids = Array.from({ length: 20 }, (_, index) => index + 1)
    const begun = await Promise.all(ids.map((id) => approvals.begin(id, [`case-${id}`], 'check', quota)))
    expect(begun.filter((isBegun) => isBegun)).toHaveLength(3)
  })
})

describePostgres('the daily number of automatic address approvals', (createPlace) => {
  test('holds across gateways', async () => {
    const place = await createPlace()
    const stores = await Promise.all(Array.from({ length: 3 }, () => place.open(tables)))
    const asked = Array.from({ length: 5 }, () => stores).flat()
    const begun = await Promise.all(
      asked.map((store, index) => store.table(approvalTable).begin(index, [`case-${index}`], 'check', quota)),
    )
    expect(begun.filter((isBegun) => isBegun)).toHaveLength(3)
  })
})
