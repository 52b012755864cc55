import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedOverCopy } from '../support/embeddedData.ts'
import { call, callsOf } from './calls.ts'
import { anyText, PUBLIC_URL, staffOf, startBuilding } from './support.ts'
import type { EtradeOrder } from '../../../services/embedded/trades/etradeOrders.ts'
import type { Embedded } from '../../../services/embedded/start.ts'

const TEO = 'teo.brandt@example.test'

let shared: Embedded
let calls: Awaited<ReturnType<typeof callsOf>>
beforeAll(async () => {
  shared = await startEmbeddedOverCopy({ accounts: 300, seed: 1, publicUrl: PUBLIC_URL })
  calls = await callsOf(shared)
})
afterAll(() => shared.close())

const listOf = (email: string, page?: number, from = calls) => {
  const query = new URLSearchParams({ user_email: email, ...(page !== undefined && { page: String(page) }) })
  return from.trade(`/v1/admin/user/etrade_orders?${query.toString()}`)
}

interface Orders {
  readonly pages: number
  readonly message: readonly EtradeOrder[]
}
async function ordersOf(email: string, from = calls): Promise<readonly EtradeOrder[]> {
  const { pages, message } = (await listOf(email, 1, from)).body as Orders
  if (typeof message === 'string') return []
  const rest = Array.from({ length: pages - 1 }, (_, index) => listOf(email, index + 2, from))
  return [message, ...(await Promise.all(rest)).map(({ body }) => (body as Orders).message)].flat()
}

test('gives the orders of a user, ten a page, newest first, and none beyond the end', async () => {
  const first = await listOf(TEO)
  expect(first).toEqual(await listOf(TEO, 1))
  const { pages, message } = first.body as Orders
  expect([first.code, pages, message.length]).toEqual([200, 2, 10])
  expect(message[0]).toEqual({
    id: 5,
    user_id: 9108,
    email_id: TEO,
    account_id: 'et-acct-1',
    order_id: 'et-ord-9',
    created_at: '2026-03-02T20:10:00Z',
    status: 'success',
    ticker: 'ZZTK',
    order_type: 'buy',
    quantity: '3',
    order_price: '41.00',
    order_executed_price: '40.97',
    order_executed_status: 'EXECUTED',
  })
  const all = await ordersOf(TEO)
  expect(new Set(all.map(({ order_id: id }) => id)).size).toBe(15)
  expect(all.map((order) => order.created_at)).toEqual(
    all
      .map((order) => order.created_at)
      .toSorted()
      .toReversed(),
  )
  expect((await listOf(TEO, 3)).body).toEqual({ pages: 2, message: [] })
  expect((await listOf(` ${TEO.toUpperCase()}`)).body).toEqual(first.body)
})

test('has orders for most users of the list, with every status and with missing parts', async () => {
  const { list } = await staffOf(shared, calls.token)
  const rows = (await Promise.all([2, 3, 4].map((page) => list(`pages=${page}`)))).flatMap((page) => page.apex_accounts)
  const all: EtradeOrder[] = []
  for (const row of rows) {
    const orders = await ordersOf(String(row['user__email']))
    for (const order of orders) expect([null, row['user__email']]).toContain(order.email_id)
    expect(new Set(orders.map((order) => order.user_id)).size).toBeLessThanOrEqual(1)
    all.push(...orders)
  }
  expect(all.length).toBeGreaterThan(rows.length * 5)
  const statuses = new Set(all.map(({ status }) => status))
  for (const status of ['success', 'SUCCESS', 'failed', 'rejected', 'pending', 'cancelled']) {
    expect(statuses).toContain(status)
  }
  expect(all.some((order) => order.email_id === null)).toBe(true)
  expect(all.some((order) => order.order_executed_price === '')).toBe(true)
  expect(all.some((order) => order.order_executed_price === null)).toBe(true)
  expect(all.some((order) => order.order_executed_price === '0')).toBe(true)
})

test('says in words, and not in a list, that a user has no orders', async () => {
  expect(await listOf('oren.vale@example.test')).toEqual({ code: 200, body: { pages: 0, message: anyText } })
})

test('does not know a user who is not there', async () => {
  const unknown = { code: 404, body: { message: 'User not found' } }
  expect(await listOf('nobody@example.test')).toEqual(unknown)
  expect(await listOf('%')).toEqual(unknown)
})

test('gives one order with the moments of its way, and none under the account of another user', async () => {
  const [known, ...others] = await ordersOf(TEO)
  expect(await calls.trade('/v1/admin/user/et-acct-1/etrade_order/et-ord-9')).toEqual({
    code: 200,
    body: {
      message: { ...known, placed_time: '2026-03-02T20:10:01Z', executed_time: '2026-03-02T20:10:09Z', legs: [] },
    },
  })
  for (const order of others) {
    const path = `/v1/admin/user/${order.account_id}/etrade_order/${order.order_id}`
    expect(await calls.trade(path)).toMatchObject({ code: 200, body: { message: order } })
  }
  const missing = { code: 404, body: { message: 'Order not found' } }
  for (const [account, order] of [
    ['et-acct-1', 'et-ord-10'],
    ['et-acct-9107', 'et-ord-9'],
    ['et-acct-99999999', 'et-ord-9'],
    ['4108', 'et-ord-9'],
    ['et-acct-1', `et-ord-9107-1`],
  ]) {
    expect(await calls.trade(`/v1/admin/user/${account}/etrade_order/${order}`)).toEqual(missing)
  }
})

test('makes the same orders from the same seed, and others from another', async () => {
  const [same, other] = [await startBuilding({ accounts: 60 }), await startBuilding({ accounts: 60, seed: 2 })]
  expect(await ordersOf(TEO, await callsOf(same))).toEqual(await ordersOf(TEO))
  const timesOf = (orders: readonly EtradeOrder[]) => orders.map((order) => order.created_at)
  expect(timesOf(await ordersOf(TEO, await callsOf(other)))).not.toEqual(timesOf(await ordersOf(TEO)))
})

test.each(['', '?user_email=', `?user_email=${TEO}&page=0`, `?user_email=${TEO}&page=x`])(
  'refuses the query %s by a message',
  async (query) => {
    expect(await calls.trade(`/v1/admin/user/etrade_orders${query}`)).toEqual({ code: 400, body: { message: anyText } })
  },
)

test.each([`/v1/admin/user/etrade_orders?user_email=${TEO}`, '/v1/admin/user/et-acct-1/etrade_order/et-ord-9'])(
  'answers %s to no one without the bare token',
  async (path) => {
    const refusal = { code: 401, body: { detail: 'Invalid token.' } }
    expect(await call(`${shared.urls.trade}${path}`)).toEqual(refusal)
    expect(await call(`${shared.urls.trade}${path}`, `Token ${calls.token}`)).toEqual(refusal)
  },
)
