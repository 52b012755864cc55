import { investigationsFor } from '../data/investigations.ts'
import { documentImage } from '../documents/documentImage.ts'
import { findDocument } from '../documents/findDocument.ts'
import type { FastifyInstance } from 'fastify'
import type { accountDetails } from '../accounts/details.ts'

const statusQuery = {
  type: 'object',
  required: ['apex_account_id'],
  properties: { apex_account_id: { type: 'string', pattern: '^[1-9][0-9]{0,14}$' } },
}
const downloadQuery = {
  type: 'object',
  required: ['snap'],
  properties: { snap: { type: 'string', minLength: 1, maxLength: 100 } },
}

/** Verification status and documents of an account (spec account-review section 7). */
export function verificationRoutes(
  app: FastifyInstance,
  detail: ReturnType<typeof accountDetails>,
  seed: number,
): void {
  app.get<{ Querystring: { apex_account_id: string } }>(
    '/user/apex/account/status/admin',
    { schema: { querystring: statusQuery } },
    async ({ query }, reply) => {
      const found = detail(Number(query.apex_account_id))
      if (!found) return reply.code(404).send({ message: 'Account not found' })
      const { account, status } = found
      const investigations = investigationsFor(seed, account, status, found.detail.snaps)
      return {
        result: {
          status,
          account_no: account.accountNo,
          request_time: account.requestTime,
          sketch_ids: investigations.map(({ sketchId }) => sketchId),
          investigations,
        },
      }
    },
  )
  app.get<{ Querystring: { snap: string } }>(
    '/user/apex/edocs/download',
    { schema: { querystring: downloadQuery } },
    async ({ query: { snap } }, reply) => {
      const found = findDocument(detail, snap)
      if (!found) return reply.code(404).send({ message: 'Document not found' })
      if (found.status === 'rejected') return reply.code(404).send({ message: 'A rejected document is not kept' })
      return reply
        .type('image/png')
        .header('content-disposition', `attachment; filename="${snap}.png"`)
        .send(documentImage([found.kind.replaceAll('_', ' '), `ACCOUNT ${found.accountId}`, snap, 'SYNTHETIC DATA']))
    },
  )
}
