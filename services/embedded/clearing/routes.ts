import { outcomeCodes, sendOutcome } from '../outcome.ts'
import { id, objectOf, text } from '../services/requestSchemas.ts'
import { carriesToken } from '../services/serviceToken.ts'
import { decisions } from './firm.ts'
import type { FastifyInstance } from 'fastify'
import type { ServiceToken } from '../services/serviceToken.ts'
import type { accountClosings } from './closings.ts'
import type { Decision } from './firm.ts'
import type { requestDesk } from './requestDesk.ts'

const closeQuery = objectOf({ request_type: { const: 'CLOSE_ACCOUNT' }, user_id: id })
const closeBody = objectOf({ account_id: id })
const errors = (message: string) => ({ errors: [{ message }] })

/** Closing an account, which requires the service token; every refusal is a list of errors (section 8). */
export function closeRoute(
  app: FastifyInstance,
  closings: ReturnType<typeof accountClosings>,
  token: ServiceToken,
): void {
  app.post<{ Querystring: { user_id: number }; Body: { account_id: number } }>(
    '/user/apex/close/account/admin',
    {
      schema: { querystring: closeQuery, body: closeBody },
      preValidation: async (request, reply) =>
        carriesToken(request.headers, token) ? undefined : reply.code(403).send(errors('Invalid service token.')),
      errorHandler: (error, _request, reply) => {
        if (error.statusCode === undefined || error.statusCode >= 500) throw error
        void reply.code(error.statusCode).send(errors(error.message))
      },
    },
    async ({ body, query }, reply) => {
      const { kind, message, request } = closings.send(body.account_id, query.user_id)
      return kind === 'done' ? { message, request } : reply.code(outcomeCodes[kind]).send(errors(message))
    },
  )
}

const decision = objectOf({ user_request_id: id, action: { enum: decisions } }, { comment: text })
const cancellation = objectOf({ id }, { comment: text })

/** Deciding requests (D-69) and cancelling bank relationships (D-89). */
export function requestRoutes(app: FastifyInstance, desk: ReturnType<typeof requestDesk>): void {
  app.post<{ Body: { user_request_id: number; action: Decision['action']; comment?: string } }>(
    '/user/apex/approve/request',
    { schema: { body: decision } },
    async ({ body }, reply) => {
      const comment = body.comment?.trim() ?? ''
      if (comment === '') return reply.code(400).send({ message: 'A comment is required' })
      return sendOutcome(reply, desk.decide(body.user_request_id, body.action, comment))
    },
  )
  app.post<{ Body: { id: number; comment?: string } }>(
    '/user/apex/ach_relation/cancel',
    { schema: { body: cancellation } },
    async ({ body }, reply) => sendOutcome(reply, desk.cancelAch(body.id, body.comment?.trim() ?? '')),
  )
}
