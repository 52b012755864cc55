import { holderOf } from '../../../server/embedded/identity/holderOf.ts'
import { staffByEmail } from '../staff.ts'
import type { FastifyInstance } from 'fastify'
import type { Tokens } from '../../../server/embedded/tokens.ts'

const body = {
  type: 'object',
  required: ['email', 'access_token'],
  properties: {
    email: { type: 'string', minLength: 3, maxLength: 254 },
    access_token: { type: 'string', minLength: 1, maxLength: 4096 },
  },
}

/**
 * The staff check after the identity provider's sign-in (D-15): trades an access token for the main API's own token.
 * Customers get an answer too, with `is_staff` false; refusing them is the console's part.
 */
export function signInRoute(app: FastifyInstance, tokens: Tokens, userinfoUrl: string): void {
  app.post<{ Body: { email: string; access_token: string } }>(
    '/v1/validate-okta-user',
    { schema: { body } },
    async ({ body: { email, access_token } }, reply) => {
      const holder = await holderOf(userinfoUrl, access_token)
      if (holder === undefined) return reply.code(401).send({ message: 'The access token is not valid' })
      if (holder.toLowerCase() !== email.toLowerCase()) {
        return reply.code(403).send({ message: 'The access token belongs to another e-mail' })
      }
      const person = staffByEmail(holder)
      if (!person) return reply.code(404).send({ message: 'User not found' })
      return {
        token: tokens.issue(person.userId, person.isStaff),
        profile: {
          user: { id: person.userId, email: person.email },
          first_name: person.firstName,
          last_name: person.lastName,
          terms_agreed: 1,
          new_user: false,
        },
        self_role: person.role,
        client_exist: false,
        user_advisor_menu: [],
        is_staff: person.isStaff,
      }
    },
  )
}
