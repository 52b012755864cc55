import { Ajv } from 'ajv'
import { GatewayError } from '../server/gateway/errors.ts'
import { upstreamOf, type GatewayContext } from '../server/gateway/gatewayContext.ts'
import { isObject } from '../server/gateway/http/json.ts'
import { jsonIfAny } from '../server/gateway/http/readBody.ts'
import type { StaffCheck, StaffProfile } from '../server/gateway/signIn/staffCheck.ts'
import { readAnswer } from '../server/gateway/upstream/upstreamAnswer.ts'

interface Validation {
  readonly token: string
  readonly profile: {
    readonly user: { readonly id: number }
    readonly first_name?: string | null
    readonly last_name?: string | null
    readonly terms_agreed?: number | boolean | null
  }
  readonly self_role?: string | null
  /** Shown nowhere (D-10): whatever stands there does not keep anybody out. */
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
export function createStaffCheck(context: GatewayContext): StaffCheck {
  const { limits } = context
  return async (email, accessToken, requestId) => {
    const request = {
      method: 'POST',
      path: '/v1/validate-okta-user',
      headers: { accept: 'application/json', 'content-type': 'application/json', 'x-request-id': requestId },
      body: JSON.stringify({ email, access_token: accessToken }),
      signal: AbortSignal.timeout(limits.readMs),
      headersTimeout: limits.readHeadersMs,
      repeatable: false,
    } as const
    const answer = await upstreamOf(context, 'main')
      .send(request, (response) => readAnswer(response, limits.jsonBytes))
      .catch((cause: unknown) => {
        throw new GatewayError('IDENTITY_UNAVAILABLE', { cause })
      })
    if (answer.status === 429 || answer.status >= 500) throw new GatewayError('IDENTITY_UNAVAILABLE')
    const body = answer.status < 300 ? jsonIfAny(answer.text) : undefined
    if (isValidation(body)) return profileOf(body)
    const claimsStaff = isObject(body) && body['is_staff'] === true
    throw new GatewayError(claimsStaff ? 'UPSTREAM_FORMAT' : 'NOT_STAFF')
  }
}
