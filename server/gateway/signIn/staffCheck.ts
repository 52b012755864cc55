import type { SessionData } from '../../store/sessions.ts'
import { GatewayError } from '../core/errors.ts'
import { type GatewayContext, upstreamOf } from '../core/gatewayContext.ts'
import { jsonIfAny } from '../core/json.ts'
import { readAnswer } from '../core/upstream.ts'

/** What the console's service says about a member of staff. */
export type StaffProfile = Pick<SessionData, 'userId' | 'firstName' | 'lastName' | 'role' | 'details' | 'upstreamToken'>

/** Asks whether an identity is staff. @throws GatewayError NOT_STAFF; IDENTITY_UNAVAILABLE when the check fails */
export type StaffCheck = (email: string, accessToken: string, requestId: string) => Promise<StaffProfile>

/** The call by which a service says who somebody is: `POST {service}{path}`. */
interface StaffQuestion {
  readonly service: string
  readonly path: `/${string}`
  readonly body: object
  readonly requestId: string
}

/**
 * The service's answer; `undefined` for a refusal and for what is not JSON.
 *
 * @throws GatewayError IDENTITY_UNAVAILABLE where the service cannot say
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
  const answer = await upstreamOf(context, service)
    .send(request, (response) => readAnswer(response, limits.jsonBytes))
    .catch((cause: unknown) => {
      throw new GatewayError('IDENTITY_UNAVAILABLE', { cause })
    })
  if (answer.status === 429 || answer.status >= 500) throw new GatewayError('IDENTITY_UNAVAILABLE')
  return answer.status < 300 ? jsonIfAny(answer.text) : undefined
}
