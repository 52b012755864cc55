import type { FastifyInstance } from 'fastify'
import type { DeskParts } from '../accounts/details.ts'
import { accountClosings } from '../accounts/requestDesk.ts'
import { changeRoute, email, flag, objectOf, sendOutcome } from '../shared/requests.ts'
import { accountCare, applications, deletions, registrations } from './accountCare.ts'
import { bookings, tradeFileRoute } from './bookings.ts'
import { population } from './population.ts'
import { access, type Information, informationFields, logins, particulars } from './userChanges.ts'
import { failForOneUser } from './users.ts'

export type SupportDesk = ReturnType<typeof supportDesk>

/** The actions of user support (spec back-office section 7). */
export function supportDesk(parts: DeskParts) {
  const closings = accountClosings(parts)
  return {
    /** Applies due close requests. Call it before every request. */
    catchUp: () => closings.catchUp(),
    registrations: registrations(parts),
    clear: applications(parts),
    deleteInformation: deletions(parts),
    particulars: particulars(parts),
    access: access(parts),
    accountCare: accountCare(parts),
    populate: population(parts),
    loginsOf: logins(parts),
    book: bookings(parts),
  }
}

const oneUser = { user_email: email }

/** User support in the main API: applications and personal access (D-169, D-170). */
export function supportMainRoutes(staff: FastifyInstance, { clear, access }: SupportDesk): void {
  staff.register(async (app) => {
    failForOneUser(app)
    changeRoute(app, { method: 'PUT', url: '/user/apex/clear-account', required: oneUser }, (given) =>
      clear(given.user_email),
    )
    changeRoute(
      app,
      { method: 'PUT', url: '/user/mentor/access', required: { ...oneUser, activate_mentor: flag } },
      (given) => access.setPersonal(given.user_email, given.activate_mentor),
    )
  })
}

/** The desk words what is wrong with a zip code or a phone number, so these limits are only upper bounds. */
const fields = Object.fromEntries(
  Object.entries(informationFields).map(([field, most]) => [field, { type: 'string', maxLength: Math.max(most, 40) }]),
)
const information = { ...objectOf(oneUser, fields), additionalProperties: false }
const accountNo = { type: 'string', minLength: 1, maxLength: 64 } as const
const userId = { type: 'string', minLength: 1, maxLength: 40 } as const

/** User support in the trade service, files of trade lines included (spec back-office section 7). */
export function supportTradeRoutes(trade: FastifyInstance, desk: SupportDesk, ready: () => Promise<void>): void {
  const { accountCare, particulars, registrations } = desk
  trade.register(async (app) => {
    app.addHook('preHandler', async () => desk.catchUp())
    failForOneUser(app)
    tradeFileRoute(app, desk.book, ready)
    changeRoute(app, { url: '/v1/admin/user/apex_account_reopen', required: { account_no: accountNo } }, (given) =>
      accountCare.reopen(given.account_no),
    )
    changeRoute(app, { url: '/v1/admin/user/reinstate', required: { ...oneUser, user_id: userId } }, (given) =>
      registrations.reinstate(given.user_email, given.user_id),
    )
    changeRoute(app, { url: '/v1/admin/user/bank_unlink', required: oneUser }, (given) =>
      accountCare.unlinkBank(given.user_email),
    )
    changeRoute(app, { url: '/v1/admin/user/delete_information', required: { email } }, (given) =>
      desk.deleteInformation(given.email),
    )
    changeRoute(
      app,
      { url: '/v1/admin/user/email_change', required: { old_user_email: email, new_user_email: email } },
      (given) => particulars.changeEmail(given.old_user_email, given.new_user_email),
    )
    app.post<{ Body: Information & { readonly user_email: string } }>(
      '/v1/admin/user/update_information',
      { schema: { body: information } },
      async ({ body: { user_email: userEmail, ...given } }, reply) =>
        sendOutcome(reply, particulars.update(userEmail, given)),
    )
  })
}
