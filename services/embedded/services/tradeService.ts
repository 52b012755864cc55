import { statements } from '../../../server/embedded/database.ts'
import { type SupportDesk, supportTradeRoutes } from '../support/supportDesk.ts'
import { etradeOrderRoutes } from '../trades/etradeOrders.ts'
import { accountNo, accountNotFound, pageText, readRoute } from '../shared/requests.ts'
import type { FastifyInstance } from 'fastify'
import type { DatabaseSync } from 'node:sqlite'
import type { accountDetails } from '../accounts/details.ts'
import type { TradeList } from '../trades/list.ts'
import { staffService, type StaffServiceParts } from './staffService.ts'

interface TradeServiceParts extends StaffServiceParts {
  readonly database: DatabaseSync
  readonly detail: ReturnType<typeof accountDetails>
  readonly desk: SupportDesk
  readonly trades: TradeList
  /** Resolves when the trade lines are loaded. */
  readonly tradesReady: () => Promise<void>
  readonly seed: number
}

/** The trade service (D-29, D-88): trade lines, orders and accounts by number, for the bare token. */
export function tradeService(parts: TradeServiceParts): FastifyInstance {
  const { database, detail, trades, seed } = parts
  const { first } = statements(database)
  return staffService('trade', parts, (app) => {
    // The deposits and the newest trade lines of an account (D-88).
    const byNumber = { url: '/v1/admin/user/get_details_for_account', required: { account_no: accountNo } }
    readRoute(app, byNumber, async ({ account_no }) => {
      const row = first('SELECT id FROM accounts WHERE account_no = ?', [account_no])
      const found = row && detail(Number(row['id']))
      if (!found) return accountNotFound
      return { deposits: found.detail.deposits, trade_line_data: await trades.ofAccount(account_no) }
    })
    // The plain list of trade lines, newest first (spec back-office section 7, 'Trades'; D-137).
    readRoute(app, { url: '/v1/admin/latest/trades', optional: { pages: pageText } }, ({ pages }) =>
      trades.page({}, Number(pages ?? 1)),
    )
    etradeOrderRoutes(app, { first, seed })
    supportTradeRoutes(app, parts.desk, parts.tradesReady)
  })
}
