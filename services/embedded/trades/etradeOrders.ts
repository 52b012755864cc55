import { Random } from '../../../server/embedded/random.ts'
import { listed } from '../data/securities.ts'
import { utcSeconds } from '../data/wire.ts'
import { email, pageText, readRoute, unknown, userNotFound } from '../shared/requests.ts'
import type { FastifyInstance } from 'fastify'
import type { Statements } from '../../../server/embedded/database.ts'

/** One order at the brokerage (spec back-office section 3, 'Etrade order row'). Amounts are decimal strings. */
export type EtradeOrder = Omit<ReturnType<typeof orderOf>, 'order_executed_status'> & {
  readonly order_executed_status: string | null
}

interface EtradeUser {
  readonly userId: number
  readonly email: string
  /** ISO 8601 in UTC; null without a request at the clearing firm, and then there are no orders. */
  readonly since: string | null
}

const DAY = 24 * 3600 * 1000
const LATEST = Date.UTC(2026, 2, 4, 21)
const TEO_BRANDT = 9108
const MOST_ORDERS = 24

/** Status and outcome of orders in their proportions. The real service is inconsistent in case. */
const outcomes = [
  ['success', 'EXECUTED'],
  ['success', 'EXECUTED'],
  ['success', 'EXECUTED'],
  ['success', 'EXECUTED'],
  ['SUCCESS', 'EXECUTED'],
  ['Success', 'PARTIAL'],
  ['success', 'OPEN'],
  ['failed', null],
  ['rejected', 'REJECTED'],
  ['pending', ''],
  ['cancelled', 'CANCELLED'],
] as const

const executed: ReadonlySet<string | null> = new Set(['EXECUTED', 'PARTIAL'])

/** The order in the documents. */
const known = {
  id: 5,
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
} as const

const accountOf = (userId: number): string => (userId === TEO_BRANDT ? known.account_id : `et-acct-${userId}`)

/** The user whose brokerage account has this id; undefined for an id of another form. */
function etradeUserOf(accountId: string): number | undefined {
  if (accountId === known.account_id) return TEO_BRANDT
  const digits = /^et-acct-([1-9]\d{3,11})$/.exec(accountId)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

function executedPrice(random: Random, price: number, outcome: string | null): string | null {
  // '0' is a price: some shares are free.
  if (executed.has(outcome)) return random.chance(0.02) ? '0' : (price * (0.995 + random.next() * 0.01)).toFixed(2)
  return random.chance(0.5) ? '' : null
}

function orderOf(seed: number, { userId, email }: EtradeUser, number: number, time: number) {
  const random = new Random(seed, userId * 32 + number, 71)
  const { ticker, dollars } = random.pick(listed)
  const [status, outcome] = random.pick(outcomes)
  const price = dollars * (0.85 + random.next() * 0.3)
  return {
    id: userId * 100 + number,
    user_id: userId,
    email_id: random.chance(0.03) ? null : email,
    account_id: accountOf(userId),
    order_id: `et-ord-${userId}-${number}`,
    created_at: utcSeconds(time),
    status,
    ticker,
    order_type: random.chance(0.65) ? 'buy' : 'sell',
    quantity: random.chance(0.8) ? String(random.integer(1, 40)) : `${random.integer(0, 9)}.${random.digits(5)}`,
    order_price: random.chance(0.06) ? null : price.toFixed(2),
    order_executed_price: executedPrice(random, price, outcome),
    order_executed_status: outcome,
  }
}

/** The number of orders of a user without the known one; 0 for many users. */
function countFor(random: Random, { userId, since }: EtradeUser): number {
  if (userId === TEO_BRANDT) return 14
  return since === null || random.chance(0.28) ? 0 : random.integer(1, MOST_ORDERS)
}

/** The orders of a user, newest first, since the account was requested; the same seed and user give the same ones. */
function etradeOrdersFor(seed: number, user: EtradeUser): readonly EtradeOrder[] {
  const random = new Random(seed, user.userId, 70)
  const count = countFor(random, user)
  const isTeo = user.userId === TEO_BRANDT
  const first = isTeo ? Date.parse(known.created_at) - 90 * DAY : Date.parse(user.since ?? '')
  const last = isTeo ? Date.parse(known.created_at) - DAY : LATEST
  const times = Array.from({ length: count }, () => Math.min(first, last) + random.next() * Math.abs(last - first))
  const orders = times.toSorted((a, b) => b - a).map((time, index) => orderOf(seed, user, count - index, time))
  return isTeo ? [{ ...known, user_id: user.userId, email_id: user.email }, ...orders] : orders
}

/** Orders of a page (spec back-office section 9). */
const PAGE_SIZE = 10

const idPart = { type: 'string', minLength: 1, maxLength: 64 } as const

const secondsAfter = (time: string, seconds: number): string => utcSeconds(Date.parse(time) + seconds * 1000)

/** The answer of the detail call: an order with its times. */
function detailOf(order: EtradeOrder) {
  const isExecuted = order.order_executed_status === 'EXECUTED' || order.order_executed_status === 'PARTIAL'
  return {
    ...order,
    placed_time: secondsAfter(order.created_at, 1),
    executed_time: isExecuted ? secondsAfter(order.created_at, 4 + (order.id % 50)) : null,
    legs: [],
  }
}

/** Orders at the brokerage by e-mail address, and one order (spec back-office section 7; D-181 to D-185). */
export function etradeOrderRoutes(
  app: FastifyInstance,
  { first, seed }: { readonly first: Statements['first']; readonly seed: number },
): void {
  const user = (where: string, value: string | number): EtradeUser | undefined => {
    const columns = 'user_id AS userId, email, request_time AS since'
    return first<EtradeUser>(`SELECT ${columns} FROM accounts WHERE ${where} = ? ORDER BY position DESC LIMIT 1`, [
      value,
    ])
  }
  const list = { url: '/v1/admin/user/etrade_orders', required: { user_email: email }, optional: { page: pageText } }
  readRoute(app, list, (given) => {
    const found = user('email COLLATE NOCASE', given.user_email.trim())
    if (!found) return userNotFound
    const orders = etradeOrdersFor(seed, found)
    // The real service sends a sentence in place of the list (D-185).
    if (orders.length === 0) return { pages: 0, message: 'No orders found for this user' }
    const skip = (Number(given.page ?? 1) - 1) * PAGE_SIZE
    return { pages: Math.ceil(orders.length / PAGE_SIZE), message: orders.slice(skip, skip + PAGE_SIZE) }
  })
  const one = {
    url: '/v1/admin/user/:accountId/etrade_order/:orderId',
    required: { accountId: idPart, orderId: idPart },
  }
  readRoute(app, one, ({ accountId, orderId }) => {
    const userId = etradeUserOf(accountId)
    const found = userId === undefined ? undefined : user('user_id', userId)
    const order = found && etradeOrdersFor(seed, found).find((each) => each.order_id === orderId)
    return order ? { message: detailOf(order) } : unknown('Order not found')
  })
}
