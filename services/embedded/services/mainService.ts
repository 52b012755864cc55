import { holderOf } from '../../../server/embedded/identity/identityService.ts'
import { statements } from '../../../server/embedded/database.ts'
import { accountChangeRoutes, closeRoute, requestRoutes } from '../accounts/changes.ts'
import { accountRoutes } from '../accounts/routes.ts'
import { accountClosings, requestDesk } from '../accounts/requestDesk.ts'
import { alertRoutes, alertsNow, errorAccountRoutes, errorAccounts } from '../reference/lists.ts'
import { type ServiceToken, staffByEmail } from '../shared/callers.ts'
import { type SupportDesk, supportMainRoutes } from '../support/supportDesk.ts'
import { tradeFilterRoutes, type TradeList } from '../trades/list.ts'
import { verificationRoutes } from '../verification/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Tokens } from '../../../server/embedded/tokens.ts'
import type { AccountList } from '../accounts/list.ts'
import type { DataSource } from '../data/account.ts'
import type { DeskParts } from '../accounts/details.ts'
import { staffService, type StaffServiceParts } from './staffService.ts'

const body = {
  type: 'object',
  required: ['email', 'access_token'],
  properties: {
    email: { type: 'string', minLength: 3, maxLength: 254 },
    access_token: { type: 'string', minLength: 1, maxLength: 4096 },
  },
}

/**
 * The staff check after the identity provider's sign-in (D-15): trades an access token for the main API's own token.
 * Customers get an answer with `is_staff` false; the console refuses them.
 */
function signInRoute(app: FastifyInstance, tokens: Tokens, userinfoUrl: string): void {
  app.post<{ Body: { email: string; access_token: string } }>(
    '/v1/validate-okta-user',
    { schema: { body } },
    async ({ body: { email, access_token } }, reply) => {
      const holder = await holderOf(userinfoUrl, access_token)
      if (holder === undefined) return reply.code(401).send({ message: 'The access token is not valid' })
      if (holder.toLowerCase() !== email.toLowerCase()) {
        return reply.code(403).send({ message: 'The access token belongs to another e-mail' })
      }
      const person = staffByEmail(holder)
      if (!person) return reply.code(404).send({ message: 'User not found' })
      return {
        token: tokens.issue(person.userId, person.isStaff),
        profile: {
          user: { id: person.userId, email: person.email },
          first_name: person.firstName,
          last_name: person.lastName,
          terms_agreed: 1,
          new_user: false,
        },
        self_role: person.role,
        client_exist: false,
        user_advisor_menu: [],
        is_staff: person.isStaff,
      }
    },
  )
}

interface MainServiceParts extends DeskParts, StaffServiceParts {
  readonly source: DataSource
  readonly list: AccountList
  readonly desk: SupportDesk
  readonly trades: TradeList
  /** Resolves when the trade lines are loaded. */
  readonly tradesReady: () => Promise<void>
  readonly serviceToken: ServiceToken
  /** The identity provider's userinfo endpoint. */
  readonly userinfoUrl: string
}

/** The main API (spec account-review section 7): sign-in, accounts, verification, changes, export. */
export function mainService(parts: MainServiceParts): FastifyInstance {
  const { database, source, detail, list } = parts
  const sql = statements(database)
  const closings = accountClosings(parts)
  const app = staffService('main', parts, (staff) => {
    staff.addHook('preHandler', async () => closings.catchUp())
    verificationRoutes(staff, parts)
    accountRoutes(staff, { list, detail, database, source })
    accountChangeRoutes(staff, database, list)
    requestRoutes(staff, requestDesk(parts, closings))
    closeRoute(staff, closings, parts.serviceToken)
    tradeFilterRoutes(staff, parts.trades)
    alertRoutes(staff, alertsNow(sql, parts.tradesReady))
    errorAccountRoutes(staff, errorAccounts(sql, detail))
    supportMainRoutes(staff, parts.desk)
  })
  signInRoute(app, parts.tokens, parts.userinfoUrl)
  return app
}
