import type { FastifyInstance } from 'fastify'
import type { TradeList } from '../trades/list.ts'

const page = { type: 'string', pattern: '^[1-9][0-9]{0,8}$' } as const
const query = { type: 'object', properties: { pages: page } }

/** The plain list of trade lines, newest first (spec back-office section 7, 'Trades'; D-137). */
export function tradeLineRoutes(app: FastifyInstance, list: TradeList): void {
  app.get<{ Querystring: { pages?: string } }>(
    '/v1/admin/latest/trades',
    { schema: { querystring: query } },
    async (request) => list.page({}, Number(request.query.pages ?? 1)),
  )
}
