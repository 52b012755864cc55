import { accountCases } from '../verification/accountCases.ts'
import { caseDesk } from '../verification/caseDesk.ts'
import { documentDesk } from '../verification/documentDesk.ts'
import { caseSettlement } from '../verification/settlement.ts'
import { openUploads } from '../verification/uploads.ts'
import { caseRoutes } from './caseRoutes.ts'
import { downloadRoute } from './downloadRoute.ts'
import { snapRoutes } from './snapRoutes.ts'
import { verificationRoutes } from './verificationRoutes.ts'
import type { FastifyInstance } from 'fastify'
import type { DeskParts } from '../clearing/deskParts.ts'

/** Everything about verification: cases, documents, appeals and decisions, each answer settled when it is due. */
export function verificationDesks(app: FastifyInstance, given: DeskParts & { readonly seed: number }): void {
  const cases = accountCases(given)
  const uploads = openUploads(given.database, given.clock)
  const parts = { ...given, cases, uploads }
  const catchUp = caseSettlement(parts)
  app.addHook('preHandler', async () => catchUp())
  verificationRoutes(app, cases)
  downloadRoute(app, given.detail, uploads)
  snapRoutes(app, { database: given.database, uploads, desk: documentDesk(parts) })
  caseRoutes(app, caseDesk(parts))
}
