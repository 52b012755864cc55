import { dayAfter, startOfNewYorkDay } from '../data/times.ts'
import { utcSeconds } from '../data/wire.ts'
import type { SQLInputValue } from 'node:sqlite'

/** The filter of the list; a line matches all given parts (D-138). */
export interface TradeFilter {
  /** Day of the trade, YYYY-MM-DD. */
  readonly tradeDate?: string
  /** Day in New York on which the order was made, YYYY-MM-DD (D-144). */
  readonly createdAt?: string
  /** The whole account number in any case. */
  readonly account?: string
  readonly id?: number
  /** The whole ticker in any case. */
  readonly ticker?: string
  readonly option?: string
  readonly side?: string
  readonly sellAll?: boolean
  /** The whole status in any case, like the vehicle. */
  readonly status?: string
  readonly vehicle?: string
}

/** Conditions of an SQL statement over `trades`, with the values of their parameters. */
export interface TradeCondition {
  readonly sql: string
  readonly values: readonly SQLInputValue[]
  /** The index to walk, in SQL. */
  readonly index: string
  /** The index for a filter with few matches. */
  readonly rareIndex: string
  /** True when `trade_counts` has all columns of the conditions. */
  readonly isCounted: boolean
}

/** Walks the table itself. */
const NO_INDEX = 'NOT INDEXED'

type Part = readonly [sql: string, ...values: SQLInputValue[]]

const instant = (day: string): string => utcSeconds(startOfNewYorkDay(day))

/** Lines store these in capitals, so folding the filter's case keeps every index usable. */
const stored = (asked: string): string => asked.toUpperCase()

/** The parts with few matches, each with its index, the most selective first. */
function tellingParts({
  id,
  account,
  createdAt,
  tradeDate,
  ticker,
}: TradeFilter): readonly (readonly [string, Part])[] {
  return [
    ...(id === undefined ? [] : [['', ['id = ?', id]] as const]),
    ...(account === undefined ? [] : [['INDEXED BY trades_account', ['account_no = ?', stored(account)]] as const]),
    ...(createdAt === undefined
      ? []
      : [
          [
            'INDEXED BY trades_created',
            ['created_at >= ? AND created_at < ?', instant(createdAt), instant(dayAfter(createdAt))],
          ] as const,
        ]),
    ...(tradeDate === undefined ? [] : [['INDEXED BY trades_date', ['trade_date = ?', tradeDate]] as const]),
    ...(ticker === undefined ? [] : [['INDEXED BY trades_ticker', ['ticker = ?', ticker]] as const]),
  ]
}

function countedParts({ option, side, sellAll, status, vehicle }: TradeFilter): readonly Part[] {
  return [
    ...(side === undefined ? [] : [['order_type = ?', side] as const]),
    ...(sellAll === undefined ? [] : [['sell_all = ?', Number(sellAll)] as const]),
    ...(option === undefined ? [] : [['order_category = ?', option] as const]),
    ...(status === undefined ? [] : [['order_status = ?', stored(status)] as const]),
    ...(vehicle === undefined ? [] : [['security_type = ?', stored(vehicle)] as const]),
  ]
}

/** The SQL of a filter with a fixed index, because the planner's choice would change with the statistics. */
export function tradeCondition(filter: TradeFilter): TradeCondition {
  const telling = tellingParts(filter)
  const parts = [...telling.map(([, part]) => part), ...countedParts(filter)]
  return {
    sql: parts.map(([sql]) => sql).join(' AND ') || 'true',
    values: parts.flatMap(([, ...values]) => values),
    index: telling[0]?.[0] || NO_INDEX,
    rareIndex: telling[0]?.[0] || (filter.status === undefined ? NO_INDEX : 'INDEXED BY trades_choices'),
    isCounted: telling.length === 0,
  }
}
