import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startEmbeddedOverCopy } from '../support/embeddedData.ts'
import { call, callsOf } from './calls.ts'
import { anyText, folder, PUBLIC_URL, startForTest } from './support.ts'
import type { Embedded } from '../../../services/embedded/start.ts'

interface Row {
  readonly id: number
  readonly ticker: string
  readonly [field: string]: unknown
}
type Calls = Awaited<ReturnType<typeof callsOf>>

let shared: Embedded
let calls: Calls
beforeAll(async () => {
  shared = await startEmbeddedOverCopy({ accounts: 60, seed: 1, publicUrl: PUBLIC_URL })
  calls = await callsOf(shared)
})
afterAll(() => shared.close())

const rowsAt = async (path: string, from = calls) => (await from.admin(path)).body as readonly Row[]

describe('the cash master', () => {
  const cash = (from = calls) => rowsAt('/cashmaster', from)

  test('holds real tickers for several pages, USD as documented, and rows with odd content', async () => {
    const rows = await cash()
    expect(rows.length).toBeGreaterThanOrEqual(45)
    const dollar = { id: 7, ticker: 'USD', type: 'CASH', isAvailableInEtfMfSecurityMaster: true }
    expect(rows).toContainEqual(dollar)
    expect(rows).toContainEqual(expect.objectContaining({ ticker: 'VMFXX', isAvailableInEtfMfSecurityMaster: true }))
    expect(rows).toContainEqual(expect.objectContaining({ ticker: '<b>X</b>' }))
    expect(Math.max(...rows.map(({ ticker }) => ticker.length))).toBeGreaterThan(100)
    expect(new Set(rows.map((row) => row['isAvailableInEtfMfSecurityMaster']))).toEqual(new Set([true, false, null]))
    expect(new Set(rows.map(({ ticker }) => ticker.toUpperCase())).size).toBe(rows.length)
  })

  test('adds a ticker and answers with its row, whichever id the body names', async () => {
    const { code, body } = await calls.admin('/cashmaster', 'POST', { type: 'CASH', ticker: ' ZQX9 ', user_id: 999 })
    const row = body as Row
    expect([code, row]).toEqual([
      201,
      { id: row.id, ticker: 'ZQX9', type: 'CASH', isAvailableInEtfMfSecurityMaster: false },
    ])
    expect(await cash()).toContainEqual(row)
    const fund = await calls.admin('/cashmaster', 'POST', { type: 'CASH', ticker: 'FCNTX' })
    expect(fund).toMatchObject({ code: 201, body: { isAvailableInEtfMfSecurityMaster: true } })
  })

  test('refuses a ticker that is there, in any case of letters, when adding and when editing', async () => {
    const [before, duplicate] = [await cash(), { code: 409, body: { message: 'Ticker USD already exists' } }]
    expect(await calls.admin('/cashmaster', 'POST', { type: 'CASH', ticker: 'USD', user_id: 1 })).toEqual(duplicate)
    expect(await calls.admin('/cashmaster/8', 'PATCH', { ticker: 'USD' })).toEqual(duplicate)
    const lower = { code: 409, body: { message: 'Ticker usd already exists' } }
    expect(await calls.admin('/cashmaster', 'POST', { type: 'CASH', ticker: 'usd', user_id: 1 })).toEqual(lower)
    expect(await cash()).toEqual(before)
  })

  test('renames a ticker, also to what it is called already', async () => {
    const renamed = { id: 9, ticker: 'NEWNAME', type: 'CASH', isAvailableInEtfMfSecurityMaster: false }
    expect(await calls.admin('/cashmaster/9', 'PATCH', { ticker: 'NEWNAME' })).toEqual({ code: 200, body: renamed })
    expect(await calls.admin('/cashmaster/9', 'PATCH', { ticker: 'NEWNAME' })).toEqual({ code: 200, body: renamed })
    expect(await cash()).toContainEqual(renamed)
  })

  test('removes a ticker once', async () => {
    const gone = (await cash()).find(({ id }) => id === 10)
    expect(await calls.admin('/cashmaster/10', 'DELETE')).toEqual({ code: 200, body: gone })
    expect(await cash()).not.toContainEqual(gone)
    const unknown = { code: 404, body: { message: 'Ticker not found' } }
    expect(await calls.admin('/cashmaster/10', 'DELETE')).toEqual(unknown)
    expect(await calls.admin('/cashmaster/10', 'PATCH', { ticker: 'ZQX8' })).toEqual(unknown)
  })

  test.each([
    ['POST', '/cashmaster', { type: 'CASH', ticker: '', user_id: 1 }],
    ['POST', '/cashmaster', { type: 'CASH', ticker: '   ', user_id: 1 }],
    ['POST', '/cashmaster', { type: 'CASH', user_id: 1 }],
    ['POST', '/cashmaster', { type: 'BOND', ticker: 'ZQX7', user_id: 1 }],
    ['POST', '/cashmaster', { type: 'CASH', ticker: 'X'.repeat(201), user_id: 1 }],
    ['PATCH', '/cashmaster/8', { ticker: ' ' }],
    ['PATCH', '/cashmaster/8', {}],
    ['PATCH', '/cashmaster/eight', { ticker: 'ZQX7' }],
  ])('refuses %s %s of %j by a message', async (method, path, body) => {
    const before = await cash()
    expect(await calls.admin(path, method, body)).toEqual({ code: 400, body: { message: anyText } })
    expect(await cash()).toEqual(before)
  })

  test('keeps its changes over a restart, and no number is given twice', async () => {
    const options = { dataDir: await folder(), accounts: 60, seed: 1, publicUrl: PUBLIC_URL }
    const first = await startEmbeddedOverCopy(options)
    const before = await callsOf(first)
    const added = (await before.admin('/cashmaster', 'POST', { type: 'CASH', ticker: 'ZQX9' })).body as Row
    await before.admin(`/cashmaster/${added.id}`, 'DELETE')
    await before.admin('/cashmaster/1', 'PATCH', { ticker: 'ZQX9' })
    await first.close()
    const after = await callsOf(await startForTest(options), before.token)
    expect((await cash(after))[0]).toMatchObject({ id: 1, ticker: 'ZQX9' })
    const next = (await after.admin('/cashmaster', 'POST', { type: 'CASH', ticker: 'ZQX1' })).body as Row
    expect(next.id).toBeGreaterThan(added.id)
  })
})

describe('the cryptocurrency master', () => {
  const coins = () => rowsAt('/cryptocurrency-master')
  let before: readonly Row[]
  beforeEach(async () => {
    before = await coins()
  })

  test('holds real coins for several pages, BTC as documented, and approvals of several types', () => {
    expect(before.length).toBeGreaterThanOrEqual(25)
    expect(before).toContainEqual({ id: 3, ticker: 'BTC', is_approved: true })
    expect(new Set(before.map((row) => row['is_approved']))).toEqual(new Set([true, false, 'true', 'false', 1, 0]))
    expect(before).toContainEqual(expect.objectContaining({ ticker: '<i>COIN</i>' }))
  })

  test('approves and disapproves, answers with the ticker, and holds a boolean from then on', async () => {
    const stellar = before.find(({ is_approved: approved }) => approved === 'true')
    const path = `/cryptocurrency-master/${stellar?.id}`
    expect(await calls.admin(path, 'PATCH', { is_approved: false })).toEqual({
      code: 200,
      body: { ticker: stellar?.ticker },
    })
    expect(await coins()).toContainEqual({ ...stellar, is_approved: false })
    await calls.admin(path, 'PATCH', { is_approved: true })
    expect(await coins()).toContainEqual({ ...stellar, is_approved: true })
  })

  test('removes a ticker once', async () => {
    const last = before.at(-1)
    const path = `/cryptocurrency-master/${last?.id}`
    expect(await calls.admin(path, 'DELETE')).toEqual({ code: 200, body: { ticker: last?.ticker } })
    expect(await coins()).toEqual(before.slice(0, -1))
    const unknown = { code: 404, body: { message: 'Ticker not found' } }
    expect(await calls.admin(path, 'DELETE')).toEqual(unknown)
    expect(await calls.admin(path, 'PATCH', { is_approved: true })).toEqual(unknown)
  })

  test.each([
    ['PATCH', '/cryptocurrency-master/3', {}],
    ['PATCH', '/cryptocurrency-master/3', { is_approved: 'perhaps' }],
    ['PATCH', '/cryptocurrency-master/x', { is_approved: true }],
    ['DELETE', '/cryptocurrency-master/-1', undefined],
  ])('refuses %s %s of %j by a message', async (method, path, body) => {
    expect(await calls.admin(path, method, body)).toEqual({ code: 400, body: { message: anyText } })
    expect(await coins()).toEqual(before)
  })
})

test.each([
  ['GET', '/cashmaster'],
  ['POST', '/cashmaster'],
  ['PATCH', '/cashmaster/7'],
  ['DELETE', '/cashmaster/7'],
  ['GET', '/cryptocurrency-master'],
  ['PATCH', '/cryptocurrency-master/3'],
  ['DELETE', '/cryptocurrency-master/3'],
])('answers %s %s to no one without a token', async (method, path) => {
  const body = method === 'POST' || method === 'PATCH' ? {} : undefined
  const refusal = { code: 401, body: { detail: 'Invalid token.' } }
  expect(await call(`${shared.urls.admin}${path}`, '', method, body)).toEqual(refusal)
  expect(await call(`${shared.urls.admin}${path}`, calls.token, method, body)).toEqual(refusal)
})
