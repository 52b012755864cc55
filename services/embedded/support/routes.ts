import { sendOutcome } from '../outcome.ts'
import { email, objectOf } from '../services/requestSchemas.ts'
import { tradeFileRoute } from './bookings.ts'
import { failForOneUser } from './failingUser.ts'
import { informationFields } from './particulars.ts'
import type { FastifyInstance } from 'fastify'
import type { Information } from './particulars.ts'
import type { SupportDesk } from './supportDesk.ts'

const oneUser = objectOf({ user_email: email })
const personalAccess = objectOf({ user_email: email, activate_mentor: { type: 'boolean' } })

/** User support in the main API: applications and personal access (D-169, D-170). */
export function supportMainRoutes(staff: FastifyInstance, { clear, access }: SupportDesk): void {
  staff.register(async (app) => {
    failForOneUser(app)
    app.put<{ Body: { user_email: string } }>(
      '/user/apex/clear-account',
      { schema: { body: oneUser } },
      async ({ body }, reply) => sendOutcome(reply, clear(body.user_email)),
    )
    app.put<{ Body: { user_email: string; activate_mentor: boolean } }>(
      '/user/mentor/access',
      { schema: { body: personalAccess } },
      async ({ body }, reply) => sendOutcome(reply, access.setPersonal(body.user_email, body.activate_mentor)),
    )
  })
}

/** The desk words what is wrong with a zip code or a phone number, so these limits are only upper bounds. */
const fields = Object.fromEntries(
  Object.entries(informationFields).map(([field, most]) => [field, { type: 'string', maxLength: Math.max(most, 40) }]),
)
const information = { ...objectOf({ user_email: email }, fields), additionalProperties: false }
const accountNo = { type: 'string', minLength: 1, maxLength: 64 } as const
const userId = { type: 'string', minLength: 1, maxLength: 40 } as const

const reopening = objectOf({ account_no: accountNo })
const reinstatement = objectOf({ user_email: email, user_id: userId })
const deletion = objectOf({ email })
const emailChange = objectOf({ old_user_email: email, new_user_email: email })

/** User support in the trade service, files of trade lines included (spec back-office section 7). */
export function supportTradeRoutes(trade: FastifyInstance, desk: SupportDesk, ready: () => Promise<void>): void {
  const { accountCare, particulars, registrations } = desk
  trade.register(async (app) => {
    app.addHook('preHandler', async () => desk.catchUp())
    failForOneUser(app)
    tradeFileRoute(app, desk.book, ready)
    app.post<{ Body: { account_no: string } }>(
      '/v1/admin/user/apex_account_reopen',
      { schema: { body: reopening } },
      async ({ body }, reply) => sendOutcome(reply, accountCare.reopen(body.account_no)),
    )
    app.post<{ Body: { user_email: string; user_id: string } }>(
      '/v1/admin/user/reinstate',
      { schema: { body: reinstatement } },
      async ({ body }, reply) => sendOutcome(reply, registrations.reinstate(body.user_email, body.user_id)),
    )
    app.post<{ Body: { user_email: string } }>(
      '/v1/admin/user/bank_unlink',
      { schema: { body: oneUser } },
      async ({ body }, reply) => sendOutcome(reply, accountCare.unlinkBank(body.user_email)),
    )
    app.post<{ Body: { email: string } }>(
      '/v1/admin/user/delete_information',
      { schema: { body: deletion } },
      async ({ body }, reply) => sendOutcome(reply, desk.deleteInformation(body.email)),
    )
    app.post<{ Body: { old_user_email: string; new_user_email: string } }>(
      '/v1/admin/user/email_change',
      { schema: { body: emailChange } },
      async ({ body }, reply) => sendOutcome(reply, particulars.changeEmail(body.old_user_email, body.new_user_email)),
    )
    app.post<{ Body: Information & { readonly user_email: string } }>(
      '/v1/admin/user/update_information',
      { schema: { body: information } },
      async ({ body: { user_email: userEmail, ...given } }, reply) =>
        sendOutcome(reply, particulars.update(userEmail, given)),
    )
  })
}
