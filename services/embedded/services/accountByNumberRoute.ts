import type { FastifyInstance } from 'fastify'
import type { accountDetails } from '../accounts/details.ts'
import type { statements } from '../../../server/embedded/statements.ts'
import type { TradeList } from '../trades/list.ts'

const query = {
  type: 'object',
  required: ['account_no'],
  properties: { account_no: { type: 'string', minLength: 1, maxLength: 40 } },
}

/** What the route stands on. */
interface ByNumberParts {
  readonly first: ReturnType<typeof statements>['first']
  readonly detail: ReturnType<typeof accountDetails>
  readonly trades: TradeList
}

/** The deposits and the newest trade lines of an account, found by its number (D-88). */
export function accountByNumberRoute(app: FastifyInstance, { first, detail, trades }: ByNumberParts): void {
  app.get<{ Querystring: { account_no: string } }>(
    '/v1/admin/user/get_details_for_account',
    { schema: { querystring: query } },
    async (request, reply) => {
      const row = first('SELECT id FROM accounts WHERE account_no = ?', [request.query.account_no])
      const found = row && detail(Number(row['id']))
      if (!found) return reply.code(404).send({ message: 'Account not found' })
      return { deposits: found.detail.deposits, trade_line_data: await trades.ofAccount(request.query.account_no) }
    },
  )
}
