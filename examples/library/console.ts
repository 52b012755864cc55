import { join } from 'node:path'
import { Ajv } from 'ajv'
import type { ConsoleServer } from '../../server/console.ts'
import { EMBEDDED_PASSWORD } from '../../server/embedded/identity/passwords.ts'
import { GatewayError } from '../../server/gateway/core/errors.ts'
import { askService, type StaffProfile } from '../../server/gateway/signIn/staffCheck.ts'
import { people } from './people.ts'
import { authored, model } from './schemas/index.ts'

const text = { type: 'string' } as const

const isProfile = new Ajv({ removeAdditional: true }).compile<StaffProfile>({
  type: 'object',
  additionalProperties: false,
  required: ['userId', 'firstName', 'lastName', 'role', 'upstreamToken'],
  properties: { userId: { type: 'integer' }, firstName: text, lastName: text, role: text, upstreamToken: text },
})

/** The lending library, as the server runs it. It needs nothing of its own from the environment. */
export const library: ConsoleServer<null> = {
  authored,
  recorded: 'examples/library/recorded',
  model,
  readSettings: () => null,
  gateway: () => ({
    model,
    inspectPermission: 'members.register',
    createStaffCheck: (context) => async (email, accessToken, requestId) => {
      const body = { email, access_token: accessToken }
      const profile = await askService(context, { service: 'library', path: '/staff', body, requestId })
      if (isProfile(profile)) return profile
      throw new GatewayError('NOT_STAFF')
    },
    credentials: {},
    extensions: [],
  }),
  embedded: {
    module: join(import.meta.dirname, 'service.ts'),
    services: ['library'],
    greeting: [`Sign in as ${people.map(({ email }) => email).join(', ')}`, `Password of all: ${EMBEDDED_PASSWORD}`],
  },
  build: { config: 'examples/library/vite.config.ts', folders: ['examples/library'], outDir: 'examples/library/dist' },
}
