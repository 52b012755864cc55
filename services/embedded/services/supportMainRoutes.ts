import { bodyOf, email, failInsideForOne, sendOutcome } from './supportBodies.ts'
import type { FastifyInstance } from 'fastify'
import type { SupportDesk } from '../support/supportDesk.ts'

const personalAccess = bodyOf({ user_email: email, activate_mentor: { type: 'boolean' } })

/** What the main API does for user support: applications and personal access (D-169, D-170). */
export function supportMainRoutes(staff: FastifyInstance, { clear, access }: SupportDesk): void {
  staff.register(async (app) => {
    failInsideForOne(app)
    app.put<{ Body: { user_email: string } }>(
      '/user/apex/clear-account',
      { schema: bodyOf({ user_email: email }) },
      async ({ body }, reply) => sendOutcome(reply, clear(body.user_email)),
    )
    app.put<{ Body: { user_email: string; activate_mentor: boolean } }>(
      '/user/mentor/access',
      { schema: personalAccess },
      async ({ body }, reply) => sendOutcome(reply, access.setPersonal(body.user_email, body.activate_mentor)),
    )
  })
}
