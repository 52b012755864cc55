import type { Config } from '../../config/config.ts'
import { addressVariable } from '../../config/settings.ts'
import type { SessionData } from '../../store/sessions.ts'
import { failWith, GatewayError } from '../core/errors.ts'
import { type GatewayContext, upstreamOf } from '../core/gatewayContext.ts'
import { jsonIfAny } from '../core/json.ts'

/** The data of a member of staff from the console's service. */
export type StaffProfile = Pick<SessionData, 'userId' | 'firstName' | 'lastName' | 'role' | 'details' | 'upstreamToken'>

/** Checks that an identity is staff. @throws GatewayError NOT_STAFF; IDENTITY_UNAVAILABLE when the check fails */
export type StaffCheck = (email: string, accessToken: string, requestId: string) => Promise<StaffProfile>

/** The check that also refuses people without a role, where NO_ROLE says so (D-10). */
export const withRole =
  ({ noRole }: Pick<Config, 'noRole'>, check: StaffCheck): StaffCheck =>
  async (email, accessToken, requestId) => {
    const profile = await check(email, accessToken, requestId)
    if (profile.role === '' && noRole === 'refuse') throw new GatewayError('NOT_STAFF')
    return profile
  }

/** The call to the service that knows the staff: `POST {service}{path}`. */
interface StaffQuestion {
  readonly service: string
  readonly path: `/${string}`
  readonly body: object
  readonly requestId: string
}

/**
 * Asks the service and returns its answer; `undefined` for a refusal and for anything but JSON.
 *
 * @throws GatewayError IDENTITY_UNAVAILABLE when the service cannot answer
 */
export async function askService(
  context: GatewayContext,
  { service, path, body, requestId }: StaffQuestion,
): Promise<unknown> {
  const { limits } = context
  const request = {
    method: 'POST',
    path,
    headers: { accept: 'application/json', 'content-type': 'application/json', 'x-request-id': requestId },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(limits.readMs),
    headersTimeout: limits.readHeadersMs,
    repeatable: false,
  } as const
  const configured = { variable: addressVariable(service) }
  const answer = await upstreamOf(context, service)
    .send(request, limits.jsonBytes)
    .catch(failWith('IDENTITY_UNAVAILABLE', configured))
  if (answer.status === 429 || answer.status >= 500) throw new GatewayError('IDENTITY_UNAVAILABLE', configured)
  return answer.status < 300 ? jsonIfAny(answer.text) : undefined
}
