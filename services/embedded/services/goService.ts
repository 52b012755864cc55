import { application } from '../../../server/embedded/application.ts'
import { email, failInsideForOne } from './supportBodies.ts'
import { requireToken } from '../../../server/embedded/tokens.ts'
import type { FastifyInstance } from 'fastify'
import type { SupportDesk } from '../support/supportDesk.ts'
import type { Tokens } from '../../../server/embedded/tokens.ts'

const query = { type: 'object', required: ['email'], properties: { email } }

/** The go service (spec back-office section 7): how a user signs in (D-171). */
export function goService(desk: SupportDesk, tokens: Tokens, log: (line: string) => void): FastifyInstance {
  const app = application(log)
  requireToken(app, tokens)
  failInsideForOne(app)
  app.get<{ Querystring: { email: string } }>(
    '/user/fetch-okta-user-info',
    { schema: { querystring: query } },
    async (request) => desk.loginsOf(request.query.email),
  )
  return app
}
