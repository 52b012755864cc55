import { outcomeCodes } from './outcomeCodes.ts'
import { tickerParams } from './tickerParams.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { CashOutcome, cashMaster } from '../reference/cashMaster.ts'

const ticker = { type: 'string', maxLength: 200 } as const
const addition = {
  type: 'object',
  required: ['type', 'ticker'],
  properties: { type: { const: 'CASH' }, ticker },
}
const edit = { type: 'object', required: ['ticker'], properties: { ticker } }

function send(reply: FastifyReply, outcome: CashOutcome, code: number = outcomeCodes.done) {
  if (outcome.kind === 'done') return reply.code(code).send(outcome.row)
  return reply.code(outcomeCodes[outcome.kind]).send({ message: outcome.message })
}

/** The cash master (spec back-office section 7). `user_id` is taken and has no effect: the token says who asks (D-153). */
export function cashRoutes(app: FastifyInstance, cash: ReturnType<typeof cashMaster>): void {
  app.get('/cashmaster', async () => cash.list())
  app.post<{ Body: { ticker: string } }>('/cashmaster', { schema: { body: addition } }, async ({ body }, reply) =>
    send(reply, cash.add(body.ticker), 201),
  )
  app.patch<{ Params: { id: string }; Body: { ticker: string } }>(
    '/cashmaster/:id',
    { schema: { params: tickerParams, body: edit } },
    async ({ params, body }, reply) => send(reply, cash.rename(Number(params.id), body.ticker)),
  )
  app.delete<{ Params: { id: string } }>(
    '/cashmaster/:id',
    { schema: { params: tickerParams } },
    async ({ params }, reply) => send(reply, cash.remove(Number(params.id))),
  )
}
