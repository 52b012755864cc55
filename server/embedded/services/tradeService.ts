import { statements } from '../accounts/statements.ts'
import { tradesFor } from '../data/trades.ts'
import { application } from './application.ts'
import { requireToken } from './tokens.ts'
import type { FastifyInstance } from 'fastify'
import type { DatabaseSync } from 'node:sqlite'
import type { accountDetails } from '../accounts/details.ts'
import type { Tokens } from './tokens.ts'

/** What the trade service stands on. */
interface TradeServiceParts {
  readonly database: DatabaseSync
  readonly detail: ReturnType<typeof accountDetails>
  readonly seed: number
  readonly tokens: Tokens
  readonly log: (line: string) => void
}

const query = {
  type: 'object',
  required: ['account_no'],
  properties: { account_no: { type: 'string', minLength: 1, maxLength: 40 } },
}

/** The trade service (D-29, D-88): takes the bare token, and knows accounts by number. */
export function tradeService({ database, detail, seed, tokens, log }: TradeServiceParts): FastifyInstance {
  const app = application(log)
  const { first } = statements(database)
  requireToken(app, tokens, 'raw')
  app.get<{ Querystring: { account_no: string } }>(
    '/v1/admin/user/get_details_for_account',
    { schema: { querystring: query } },
    async (request, reply) => {
      const row = first('SELECT id FROM accounts WHERE account_no = ?', [request.query.account_no])
      const found = row && detail(Number(row['id']))
      if (!found) return reply.code(404).send({ message: 'Account not found' })
      return { deposits: found.detail.deposits, trade_line_data: tradesFor(seed, found.account) }
    },
  )
  return app
}
