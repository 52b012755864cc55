import { informationFields } from '../support/particulars.ts'
import { bodyOf, email, failInsideForOne, sendOutcome } from './supportBodies.ts'
import { tradeFileRoute } from './tradeFileRoute.ts'
import type { FastifyInstance } from 'fastify'
import type { Information } from '../support/particulars.ts'
import type { SupportDesk } from '../support/supportDesk.ts'

const information = {
  body: {
    type: 'object',
    required: ['user_email'],
    additionalProperties: false,
    properties: {
      user_email: email,
      // The desk words what is wrong with a zip code or a phone number; the limits here only keep out what is absurd.
      ...Object.fromEntries(
        Object.entries(informationFields).map(([field, most]) => [
          field,
          { type: 'string', maxLength: Math.max(most, 40) },
        ]),
      ),
    },
  },
}

const accountNo = { type: 'string', minLength: 1, maxLength: 64 } as const
const userId = { type: 'string', minLength: 1, maxLength: 40 } as const

/** What the trade service does for user support, files of trade lines among it (spec back-office section 7). */
export function supportTradeRoutes(trade: FastifyInstance, desk: SupportDesk, ready: () => Promise<void>): void {
  const { accountCare, particulars, registrations } = desk
  trade.register(async (app) => {
    app.addHook('preHandler', async () => desk.catchUp())
    failInsideForOne(app)
    tradeFileRoute(app, desk.book, ready)
    app.post<{ Body: { account_no: string } }>(
      '/v1/admin/user/apex_account_reopen',
      { schema: bodyOf({ account_no: accountNo }) },
      async ({ body }, reply) => sendOutcome(reply, accountCare.reopen(body.account_no)),
    )
    app.post<{ Body: { user_email: string; user_id: string } }>(
      '/v1/admin/user/reinstate',
      { schema: bodyOf({ user_email: email, user_id: userId }) },
      async ({ body }, reply) => sendOutcome(reply, registrations.reinstate(body.user_email, body.user_id)),
    )
    app.post<{ Body: { user_email: string } }>(
      '/v1/admin/user/bank_unlink',
      { schema: bodyOf({ user_email: email }) },
      async ({ body }, reply) => sendOutcome(reply, accountCare.unlinkBank(body.user_email)),
    )
    app.post<{ Body: { email: string } }>(
      '/v1/admin/user/delete_information',
      { schema: bodyOf({ email }) },
      async ({ body }, reply) => sendOutcome(reply, desk.deleteInformation(body.email)),
    )
    app.post<{ Body: { old_user_email: string; new_user_email: string } }>(
      '/v1/admin/user/email_change',
      { schema: bodyOf({ old_user_email: email, new_user_email: email }) },
      async ({ body }, reply) => sendOutcome(reply, particulars.changeEmail(body.old_user_email, body.new_user_email)),
    )
    app.post<{ Body: Information & { readonly user_email: string } }>(
      '/v1/admin/user/update_information',
      { schema: information },
      async ({ body: { user_email: userEmail, ...given } }, reply) =>
        sendOutcome(reply, particulars.update(userEmail, given)),
    )
  })
}
