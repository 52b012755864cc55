import { Ajv } from 'ajv'
import type { Config } from '../../config/config.ts'
import { failWith, GatewayError } from '../core/errors.ts'
import { jsonIfAny } from '../core/json.ts'
import type { Limits } from '../core/limits.ts'
import { createUpstream } from '../core/upstream.ts'
import type { UpstreamAnswer } from '../core/upstreamAnswer.ts'
import { loginMessage } from '../../../language/messages.ts'

export type Authenticator = ReturnType<typeof createAuthenticator>

const CODE = /^[A-Za-z0-9.]{1,40}$/
const LARGEST = 256 * 1024

const isSuccess = new Ajv().compile<{ sessionToken: string }>({
  type: 'object',
  required: ['status', 'sessionToken'],
  properties: { status: { const: 'SUCCESS' }, sessionToken: { type: 'string', minLength: 1, maxLength: 4096 } },
})

const isRefusal = new Ajv().compile<{ errorCode?: string; status?: string }>({
  type: 'object',
  properties: { errorCode: { type: 'string' }, status: { type: 'string' } },
  anyOf: [{ required: ['errorCode'] }, { required: ['status'] }],
})

/** The error codes of transaction states that are refusals. */
const codeOfState: Readonly<Record<string, string>> = { PASSWORD_EXPIRED: 'E0000064' }

function refusalOf(body: { errorCode?: string; status?: string }): GatewayError {
  const code = body.errorCode ?? codeOfState[body.status ?? ''] ?? ''
  const publicCode = CODE.test(code) ? code : undefined
  return new GatewayError('SIGN_IN_REFUSED', { publicCode, message: loginMessage(publicCode) })
}

const configured = { variable: 'OKTA_URL' } as const

function tokenIn({ status, text, headers }: UpstreamAnswer): string {
  if (status === 429) {
    const seconds = Number(headers['retry-after'])
    throw new GatewayError('RATE_LIMITED', { retryAfter: seconds > 0 && seconds < 10_000 ? Math.ceil(seconds) : 60 })
  }
  const body = jsonIfAny(text)
  if (status === 200 && isSuccess(body)) return body.sessionToken
  if (status < 500 && isRefusal(body)) throw refusalOf(body)
  throw new GatewayError('IDENTITY_UNAVAILABLE', configured)
}

/** Creates the caller of `POST {oktaUrl}/api/v1/authn`. The password is passed on, never stored and never logged. */
export function createAuthenticator({ identity }: Config, limits: Limits) {
  const upstream = createUpstream(identity.oktaUrl, limits)
  return {
    /**
     * Returns a one-time session token for the right password.
     *
     * @throws GatewayError SIGN_IN_REFUSED with the provider's code, RATE_LIMITED, IDENTITY_UNAVAILABLE
     */
    async authenticate(username: string, password: string, requestId: string): Promise<string> {
      const request = {
        method: 'POST',
        path: '/api/v1/authn',
        headers: { accept: 'application/json', 'content-type': 'application/json', 'x-request-id': requestId },
        body: JSON.stringify({ username, password }),
        signal: AbortSignal.timeout(limits.identityMs),
        headersTimeout: limits.identityMs,
        repeatable: false,
      } as const
      const answer = await upstream.send(request, LARGEST).catch(failWith('IDENTITY_UNAVAILABLE', configured))
      return tokenIn(answer)
    },
    close: (): Promise<void> => upstream.close(),
  }
}
