import { statements } from '../../../server/embedded/statements.ts'
import { tradeCondition } from './filter.ts'
import { tradeColumns, wireTrade } from './row.ts'
import type { DatabaseSync } from 'node:sqlite'
import type { TradeCondition, TradeFilter } from './filter.ts'

/** Lines of a page (spec back-office section 9). */
const PAGE_SIZE = 50
/** With fewer lines than this, sorting all of them is quicker than walking the list until a page is full. */
const RARE = 10_000
/** How many recent lines the page of one account gets. */
const RECENT = 60

/** A page of trade lines as both list calls send it. */
export interface TradePage {
  readonly status: 200
  readonly data: {
    readonly pages: number
    readonly trade_line_data: readonly ReturnType<typeof wireTrade>[]
  }
}

/** Reads trade lines; everything waits until they are loaded. */
export interface TradeList {
  /** Page `page`, counted from 1, newest first, of the lines that `filter` finds. Beyond the end there are none. */
  page(filter: TradeFilter, page: number): Promise<TradePage>
  /** The newest lines of an account, at most 60. */
  ofAccount(accountNo: string): Promise<readonly ReturnType<typeof wireTrade>[]>
}

/** The list over the given database; `ready` resolves when the lines are there, and rejects when they cannot be. */
export function openTradeList(database: DatabaseSync, ready: () => Promise<void>): TradeList {
  const { all, first } = statements(database)

  function totalOf({ sql, values, index, isCounted }: TradeCondition): number {
    const text = isCounted
      ? `SELECT sum(n) AS total FROM trade_counts WHERE ${sql}`
      : `SELECT count(*) AS total FROM trades ${index} WHERE ${sql}`
    return Number(first(text, values)?.['total'] ?? 0)
  }

  /** Walks from the nearer end, so that no page is further away than half of all lines. */
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
