import { Random } from '../../../server/embedded/random.ts'
import { securities, type Security } from './securities.ts'
import { tradeTimes, type TradeTime } from './times.ts'
import { utcSeconds } from './wire.ts'

/**
 * One order of a customer (spec back-office section 3, 'Trade line'), with its members in the order of the table's columns.
 * Amounts are decimal strings; `trade_date` is never on a weekend. Orders that were not executed may lack a value.
 */
export type TradeLine = ReturnType<typeof lineAt>

/** An account that can have orders from `since` on (milliseconds since 1970). */
export interface Trader {
  readonly accountNo: string
  readonly since: number
}

export interface TradeSource {
  readonly seed: number
  readonly count: number
  /** Accounts with orders, newest first. */
  readonly traders: readonly Trader[]
}

const stopped = ['REJECTED', 'REJECTED_FOR_EXECUTION', 'NO_SHARES', 'CANCEL', 'CANCELLED', 'CANCELED'] as const
const early = ['QUEUED', 'SHARES_TO_BOOK', 'SHARES_BOOKED'] as const
/** The share of the newest orders that may be unfinished, in addition to a few older ones. */
const RECENT = 0.006

/** The line in the documents, at the place of its time. */
const known = {
  id: 880_123,
  created_at: '2026-03-02T15:31:09Z',
  trade_date: '2026-03-02',
  account_no: '9ZZ10058',
  ticker: 'ZZTK',
  order_type: 'buy',
  sell_all: false,
  order_category: 'units',
  quantity: '3.5',
  order_price: '41.2300',
  order_status: 'COMPLETE',
  security_type: 'EQUITY',
}

const fraction = (random: Random, places: number): string =>
  String(random.integer(0, 10 ** places - 1)).padStart(places, '0')

function statusOf(random: Random, age: number): string {
  if (random.chance(age < RECENT ? 0.5 : 0.004)) return random.pick(early)
  return random.chance(0.12) ? random.pick(stopped) : 'COMPLETE'
}

function quantityOf(random: Random, { vehicle, dollars }: Security, isWhole: boolean): string {
  if (isWhole) return String(random.integer(1, dollars > 1000 ? 3 : 60))
  return `${random.integer(0, dollars > 1000 ? 1 : 40)}.${fraction(random, vehicle === 'CRYPTO' ? 8 : 5)}`
}

/** The exponent makes earlier securities of a list more frequent. */
function securityOf(random: Random, kinds: ReturnType<typeof securities>): Security {
  let rest = random.next() * 100
  const [, list] = kinds.find(([percent]) => (rest -= percent) < 0) ?? kinds[0] ?? [0, []]
  const found = list[Math.floor(random.next() ** 1.5 * list.length)]
  if (!found) throw new RangeError('no securities')
  return found
}

function amountsOf(random: Random, security: Security, status: string) {
  const isValues = random.chance(0.3)
  const isDone = status === 'COMPLETE' || status === 'SHARES_BOOKED'
  const quantity = quantityOf(random, security, !isValues && random.chance(0.6))
  const dollars = security.vehicle === 'CASH' ? 1 : security.dollars * (0.85 + random.next() * 0.3)
  const isPriced = isDone || random.chance(0.7)
  return {
    order_category: isValues ? 'values' : 'units',
    quantity: isValues && !isDone ? null : quantity,
    order_price: isPriced ? dollars.toFixed(4) : null,
  }
}

function lineAt(random: Random, id: number, age: number, at: TradeTime, accountNo: string, security: Security) {
  const status = statusOf(random, age)
  const isBuy = random.chance(0.68)
  return {
    id,
    created_at: utcSeconds(at.time),
    trade_date: status === 'QUEUED' && random.chance(0.3) ? null : at.tradeDate,
    account_no: accountNo,
    ticker: security.ticker,
    order_type: isBuy ? 'buy' : 'sell',
    sell_all: !isBuy && random.chance(0.2),
    ...amountsOf(random, security, status),
    order_status: status,
    security_type: security.vehicle,
  }
}

/** The first index from `low` to `high` for which `holds` is true, by binary search; `high` when there is none. */
function firstIndex(low: number, high: number, holds: (index: number) => boolean): number {
  if (low >= high) return high
  const middle = Math.floor((low + high) / 2)
  return holds(middle) ? firstIndex(low, middle, holds) : firstIndex(middle + 1, high, holds)
}

/** All trade lines, newest first with falling ids, each after its account was requested; none without traders. */
export function* tradeLines({ seed, count, traders }: TradeSource): Generator<TradeLine, void, void> {
  const oldest = traders.at(-1)?.since
  if (oldest === undefined || count === 0) return
  const kinds = securities(seed)
  const timeAt = tradeTimes(oldest)
  const ageAt = (random: Random, index: number): number => (index + random.next()) / count
  const randomAt = (index: number): Random => new Random(seed, index, 60)
  const isOlder = (index: number): boolean => timeAt(ageAt(randomAt(index), index)).time <= Date.parse(known.created_at)
  const place = firstIndex(0, count - 1, isOlder)
  let newestTrader = 0
  for (let index = 0; index < count; index += 1) {
    if (index === place) {
      yield known
      continue
    }
    const random = randomAt(index)
    const age = ageAt(random, index)
    const at = timeAt(age)
    while (newestTrader < traders.length - 1 && (traders[newestTrader]?.since ?? 0) > at.time) newestTrader += 1
    const { accountNo } = traders[random.integer(newestTrader, traders.length - 1)] ?? { accountNo: '' }
    yield lineAt(random, known.id + place - index, age, at, accountNo, securityOf(random, kinds))
  }
}
