import { isValues } from '../language/pointer.ts'
import { Ajv } from 'ajv'
import { GatewayError } from '../server/gateway/core/errors.ts'
import type { GatewayContext } from '../server/gateway/core/gatewayContext.ts'
import { askService, type StaffCheck, type StaffProfile } from '../server/gateway/signIn/staffCheck.ts'

interface Validation {
  readonly token: string
  readonly profile: {
    readonly user: { readonly id: number }
    readonly first_name?: string | null
    readonly last_name?: string | null
    readonly terms_agreed?: number | boolean | null
  }
  readonly self_role?: string | null
  /** Not shown (D-10). Any value is accepted. */
  readonly client_exist?: unknown
  readonly user_advisor_menu?: unknown
}

const text = { type: ['string', 'null'] } as const

const isValidation = new Ajv({ strict: false }).compile<Validation>({
  type: 'object',
  required: ['token', 'profile', 'is_staff'],
  properties: {
    token: { type: 'string', pattern: '^[\\x21-\\x7e]+$', maxLength: 4096 },
    is_staff: { const: true },
    self_role: text,
    profile: {
      type: 'object',
      required: ['user'],
      properties: {
        user: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
        first_name: text,
        last_name: text,
        terms_agreed: { type: ['integer', 'boolean', 'null'] },
      },
    },
  },
})

const profileOf = ({ token, profile, self_role, client_exist, user_advisor_menu }: Validation): StaffProfile => ({
  userId: profile.user.id,
  firstName: profile.first_name ?? '',
  lastName: profile.last_name ?? '',
  role: self_role ?? '',
  details: {
    termsAgreed: Number(profile.terms_agreed) > 0 ? 1 : 0,
    clientExist: Boolean(client_exist),
    userAdvisorMenu: Array.isArray(user_advisor_menu) ? user_advisor_menu : [],
  },
  upstreamToken: token,
})

/** `POST v1/validate-okta-user` on the main service (account review section 6, D-15); only boolean true passes (D-16). */
export const createStaffCheck =
  (context: GatewayContext): StaffCheck =>
  async (email, accessToken, requestId) => {
    const body = { email, access_token: accessToken }
    const answer = await askService(context, { service: 'main', path: '/v1/validate-okta-user', body, requestId })
    if (isValidation(answer)) return profileOf(answer)
    const claimsStaff = isValues(answer) && answer['is_staff'] === true
    throw new GatewayError(claimsStaff ? 'UPSTREAM_FORMAT' : 'NOT_STAFF')
  }
