import { expect, test } from 'vitest'
import { startEmbeddedOverCopy } from '../support/embeddedData.ts'
import { anyText, clockForTest, folder, PUBLIC_URL, requestIn, staffOf, startForTest } from './support.ts'

const path = '/user/apex/approve/request'
const approval = { user_request_id: 501, action: 'APPROVED', comment: 'Checked with the other firm' }

test('approves a partial transfer and moves it on as a clearing firm would', async () => {
  const { clock, advance } = clockForTest()
  const staff = await staffOf(await startForTest({ clock, delays: { transferStep: 1000 } }))
  const start = clock()
  expect(await staff.post(path, approval)).toMatchObject({ code: 200, body: { message: 'Request 501 is APPROVED' } })
  const seen: unknown[] = []
  for (let step = 0; step < 5; step += 1) {
    const request = await requestIn(staff, 4108, 501)
    expect(request).toMatchObject({ status: 'APPROVED' })
    const answer = request?.['response_data'] as Record<string, unknown>
    seen.push([answer['previousState'], answer['currentState'], Date.parse(String(answer['stateChangedAt'])) - start])
    advance(1000)
  }
  expect(seen).toEqual([
    [null, 'PARTIAL_REQUEST', 0],
    ['PARTIAL_REQUEST', 'REVIEW', 1000],
    ['REVIEW', 'SETTLE_CLOSE', 2000],
    ['SETTLE_CLOSE', 'TRANSFER_COMPLETE', 3000],
    ['SETTLE_CLOSE', 'TRANSFER_COMPLETE', 3000],
  ])
})

test('takes a transfer of everything through settlement preparation', async () => {
  const { clock, advance } = clockForTest()
  const staff = await staffOf(await startForTest({ clock }))
  await staff.post(path, { ...approval, user_request_id: 610 })
  const states: unknown[] = []
  for (let step = 0; step < 6; step += 1) {
    const answer = (await requestIn(staff, 4128, 610))?.['response_data'] as Record<string, unknown>
    states.push(answer['currentState'])
    expect(answer).toMatchObject({ tifId: anyText, acatsControlNumber: anyText, direction: 'JOINING', notes: null })
    expect(answer['expectedSettlementDate']).toMatch(/^\d{4}-\d\d-\d\d$/)
    advance(20_000)
  }
  const last = 'TRANSFER_COMPLETE'
  expect(states).toEqual(['REQUEST', 'REVIEW', 'SETTLE_PREP', 'SETTLE_CLOSE', last, last])
})

test('keeps a decision for good, over a restart too, and refuses a second one', async () => {
  const options = { dataDir: await folder(), accounts: 300, seed: 1, publicUrl: PUBLIC_URL }
  const before = await startEmbeddedOverCopy(options)
  const rejection = { user_request_id: 501, action: 'REJECTED', comment: ' Title differs ' }
  const first = await staffOf(before)
  expect(await first.post(path, rejection)).toMatchObject({ code: 200 })
  await before.close()
  const staff = await staffOf(await startForTest(options), first.token)
  expect(await requestIn(staff, 4108, 501)).toMatchObject({
    status: 'REJECTED',
    response_data: { action: 'REJECTED', comment: 'Title differs', decidedAt: anyText },
  })
  expect(await staff.post(path, approval)).toEqual({ code: 409, body: { message: 'Request 501 is already REJECTED' } })
})

test('shows an account under open transfers until its last one is decided', async () => {
  const staff = await staffOf(await startForTest())
  const open = async () => (await staff.list('transfer_request=true')).apex_accounts.map(({ id }) => id)
  const found = async () => (await staff.list('transfer_request=true&search_key=hollis')).total_pages
  expect(await open()).toEqual(expect.arrayContaining([4108, 4119, 4120, 4128]))
  expect(await open()).not.toContain(4113)
  expect(await found()).toBe(1)
  await staff.post(path, { ...approval, user_request_id: 608 })
  expect(await open()).toContain(4120)
  await staff.post(path, { ...approval, user_request_id: 609, action: 'REJECTED' })
  expect(await open()).not.toContain(4120)
  expect(await found()).toBe(0)
  expect(await requestIn(staff, 4120, 608)).toMatchObject({ response_data: { currentState: 'PARTIAL_REQUEST' } })
})

test('counts an empty answer as none, and decides requests of generated accounts', async () => {
  const staff = await staffOf(await startForTest())
  expect(await staff.post(path, { ...approval, user_request_id: 607 })).toMatchObject({ code: 200 })
  const { apex_accounts: rows } = await staff.list('transfer_request=true')
  const id = Number(rows.find((row) => Number(row['id']) > 10_000)?.['id'])
  expect(await staff.post(path, { ...approval, user_request_id: id * 10 + 5 })).toMatchObject({ code: 200 })
  expect(await requestIn(staff, id, id * 10 + 5)).toMatchObject({ status: 'APPROVED' })
})

test('closes the account whose close request staff approve', async () => {
  const staff = await staffOf(await startForTest())
  expect(await staff.post(path, { ...approval, user_request_id: 601 })).toMatchObject({ code: 200 })
  expect((await staff.list('search_key=close-sent')).apex_accounts).toMatchObject([
    { id: 4114, status: 'CLOSED', is_active: false },
  ])
})

test.each([
  [{ ...approval, comment: '' }, 400],
  [{ ...approval, comment: ' \n' }, 400],
  [{ user_request_id: 501, action: 'APPROVED' }, 400],
  [{ ...approval, action: 'MAYBE' }, 400],
  [{ ...approval, user_request_id: 'x' }, 400],
  [{ ...approval, comment: 'x'.repeat(5000) }, 400],
  [{ ...approval, user_request_id: 999_999 }, 404],
  [{ ...approval, user_request_id: 41_076 }, 404],
  [{ ...approval, user_request_id: 502 }, 409],
  [{ ...approval, user_request_id: 605 }, 409],
])('refuses the decision %j', async (body, code) => {
  const staff = await staffOf(await startForTest())
  expect(await staff.post(path, body)).toEqual({ code, body: { message: anyText } })
  expect(await requestIn(staff, 4108, 501)).toMatchObject({ status: 'REQUESTED', response_data: null })
})
