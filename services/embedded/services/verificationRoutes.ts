import { isCurrent } from '../verification/accountCases.ts'
import type { FastifyInstance } from 'fastify'
import type { accountCases } from '../verification/accountCases.ts'

const statusQuery = {
  type: 'object',
  required: ['apex_account_id'],
  properties: { apex_account_id: { type: 'string', pattern: '^[1-9][0-9]{0,14}$' } },
}

/** The verification status of an account (spec account-review section 7); `sketch_ids` name an applicant each. */
export function verificationRoutes(app: FastifyInstance, cases: ReturnType<typeof accountCases>): void {
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
