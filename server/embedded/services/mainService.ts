import { accountChanges } from '../accounts/changes.ts'
import { accountDetails } from '../accounts/details.ts'
import { openAccountList } from '../accounts/list.ts'
import { accountChangeRoutes } from './accountChangeRoutes.ts'
import { accountReadRoutes } from './accountReadRoutes.ts'
import { application } from './application.ts'
import { signInRoute } from './signInRoute.ts'
import { requireToken } from './tokens.ts'
import type { DatabaseSync } from 'node:sqlite'
import type { FastifyInstance } from 'fastify'
import type { DataSource } from '../accounts/load.ts'
import type { Tokens } from './tokens.ts'

/** What the main service stands on. */
export interface MainServiceParts {
  readonly database: DatabaseSync
  readonly source: DataSource
  readonly tokens: Tokens
  /** The identity provider's userinfo endpoint. */
  readonly userinfoUrl: string
  readonly log: (line: string) => void
}

/** The main API (spec account-review section 7): sign-in, account list and detail, changes, export. */
export function mainService({ database, source, tokens, userinfoUrl, log }: MainServiceParts): FastifyInstance {
  const app = application(log)
  const list = openAccountList(database)
  signInRoute(app, tokens, userinfoUrl)
  app.register(async (staff) => {
    requireToken(staff, tokens)
    accountReadRoutes(staff, { list, detail: accountDetails(database, source), database, source })
    accountChangeRoutes(staff, accountChanges(database), list)
  })
  return app
}
