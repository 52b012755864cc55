import { etradeOrdersFor, etradeUserOf } from '../data/etradeOrders.ts'
import type { FastifyInstance } from 'fastify'
import type { SqlRow } from '../../../server/embedded/statements.ts'
import type { statements } from '../../../server/embedded/statements.ts'
import type { EtradeOrder, EtradeUser } from '../data/etradeOrders.ts'

/** Orders of a page (spec back-office section 9). */
const PAGE_SIZE = 10

const listQuery = {
  type: 'object',
  required: ['user_email'],
  properties: {
    user_email: { type: 'string', minLength: 1, maxLength: 320 },
    page: { type: 'string', pattern: '^[1-9][0-9]{0,8}$' },
  },
}
const id = { type: 'string', minLength: 1, maxLength: 64 } as const
const orderParams = { type: 'object', properties: { accountId: id, orderId: id } }

const userOf = (row: SqlRow): EtradeUser => ({
  userId: Number(row['user_id']),
  email: String(row['email']),
  since: row['request_time'] === null ? null : String(row['request_time']),
})

const secondsAfter = (time: string, seconds: number): string =>
  `${new Date(Date.parse(time) + seconds * 1000).toISOString().slice(0, 19)}Z`

/** An order as the detail call gives it: with the moments of its way. */
function detailOf(order: EtradeOrder) {
  const isExecuted = order.order_executed_status === 'EXECUTED' || order.order_executed_status === 'PARTIAL'
  return {
    ...order,
    placed_time: secondsAfter(order.created_at, 1),
    executed_time: isExecuted ? secondsAfter(order.created_at, 4 + (order.id % 50)) : null,
    legs: [],
  }
}

/** Orders at the brokerage by the user's e-mail address, and one of them (spec back-office section 7; D-181 to D-185). */
export function etradeOrderRoutes(
  app: FastifyInstance,
  { first, seed }: { readonly first: ReturnType<typeof statements>['first']; readonly seed: number },
): void {
  const user = (where: string, value: string | number): EtradeUser | undefined => {
    const oldest = `SELECT user_id, email, request_time FROM accounts WHERE ${where} = ? ORDER BY position DESC LIMIT 1`
    const row = first(oldest, [value])
    return row && userOf(row)
  }
  app.get<{ Querystring: { user_email: string; page?: string } }>(
    '/v1/admin/user/etrade_orders',
    { schema: { querystring: listQuery } },
    async ({ query }, reply) => {
      const found = user('email COLLATE NOCASE', query.user_email.trim())
      if (!found) return reply.code(404).send({ message: 'User not found' })
      const orders = etradeOrdersFor(seed, found)
      // The real service says so in words where a list is expected (D-185).
      if (orders.length === 0) return { pages: 0, message: 'No orders found for this user' }
      const skip = (Number(query.page ?? 1) - 1) * PAGE_SIZE
      return { pages: Math.ceil(orders.length / PAGE_SIZE), message: orders.slice(skip, skip + PAGE_SIZE) }
    },
  )
  app.get<{ Params: { accountId: string; orderId: string } }>(
    '/v1/admin/user/:accountId/etrade_order/:orderId',
    { schema: { params: orderParams } },
    async ({ params }, reply) => {
      const userId = etradeUserOf(params.accountId)
      const found = userId === undefined ? undefined : user('user_id', userId)
      const orders = found ? etradeOrdersFor(seed, found) : []
      const order = orders.find(({ order_id: orderId }) => orderId === params.orderId)
      return order ? { message: detailOf(order) } : reply.code(404).send({ message: 'Order not found' })
    },
  )
}
