import { accountChanges } from '../accounts/changes.ts'
import { statements } from '../../../server/embedded/statements.ts'
import { accountClosings } from '../clearing/closings.ts'
import { requestDesk } from '../clearing/requestDesk.ts'
import { alertsNow } from '../reference/alerts.ts'
import { errorAccounts } from '../reference/errorAccounts.ts'
import { accountChangeRoutes } from './accountChangeRoutes.ts'
import { accountReadRoutes } from './accountReadRoutes.ts'
import { alertRoutes } from './alertRoutes.ts'
import { application } from '../../../server/embedded/application.ts'
import { closeRoute } from './closeRoute.ts'
import { deskRoutes } from './deskRoutes.ts'
import { errorAccountRoutes } from './errorAccountRoutes.ts'
import { signInRoute } from './signInRoute.ts'
import { sponsorRoutes } from './sponsorRoutes.ts'
import { supportMainRoutes } from './supportMainRoutes.ts'
import { requireToken } from '../../../server/embedded/tokens.ts'
import { tradeFilterRoutes } from './tradeFilterRoutes.ts'
import { verificationDesks } from './verificationDesks.ts'
import type { DatabaseSync } from 'node:sqlite'
import type { FastifyInstance } from 'fastify'
import type { accountDetails } from '../accounts/details.ts'
import type { AccountList } from '../accounts/list.ts'
import type { DataSource } from '../accounts/load.ts'
import type { FirmTime } from '../clearing/delays.ts'
import type { SupportDesk } from '../support/supportDesk.ts'
import type { ServiceToken } from './serviceToken.ts'
import type { TradeList } from '../trades/list.ts'
import type { Tokens } from '../../../server/embedded/tokens.ts'

/** What the main service stands on. */
export interface MainServiceParts extends FirmTime {
  readonly database: DatabaseSync
  readonly source: DataSource
  readonly detail: ReturnType<typeof accountDetails>
  readonly list: AccountList
  readonly desk: SupportDesk
  readonly trades: TradeList
  /** Resolves when the trade lines are loaded. */
  readonly tradesReady: () => Promise<void>
  readonly tokens: Tokens
  readonly serviceToken: ServiceToken
  /** The identity provider's userinfo endpoint. */
  readonly userinfoUrl: string
  readonly log: (line: string) => void
}

/** The main API (spec account-review section 7): sign-in, accounts, verification, changes, export. */
export function mainService(parts: MainServiceParts): FastifyInstance {
  const { database, source, detail, list, tokens, log, clock, delays } = parts
  const app = application(log)
  const sql = statements(database)
  const deskParts = { database, detail, changed: () => list.changed(), clock, delays }
  const closings = accountClosings(deskParts)
  signInRoute(app, tokens, parts.userinfoUrl)
  app.register(async (staff) => {
    requireToken(staff, tokens)
    staff.addHook('preHandler', async () => closings.catchUp())
    verificationDesks(staff, { ...deskParts, seed: source.seed })
    accountReadRoutes(staff, { list, detail, database, source })
    accountChangeRoutes(staff, accountChanges(database), list)
    deskRoutes(staff, requestDesk(deskParts, closings))
    closeRoute(staff, closings, parts.serviceToken)
    tradeFilterRoutes(staff, parts.trades)
    sponsorRoutes(staff, source.seed)
    alertRoutes(staff, alertsNow(sql, parts.tradesReady))
    errorAccountRoutes(staff, errorAccounts(sql, detail))
    supportMainRoutes(staff, parts.desk)
  })
  return app
}
