import { populateKinds } from '../support/population.ts'
import { application } from '../../../server/embedded/application.ts'
import { carriesToken } from './serviceToken.ts'
import { bodyOf, email, failInsideForOne, sendOutcome } from './supportBodies.ts'
import { requireToken } from '../../../server/embedded/tokens.ts'
import type { FastifyInstance } from 'fastify'
import type { PartnerUser } from '../support/access.ts'
import type { SupportDesk } from '../support/supportDesk.ts'
import type { ServiceToken } from './serviceToken.ts'
import type { Tokens } from '../../../server/embedded/tokens.ts'

/** What the profile service stands on. */
interface ProfileServiceParts {
  readonly desk: SupportDesk
  readonly tokens: Tokens
  readonly serviceToken: ServiceToken
  readonly log: (line: string) => void
}

const name = { type: 'string', minLength: 1, maxLength: 128, pattern: '\\S' } as const
const partnerUser = bodyOf({ email, division_userid: name, division: name, firstname: name, lastname: name })
const params = { type: 'object', properties: { es_number: { type: 'string', minLength: 1, maxLength: 64 } } }

/** The profile service (spec back-office section 7): registrations, access to the partner service, populating. */
export function profileService({ desk, tokens, serviceToken, log }: ProfileServiceParts): FastifyInstance {
  const app = application(log)
  requireToken(app, tokens)
  app.addHook('preHandler', async () => desk.catchUp())
  failInsideForOne(app)
  app.post<{ Body: { email: string } }>(
    '/profile/unregister-user-manually',
    { schema: bodyOf({ email }) },
    async ({ body }, reply) => sendOutcome(reply, desk.registrations.unregister(body.email)),
  )
  app.post<{ Body: PartnerUser }>(
    '/profile/mc-user-sync-event',
    {
      schema: partnerUser,
      preValidation: async (request, reply) =>
        carriesToken(request.headers, serviceToken)
          ? undefined
          : reply.code(403).send({ message: 'Invalid service token.' }),
    },
    async ({ body }, reply) => sendOutcome(reply, desk.access.givePartner(body)),
  )
  for (const kind of populateKinds) {
    app.get<{ Params: { es_number: string } }>(
      `/profile/populate/es/${kind}/:es_number`,
      { schema: { params }, exposeHeadRoute: false },
      async (request, reply) => {
        void reply.header('cache-control', 'no-store')
        return sendOutcome(reply, desk.populate(kind, request.params.es_number))
      },
    )
  }
  return app
}
