import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { FastifyInstance } from 'fastify'
import { isCalendarDay } from '../../../language/parseInstant.ts'
import { type SqlRow, statements } from '../../../server/embedded/database.ts'
import { dayAfter, startOfNewYorkDay } from '../data/times.ts'
import { utcSeconds } from '../data/wire.ts'

interface FilterPart {
  readonly schema: object
  readonly sql: string
  /** The values of the condition; the text itself where it is not given. */
  readonly values?: (text: string) => readonly SQLInputValue[]
  /** The index to walk, in SQL, for a part with few matches. */
  readonly index?: string
}

const text = { type: 'string', maxLength: 100 } as const
const oneOf = (...values: readonly string[]) => ({ enum: ['', ...values] })
const instant = (day: string): string => utcSeconds(startOfNewYorkDay(day))

/** Lines store these in capitals, so folding the filter's case keeps every index usable. */
const capitals = (given: string) => [given.toUpperCase()]

/** Walks the table itself. */
const NO_INDEX = 'NOT INDEXED'

/** The parts of a filter as the call names them. Parts with few matches come first, the most selective at the top. */
const filterParts = {
  id: {
    schema: { type: 'string', pattern: '^[0-9]{0,15}$' },
    sql: 'id = ?',
    values: (given) => [Number(given)],
    index: NO_INDEX,
  },
  account: { schema: text, sql: 'account_no = ?', values: capitals, index: 'INDEXED BY trades_account' },
  created_at: {
    schema: text,
    sql: 'created_at >= ? AND created_at < ?',
    values: (day) => [instant(day), instant(dayAfter(day))],
    index: 'INDEXED BY trades_created',
  },
  trade_date: { schema: text, sql: 'trade_date = ?', index: 'INDEXED BY trades_date' },
  ticker: { schema: text, sql: 'ticker = ?', index: 'INDEXED BY trades_ticker' },
  side: { schema: oneOf('buy', 'sell'), sql: 'order_type = ?' },
  sell_all: {
    schema: oneOf('true', 'false', 'True', 'False'),
    sql: 'sell_all = ?',
    values: (given) => [Number(given.toLowerCase() === 'true')],
  },
  option: { schema: oneOf('units', 'values'), sql: 'order_category = ?' },
  status: { schema: text, sql: 'order_status = ?', values: capitals },
  vehicle: { schema: text, sql: 'security_type = ?', values: capitals },
} satisfies Readonly<Record<string, FilterPart>>

/** A filter of the list; a line matches all given parts (D-138). An empty part counts as absent. */
type TradeFilter = Readonly<Partial<Record<keyof typeof filterParts, string>>>

const partsOf = (filter: TradeFilter) =>
  Object.entries<FilterPart>(filterParts).flatMap(([name, { sql, values, index }]) => {
    const given = Object.entries(filter)
      .find(([named]) => named === name)?.[1]
      .trim()
    return given ? [{ sql, values: values?.(given) ?? [given], index }] : []
  })

/** The SQL of a filter with a fixed index, because the planner's choice would change with the statistics. */
function tradeCondition(filter: TradeFilter) {
  const parts = partsOf(filter)
  const index = parts.find((part) => part.index !== undefined)?.index
  return {
    sql: parts.map(({ sql }) => sql).join(' AND ') || 'true',
    values: parts.flatMap(({ values }) => values),
    index: index ?? NO_INDEX,
    /** The index for a filter with few matches. */
    rareIndex: index ?? (filter.status ? 'INDEXED BY trades_choices' : NO_INDEX),
    /** True when `trade_counts` has all columns of the conditions. */
    isCounted: index === undefined,
  }
}

type TradeCondition = ReturnType<typeof tradeCondition>

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

export interface TradePage {
  readonly status: 200
  readonly data: {
    readonly pages: number
    readonly trade_line_data: readonly ReturnType<typeof wireTrade>[]
  }
}

/** Reads trade lines; everything waits until they are loaded. */
export type TradeList = ReturnType<typeof openTradeList>

/** Opens the list of a database. `ready` resolves when the lines are loaded and rejects when loading failed. */
export function openTradeList(database: DatabaseSync, ready: () => Promise<void>) {
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
    /** Page `page` from 1 on, newest first, of the lines that match; empty beyond the end. */
    async page(filter: TradeFilter, page: number): Promise<TradePage> {
      await ready()
      const condition = tradeCondition(filter)
      const total = totalOf(condition)
      const rows = rowsOf(condition, (page - 1) * PAGE_SIZE, total)
      return { status: 200, data: { pages: Math.ceil(total / PAGE_SIZE), trade_line_data: rows } }
    },
    /** The newest lines of an account, at most 60. */
    async ofAccount(accountNo: string) {
      await ready()
      return all(
        `SELECT ${tradeColumns} FROM trades INDEXED BY trades_account WHERE account_no = ? ORDER BY id DESC LIMIT ?`,
        [accountNo, RECENT],
      ).map(wireTrade)
    },
  }
}

type Query = TradeFilter & { readonly page?: string }

const query = {
  type: 'object',
  properties: {
    page: { type: 'string', pattern: '^([1-9][0-9]{0,8})?$' },
    ...Object.fromEntries(Object.entries(filterParts).map(([name, { schema }]) => [name, schema])),
  },
}

const days = ['trade_date', 'created_at'] as const

/**
 * Trade lines by any combination of filters (spec back-office section 7, 'Trades'; D-138). Days are YYYY-MM-DD, and
 * `created_at` is a day in New York. Ticker, account, status and vehicle are whole values in any case.
 */
export function tradeFilterRoutes(app: FastifyInstance, list: TradeList): void {
  app.get<{ Querystring: Query }>(
    '/user/apex/latest/trades',
    { schema: { querystring: query } },
    async (request, reply) => {
      const wrong = days.find((name) => request.query[name] && !isCalendarDay(request.query[name]))
      if (wrong) return reply.code(400).send({ message: `${wrong} must be a day as YYYY-MM-DD` })
      const { page, ...filter } = request.query
      return list.page(filter, Number(page || 1))
    },
  )
}
