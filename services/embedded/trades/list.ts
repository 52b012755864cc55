import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { FastifyInstance } from 'fastify'
import { isCalendarDay } from '../../../language/parseInstant.ts'
import { type SqlRow, statements } from '../../../server/embedded/database.ts'
import { dayAfter, startOfNewYorkDay } from '../data/times.ts'
import { utcSeconds } from '../data/wire.ts'

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
function tradeCondition(filter: TradeFilter): TradeCondition {
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

const textFields = ['account', 'ticker', 'status', 'vehicle'] as const
const choices = {
  side: ['buy', 'sell'],
  option: ['units', 'values'],
  sell_all: ['true', 'false', 'True', 'False'],
} as const
const days = ['trade_date', 'created_at'] as const

type Field = (typeof textFields)[number] | keyof typeof choices | (typeof days)[number] | 'id' | 'page'
type Query = Readonly<Partial<Record<Field, string>>>

const text = { type: 'string', maxLength: 100 } as const
const query = {
  type: 'object',
  properties: {
    page: { type: 'string', pattern: '^([1-9][0-9]{0,8})?$' },
    id: { type: 'string', pattern: '^[0-9]{0,15}$' },
    ...Object.fromEntries([...textFields, ...days].map((name) => [name, text])),
    ...Object.fromEntries(Object.entries(choices).map(([name, values]) => [name, { enum: ['', ...values] }])),
  },
}

/** The filter of a query. An empty parameter counts as absent. */
function filterOf({ query: given }: { readonly query: Query }): TradeFilter {
  const { account, ticker, status, vehicle, side, option } = given
  return {
    ...(account?.trim() && { account: account.trim() }),
    ...(ticker?.trim() && { ticker: ticker.trim() }),
    ...(status?.trim() && { status: status.trim() }),
    ...(vehicle?.trim() && { vehicle: vehicle.trim() }),
    ...(side && { side }),
    ...(option && { option }),
    ...(given.id && { id: Number(given.id) }),
    ...(given.sell_all && { sellAll: given.sell_all.toLowerCase() === 'true' }),
    ...(given.trade_date && { tradeDate: given.trade_date }),
    ...(given.created_at && { createdAt: given.created_at }),
  }
}

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
      return list.page(filterOf(request), Number(request.query.page || 1))
    },
  )
}
