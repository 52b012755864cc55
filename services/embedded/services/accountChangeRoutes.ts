import { outcomeCodes } from './outcomeCodes.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { accountChanges, Outcome } from '../accounts/changes.ts'
import type { AccountList } from '../accounts/list.ts'

const userId = { type: 'integer', minimum: 1 } as const
const testState = {
  type: 'object',
  required: ['user_id', 'flag'],
  properties: { user_id: userId, flag: { type: 'boolean' } },
}
const restrictUser = { type: 'object', required: ['user_id'], properties: { user_id: userId } }
const restrictAccount = {
  type: 'object',
  required: ['apex_account', 'apex_account_restricted'],
  properties: {
    apex_account: { type: 'string', minLength: 1, maxLength: 40 },
    apex_account_restricted: { type: 'boolean' },
  },
}
const activeState = { type: 'object', required: ['account_id'], properties: { account_id: userId } }
const resubmit = { type: 'object', required: ['apex_account_id'], properties: { apex_account_id: userId } }

/** Sends an outcome under the key that the call uses for its sentence; an unknown record is always a `message`. */
function send(reply: FastifyReply, key: 'result' | 'message', outcome: Outcome) {
  return reply
    .code(outcomeCodes[outcome.kind])
    .send({ [outcome.kind === 'unknown' ? 'message' : key]: outcome.message })
}

/** The changes of the account list (D-56 to D-59), resubmission and Update Status (D-87). */
export function accountChangeRoutes(
  app: FastifyInstance,
  changes: ReturnType<typeof accountChanges>,
  list: AccountList,
): void {
  app.post<{ Querystring: { user_id: number; flag: boolean } }>(
    '/user/apex/set/test/account/state',
    { schema: { querystring: testState } },
    async ({ query }, reply) => send(reply, 'result', changes.setTest(query.user_id, query.flag)),
  )
  app.post<{ Body: { user_id: number } }>(
    '/user/restrict-user',
    { schema: { body: restrictUser } },
    async ({ body }, reply) => send(reply, 'message', changes.toggleUserRestriction(body.user_id)),
  )
  app.post<{ Body: { apex_account: string; apex_account_restricted: boolean } }>(
    '/user/apex/toggle/account/restriction/admin',
    { schema: { body: restrictAccount } },
    async ({ body }, reply) =>
      send(reply, 'message', changes.restrictAccount(body.apex_account, body.apex_account_restricted)),
  )
  app.post<{ Body: { apex_account_id: number } }>(
    '/user/apex/account/request/resubmit/admin',
    { schema: { body: resubmit } },
    async ({ body }, reply) => {
      const outcome = changes.resubmit(body.apex_account_id)
      if (outcome.kind === 'done') list.changed()
      return send(reply, 'result', outcome)
    },
  )
  app.post<{ Querystring: { account_id: number } }>(
    '/update_account_status',
    { schema: { querystring: activeState } },
    async ({ query }, reply) => send(reply, 'message', changes.toggleActive(query.account_id)),
  )
}
