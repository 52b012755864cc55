import { Random } from './random.ts'
import type { Account } from './account.ts'

/** One order of a customer. Amounts are decimal strings: quantity in shares, price in dollars. */
export interface TradeLine {
  readonly ticker: string
  readonly quantity: string
  readonly order_price: string
  readonly order_type: string
  readonly order_status: string
  /** YYYY-MM-DD, never on a weekend. */
  readonly trade_date: string
}

const DAY = 24 * 3600 * 1000
const LAST_DAY = Date.UTC(2026, 2, 4)
const prices: readonly (readonly [ticker: string, dollars: number])[] = [
  ['ZZTK', 41],
  ['HBRX', 118],
  ['QNTL', 9],
  ['MRDN', 264],
  ['FLDC', 57],
  ['NVRA', 33],
  ['OAKB', 88],
  ['TSLX', 142],
  ['VBND', 71],
  ['WCAP', 203],
]
const statuses = ['REJECTED', 'REJECTED_FOR_EXECUTION', 'NO_SHARES', 'CANCEL', 'CANCELLED', 'CANCELED'] as const
const early = ['QUEUED', 'SHARES_TO_BOOK', 'SHARES_BOOKED'] as const

const brandtTrades: readonly TradeLine[] = [
  {
    ticker: 'ZZTK',
    quantity: '3.5',
    order_price: '41.2300',
    order_type: 'buy',
    order_status: 'COMPLETE',
    trade_date: '2026-03-02',
  },
]

function weekday(time: number): number {
  const day = new Date(time).getUTCDay()
  return day === 6 ? time - DAY : day === 0 ? time - 2 * DAY : time
}

function statusOf(random: Random, age: number): string {
  if (age < 3 && random.chance(0.5)) return random.pick(early)
  return random.chance(0.12) ? random.pick(statuses) : 'COMPLETE'
}

function tradeOn(random: Random, time: number): TradeLine {
  const [ticker, dollars] = random.pick(prices)
  const isWhole = random.chance(0.45)
  return {
    ticker,
    quantity: isWhole ? String(random.integer(1, 60)) : `${random.integer(0, 40)}.${random.digits(5)}`,
    order_price: (dollars * (0.85 + random.next() * 0.3)).toFixed(4),
    order_type: random.chance(0.68) ? 'buy' : 'sell',
    order_status: statusOf(random, (LAST_DAY - time) / DAY),
    trade_date: new Date(time).toISOString().slice(0, 10),
  }
}

/** The trades of an account, newest first: up to 60 since its request where it is open, else none. */
export function tradesFor(seed: number, account: Account): readonly TradeLine[] {
  if (account.id === 4108) return brandtTrades
  if (!account.isActive || account.accountNo === null) return []
  const random = new Random(seed, account.id, 60)
  const first = Date.parse((account.requestTime ?? '2026-02-20').slice(0, 10))
  const days = Math.max(0, Math.floor((LAST_DAY - first) / DAY))
  const times = Array.from({ length: random.integer(0, 60) }, () => weekday(LAST_DAY - random.integer(0, days) * DAY))
  return times.toSorted((a, b) => b - a).map((time) => tradeOn(random, time))
}
