import { accountChanges } from '../accounts/changes.ts'
import { openAccountList } from '../accounts/list.ts'
import { accountClosings } from '../clearing/closings.ts'
import { requestDesk } from '../clearing/requestDesk.ts'
import { accountChangeRoutes } from './accountChangeRoutes.ts'
import { accountReadRoutes } from './accountReadRoutes.ts'
import { application } from './application.ts'
import { closeRoute } from './closeRoute.ts'
import { deskRoutes } from './deskRoutes.ts'
import { signInRoute } from './signInRoute.ts'
import { requireToken } from './tokens.ts'
import { verificationDesks } from './verificationDesks.ts'
import type { DatabaseSync } from 'node:sqlite'
import type { FastifyInstance } from 'fastify'
import type { accountDetails } from '../accounts/details.ts'
import type { DataSource } from '../accounts/load.ts'
import type { FirmTime } from '../clearing/paces.ts'
import type { ServiceToken } from './serviceToken.ts'
import type { Tokens } from './tokens.ts'

/** What the main service stands on. */
export interface MainServiceParts extends FirmTime {
  readonly database: DatabaseSync
  readonly source: DataSource
  readonly detail: ReturnType<typeof accountDetails>
  readonly tokens: Tokens
  readonly serviceToken: ServiceToken
  /** The identity provider's userinfo endpoint. */
  readonly userinfoUrl: string
  readonly log: (line: string) => void
}

/** The main API (spec account-review section 7): sign-in, accounts, verification, changes, export. */
export function mainService(parts: MainServiceParts): FastifyInstance {
  const { database, source, detail, tokens, log, clock, paces } = parts
  const app = application(log)
  const list = openAccountList(database)
  const deskParts = { database, detail, changed: () => list.changed(), clock, paces }
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
  })
  return app
}
