import { isCalendarDay } from '../../../language/parseInstant.ts'
import type { FastifyInstance } from 'fastify'
import type { TradeFilter } from './filter.ts'
import type { TradeList } from './list.ts'

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
