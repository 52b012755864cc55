import { changeRoute, email, objectOf, readRoute, sendOutcome } from '../shared/requests.ts'
import { failForOneUser } from '../support/users.ts'
import { populateKinds } from '../support/population.ts'
import { carriesToken, type ServiceToken } from '../shared/callers.ts'
import type { FastifyInstance } from 'fastify'
import type { PartnerUser } from '../support/userChanges.ts'
import type { SupportDesk } from '../support/supportDesk.ts'
import { staffService, type StaffServiceParts } from './staffService.ts'

interface ProfileServiceParts extends StaffServiceParts {
  readonly desk: SupportDesk
  readonly serviceToken: ServiceToken
}

const name = { type: 'string', minLength: 1, maxLength: 128, pattern: '\\S' } as const
const partnerUser = objectOf({ email, division_userid: name, division: name, firstname: name, lastname: name })
const esNumber = { type: 'string', minLength: 1, maxLength: 64 } as const

/** The profile service (spec back-office section 7): registrations, access to the partner service, populating. */
export function profileService({ desk, serviceToken, ...parts }: ProfileServiceParts): FastifyInstance {
  return staffService('profile', parts, (app) => {
    app.addHook('preHandler', async () => desk.catchUp())
    failForOneUser(app)
    changeRoute(app, { url: '/profile/unregister-user-manually', required: { email } }, (given) =>
      desk.registrations.unregister(given.email),
    )
    app.post<{ Body: PartnerUser }>(
      '/profile/mc-user-sync-event',
      {
        schema: { body: partnerUser },
        preValidation: async (request, reply) =>
          carriesToken(request.headers, serviceToken)
            ? undefined
            : reply.code(403).send({ message: 'Invalid service token.' }),
      },
      async ({ body }, reply) => sendOutcome(reply, desk.access.givePartner(body)),
    )
    for (const kind of populateKinds) {
      const url = `/profile/populate/es/${kind}/:es_number`
      readRoute(app, { url, required: { es_number: esNumber } }, ({ es_number }, reply) => {
        void reply.header('cache-control', 'no-store')
        return desk.populate(kind, es_number)
      })
    }
  })
}

/** The go service (spec back-office section 7): how a user signs in (D-171). */
export const goService = (desk: SupportDesk, parts: StaffServiceParts): FastifyInstance =>
  staffService('go', parts, (app) => {
    failForOneUser(app)
    readRoute(app, { url: '/user/fetch-okta-user-info', required: { email } }, (given) => desk.loginsOf(given.email))
  })
