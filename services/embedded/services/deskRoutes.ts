import { decisions } from '../clearing/moves.ts'
import { outcomeCodes } from './outcomeCodes.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Outcome } from '../accounts/changes.ts'
import type { Decision } from '../clearing/moves.ts'
import type { requestDesk } from '../clearing/requestDesk.ts'

const id = { type: 'integer', minimum: 1, maximum: 999_999_999_999 } as const
const text = { type: 'string', maxLength: 4000 } as const
const decision = {
  type: 'object',
  required: ['user_request_id', 'action'],
  properties: { user_request_id: id, action: { enum: decisions }, comment: text },
}
const cancellation = { type: 'object', required: ['id'], properties: { id, comment: text } }

function send(reply: FastifyReply, outcome: Outcome) {
  const { kind, ...answer } = outcome
  return reply.code(outcomeCodes[kind]).send(answer)
}

/** Deciding requests (D-69) and cancelling bank relationships (D-89). */
export function deskRoutes(app: FastifyInstance, desk: ReturnType<typeof requestDesk>): void {
  app.post<{ Body: { user_request_id: number; action: Decision['action']; comment?: string } }>(
    '/user/apex/approve/request',
    { schema: { body: decision } },
    async ({ body }, reply) => {
      const comment = body.comment?.trim() ?? ''
      if (comment === '') return reply.code(400).send({ message: 'A comment is required' })
      return send(reply, desk.decide(body.user_request_id, body.action, comment))
    },
  )
  app.post<{ Body: { id: number; comment?: string } }>(
    '/user/apex/ach_relation/cancel',
    { schema: { body: cancellation } },
    async ({ body }, reply) => send(reply, desk.cancelAch(body.id, body.comment?.trim() ?? '')),
  )
}
