import { outcomeCodes } from './outcomeCodes.ts'
import { carriesToken } from './serviceToken.ts'
import type { FastifyInstance } from 'fastify'
import type { accountClosings } from '../clearing/closings.ts'
import type { ServiceToken } from './serviceToken.ts'

const id = { type: 'integer', minimum: 1, maximum: 999_999_999_999 } as const
const query = {
  type: 'object',
  required: ['request_type', 'user_id'],
  properties: { request_type: { const: 'CLOSE_ACCOUNT' }, user_id: id },
}
const body = { type: 'object', required: ['account_id'], properties: { account_id: id } }
const errors = (message: string) => ({ errors: [{ message }] })

/** Closing an account: for holders of the service token alone, and every refusal in a list of errors (section 8). */
export function closeRoute(
  app: FastifyInstance,
  closings: ReturnType<typeof accountClosings>,
  token: ServiceToken,
): void {
  app.post<{ Querystring: { user_id: number }; Body: { account_id: number } }>(
    '/user/apex/close/account/admin',
    {
      schema: { querystring: query, body },
      preValidation: async (request, reply) =>
        carriesToken(request.headers, token) ? undefined : reply.code(403).send(errors('Invalid service token.')),
      errorHandler: (error, _request, reply) => {
        if (error.statusCode === undefined || error.statusCode >= 500) throw error
        void reply.code(error.statusCode).send(errors(error.message))
      },
    },
    async (request, reply) => {
      const { kind, message, request: sent } = closings.send(request.body.account_id, request.query.user_id)
      if (kind !== 'done') return reply.code(outcomeCodes[kind]).send(errors(message))
      return { message, request: sent }
    },
  )
}
