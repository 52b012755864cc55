import { type SqlRow, statements } from '../../../server/embedded/database.ts'
import { tradeCondition } from './filter.ts'
import type { DatabaseSync } from 'node:sqlite'
import type { TradeCondition, TradeFilter } from './filter.ts'

/** The columns of a trade line. */
const tradeColumns = `id, created_at, trade_date, account_no, ticker, order_type, sell_all, order_category,
  quantity, order_price, order_status, security_type`

/** A stored line in the form of the calls (spec back-office section 3, 'Trade line'). */
const wireTrade = (row: SqlRow) => ({ ...row, sell_all: row['sell_all'] === 1 })

/** Lines of a page (spec back-office section 9). */
const PAGE_SIZE = 50
/** Below this number of lines, sorting all is faster than walking the list until a page is full. */
const RARE = 10_000
/** Number of recent lines of one account. */
const RECENT = 60

/** A page of trade lines in the form of both list calls. */
export interface TradePage {
  readonly status: 200
  readonly data: {
    readonly pages: number
    readonly trade_line_data: readonly ReturnType<typeof wireTrade>[]
  }
}

/** Reads trade lines; everything waits until they are loaded. */
export interface TradeList {
  /** Page `page` from 1 on, newest first, of the lines that match; empty beyond the end. */
  page(filter: TradeFilter, page: number): Promise<TradePage>
  /** The newest lines of an account, at most 60. */
  ofAccount(accountNo: string): Promise<readonly ReturnType<typeof wireTrade>[]>
}

/** Opens the list of a database. `ready` resolves when the lines are loaded and rejects when loading failed. */
export function openTradeList(database: DatabaseSync, ready: () => Promise<void>): TradeList {
  const { all, first } = statements(database)

  function totalOf({ sql, values, index, isCounted }: TradeCondition): number {
    const text = isCounted
      ? `SELECT sum(n) AS total FROM trade_counts WHERE ${sql}`
      : `SELECT count(*) AS total FROM trades ${index} WHERE ${sql}`
    return Number(first(text, values)?.['total'] ?? 0)
  }

  /** Walks from the nearer end, at most half of all lines. */
  function rowsOf({ sql, values, index, rareIndex }: TradeCondition, skip: number, total: number) {
    const count = Math.min(PAGE_SIZE, total - skip)
    if (count <= 0) return []
    const after = total - skip - count
    const isNear = skip <= after
    const order = isNear ? 'DESC' : 'ASC'
    const walked = total < RARE ? rareIndex : index
    const ids = `SELECT id FROM trades ${walked} WHERE ${sql} ORDER BY id ${order} LIMIT ? OFFSET ?`
    const text = `SELECT ${tradeColumns} FROM trades WHERE id IN (${ids}) ORDER BY id DESC`
    return all(text, [...values, count, Math.min(skip, after)]).map(wireTrade)
  }

  return {
    async page(filter, page) {
      await ready()
      const condition = tradeCondition(filter)
      const total = totalOf(condition)
      const rows = rowsOf(condition, (page - 1) * PAGE_SIZE, total)
      return { status: 200, data: { pages: Math.ceil(total / PAGE_SIZE), trade_line_data: rows } }
    },
    async ofAccount(accountNo) {
      await ready()
      return all(
        `SELECT ${tradeColumns} FROM trades INDEXED BY trades_account WHERE account_no = ? ORDER BY id DESC LIMIT ?`,
        [accountNo, RECENT],
      ).map(wireTrade)
    },
  }
}
