import { dayAfter, startOfNewYorkDay } from '../data/newYork.ts'
import type { SQLInputValue } from 'node:sqlite'

/** What the filtered list asks for; every part that is given has to hold (D-138). */
export interface TradeFilter {
  /** Day of the trade, YYYY-MM-DD. */
  readonly tradeDate?: string
  /** Day in New York on which the order was made, YYYY-MM-DD (D-144). */
  readonly createdAt?: string
  /** The whole account number; letters count the same in both cases. */
  readonly account?: string
  readonly id?: number
  /** The whole ticker; letters count the same in both cases. */
  readonly ticker?: string
  readonly option?: string
  readonly side?: string
  readonly sellAll?: boolean
  /** The whole status; letters count the same in both cases, like those of the vehicle. */
  readonly status?: string
  readonly vehicle?: string
}

/** Conditions of an SQL statement over `trades`, with the values of their parameters. */
export interface TradeCondition {
  readonly sql: string
  readonly values: readonly SQLInputValue[]
  /** Which index to walk, as SQL names it. */
  readonly index: string
  /** The index for a choice that few lines answer. */
  readonly rareIndex: string
  /** Whether `trade_counts` knows everything the conditions speak of. */
  readonly isCounted: boolean
}

/** Walks the lines themselves. */
const NO_INDEX = 'NOT INDEXED'

type Part = readonly [sql: string, ...values: SQLInputValue[]]

const instant = (day: string): string => `${new Date(startOfNewYorkDay(day)).toISOString().slice(0, 19)}Z`

/** Lines hold these in capitals, so that the case is folded once here and every index still serves. */
const stored = (asked: string): string => asked.toUpperCase()

/** The parts that find few lines, each with the index that finds them, the most telling first. */
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

/** The SQL of a filter. The index is named here: the planner's guess would change with the statistics. */
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
