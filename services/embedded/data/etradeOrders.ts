import { Random } from './random.ts'
import { listed } from './securities.ts'

/** One order at the brokerage (spec back-office section 3, 'Etrade order row'). Amounts are decimal strings. */
export interface EtradeOrder {
  readonly id: number
  readonly user_id: number
  /** Missing from a few. */
  readonly email_id: string | null
  readonly account_id: string
  readonly order_id: string
  /** ISO 8601 in UTC. */
  readonly created_at: string
  readonly status: string
  readonly ticker: string
  readonly order_type: string
  readonly quantity: string
  readonly order_price: string | null
  /** '' or null where nothing was executed. */
  readonly order_executed_price: string | null
  readonly order_executed_status: string | null
}

/** Whose orders they are. */
export interface EtradeUser {
  readonly userId: number
  readonly email: string
  /** ISO 8601 in UTC; null for someone whose request never reached the clearing firm, who has no orders. */
  readonly since: string | null
}

const DAY = 24 * 3600 * 1000
const LATEST = Date.UTC(2026, 2, 4, 21)
const TEO_BRANDT = 9108
const MOST_ORDERS = 24

/** Status and outcome of orders, as often as they stand here; the service does not agree with itself on case. */
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

/** The order that the documents speak of. */
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

/** The brokerage account of a user. */
const accountOf = (userId: number): string => (userId === TEO_BRANDT ? known.account_id : `et-acct-${userId}`)

/** The user whose brokerage account has this id; undefined for an id of another form. */
export function etradeUserOf(accountId: string): number | undefined {
  if (accountId === known.account_id) return TEO_BRANDT
  const digits = /^et-acct-([1-9]\d{3,11})$/.exec(accountId)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

function executedPrice(random: Random, price: number, outcome: string | null): string | null {
  // Shares that were given away cost nothing, which is a price.
  if (executed.has(outcome)) return random.chance(0.02) ? '0' : (price * (0.995 + random.next() * 0.01)).toFixed(2)
  return random.chance(0.5) ? '' : null
}

function orderOf(seed: number, { userId, email }: EtradeUser, number: number, time: number): EtradeOrder {
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
    created_at: `${new Date(time).toISOString().slice(0, 19)}Z`,
    status,
    ticker,
    order_type: random.chance(0.65) ? 'buy' : 'sell',
    quantity: random.chance(0.8) ? String(random.integer(1, 40)) : `${random.integer(0, 9)}.${random.digits(5)}`,
    order_price: random.chance(0.06) ? null : price.toFixed(2),
    order_executed_price: executedPrice(random, price, outcome),
    order_executed_status: outcome,
  }
}

/** How many orders a user has, the known one not counted: none for a good part of them. */
function countFor(random: Random, { userId, since }: EtradeUser): number {
  if (userId === TEO_BRANDT) return 14
  return since === null || random.chance(0.28) ? 0 : random.integer(1, MOST_ORDERS)
}

/** The orders of a user, newest first, since the account was requested; the same seed and user give the same ones. */
export function etradeOrdersFor(seed: number, user: EtradeUser): readonly EtradeOrder[] {
  const random = new Random(seed, user.userId, 70)
  const count = countFor(random, user)
  const isTeo = user.userId === TEO_BRANDT
  const first = isTeo ? Date.parse(known.created_at) - 90 * DAY : Date.parse(user.since ?? '')
  const last = isTeo ? Date.parse(known.created_at) - DAY : LATEST
  const times = Array.from({ length: count }, () => Math.min(first, last) + random.next() * Math.abs(last - first))
  const orders = times.toSorted((a, b) => b - a).map((time, index) => orderOf(seed, user, count - index, time))
  return isTeo ? [{ ...known, user_id: user.userId, email_id: user.email }, ...orders] : orders
}
