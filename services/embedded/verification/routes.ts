import { idText, objectOf } from '../shared/requests.ts'
import { caseDesk, caseRoutes } from './caseDesk.ts'
import { accountCases, caseSettlement, isCurrent } from './cases.ts'
import { documentDesk, documentRoutes } from './documentDesk.ts'
import { downloadRoute } from './download.ts'
import { openUploads } from './uploads.ts'
import type { FastifyInstance } from 'fastify'
import type { DeskParts } from '../accounts/firm.ts'

const statusQuery = objectOf({ apex_account_id: idText })

/** The verification status of an account (spec account-review section 7); `sketch_ids` has one id per applicant. */
function statusRoute(app: FastifyInstance, cases: ReturnType<typeof accountCases>): void {
  app.get<{ Querystring: { apex_account_id: string } }>(
    '/user/apex/account/status/admin',
    { schema: { querystring: statusQuery } },
    async ({ query }, reply) => {
      const found = cases(Number(query.apex_account_id))
      if (!found) return reply.code(404).send({ message: 'Account not found' })
      const { account, status } = found
      return {
        result: {
          status,
          account_no: account.accountNo,
          request_time: account.requestTime,
          sketch_ids: found.cases.filter(isCurrent).map(({ sketchId }) => sketchId),
          investigations: found.cases,
        },
      }
    },
  )
}

/** Verification in the main API: cases, documents, appeals and decisions. Due answers take effect before each request. */
export function verificationRoutes(app: FastifyInstance, given: DeskParts): void {
  const cases = accountCases(given)
  const uploads = openUploads(given.database, given.clock)
  const parts = { ...given, cases, uploads }
  const settleDue = caseSettlement(parts)
  app.addHook('preHandler', async () => settleDue())
  statusRoute(app, cases)
  downloadRoute(app, given.detail, uploads)
  documentRoutes(app, { database: given.database, uploads, desk: documentDesk(parts) })
  caseRoutes(app, caseDesk(parts))
}
