import { statements } from '../../../server/embedded/statements.ts'
import { accountByNumberRoute } from './accountByNumberRoute.ts'
import { application } from '../../../server/embedded/application.ts'
import { etradeOrderRoutes } from './etradeOrderRoutes.ts'
import { supportTradeRoutes } from './supportTradeRoutes.ts'
import { requireToken } from '../../../server/embedded/tokens.ts'
import { tradeLineRoutes } from './tradeLineRoutes.ts'
import type { FastifyInstance } from 'fastify'
import type { DatabaseSync } from 'node:sqlite'
import type { accountDetails } from '../accounts/details.ts'
import type { SupportDesk } from '../support/supportDesk.ts'
import type { TradeList } from '../trades/list.ts'
import type { Tokens } from '../../../server/embedded/tokens.ts'

/** What the trade service stands on. */
interface TradeServiceParts {
  readonly database: DatabaseSync
  readonly detail: ReturnType<typeof accountDetails>
  readonly desk: SupportDesk
  readonly trades: TradeList
  /** Resolves when the trade lines are loaded. */
  readonly tradesReady: () => Promise<void>
  readonly seed: number
  readonly tokens: Tokens
  readonly log: (line: string) => void
}

/** The trade service (D-29, D-88): takes the bare token; knows trade lines, orders, and accounts by number. */
export function tradeService(parts: TradeServiceParts): FastifyInstance {
  const { database, detail, trades, seed, tokens, log } = parts
  const app = application(log)
  const { first } = statements(database)
  requireToken(app, tokens, 'raw')
  accountByNumberRoute(app, { first, detail, trades })
  tradeLineRoutes(app, trades)
  etradeOrderRoutes(app, { first, seed })
  supportTradeRoutes(app, parts.desk, parts.tradesReady)
  return app
}
