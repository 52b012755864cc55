import { statements } from '../../../server/embedded/statements.ts'
import { cashMaster } from '../reference/cashMaster.ts'
import { application } from '../../../server/embedded/application.ts'
import { cashRoutes } from './cashRoutes.ts'
import { cryptocurrencyRoutes } from './cryptocurrencyRoutes.ts'
import { requireToken } from '../../../server/embedded/tokens.ts'
import { treasuryRoutes } from './treasuryRoutes.ts'
import type { DatabaseSync } from 'node:sqlite'
import type { FastifyInstance } from 'fastify'
import type { Tokens } from '../../../server/embedded/tokens.ts'

/** The admin service: the ticker masters (spec back-office section 7; D-151). */
export function adminService(database: DatabaseSync, tokens: Tokens, log: (line: string) => void): FastifyInstance {
  const app = application(log)
  const sql = statements(database)
  requireToken(app, tokens)
  treasuryRoutes(app, sql)
  cashRoutes(app, cashMaster(sql))
  cryptocurrencyRoutes(app, sql)
  return app
}
