import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify, type JWTVerifyOptions } from 'jose'
import type { Configuration } from 'openid-client'
import type { Config } from '../../config/config.ts'
import { GatewayError } from '../core/errors.ts'
import type { Limits } from '../core/limits.ts'
import { REVOCATION } from '../http/requestChecks.ts'

/** Whose sessions a verified token of the provider ends. `id` is the token's own. */
export interface LogoutToken {
  readonly id: string
  readonly subject: string | undefined
  readonly providerSession: string | undefined
}

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const ALGORITHMS = ['RS', 'PS', 'ES'].flatMap((family) => ['256', '384', '512'].map((bits) => `${family}${bits}`))
const CLOCK_S = 5
const LOGOUT_AGE_S = 120
const REVOCATION_AGE_S = 300

const textIn = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const hasEvent = ({ events }: JWTPayload): boolean =>
  typeof events === 'object' && events !== null && EVENT in events && typeof Object(events)[EVENT] === 'object'

/** A rejected token has the code; without the provider's keys no token can be judged. */
const failure = (cause: unknown, code: 'BAD_REQUEST' | 'PROVIDER_TOKEN'): GatewayError => {
  const isUnreachable = !(cause instanceof errors.JOSEError) || cause instanceof errors.JWKSTimeout
  if (isUnreachable) return new GatewayError('IDENTITY_UNAVAILABLE', { variable: 'OIDC_ISSUER', cause })
  return new GatewayError(code, { message: 'The token is not a valid one of the identity provider.', cause })
}

/** Creates the verifier of the tokens with which the provider ends sessions (S-06, S-07). Their keys are read when needed. */
export function createTokenVerifier(
  configurationOf: () => Promise<Configuration>,
  { identity, publicUrl }: Config,
  limits: Limits,
  now: () => number,
) {
  let keys: { readonly address: string; readonly set: ReturnType<typeof createRemoteJWKSet> } | undefined

  async function verified(token: string, options: JWTVerifyOptions): Promise<JWTPayload> {
    const { issuer, jwks_uri: address = '' } = (await configurationOf()).serverMetadata()
    if (keys?.address !== address)
      keys = { address, set: createRemoteJWKSet(new URL(address), { timeoutDuration: limits.identityMs }) }
    const common = { issuer, algorithms: ALGORITHMS, clockTolerance: CLOCK_S, currentDate: new Date(now()) }
    const { payload } = await jwtVerify(token, keys.set, { ...common, ...options })
    return payload
  }

  return {
    /** Reads a logout token. @throws GatewayError BAD_REQUEST for any other token, an ID token included */
    async logoutToken(token: string): Promise<LogoutToken> {
      const rules = { typ: 'logout+jwt', audience: identity.clientId, maxTokenAge: LOGOUT_AGE_S }
      const payload = await verified(token, { ...rules, requiredClaims: ['iat', 'exp', 'jti', 'events'] }).catch(
        (error: unknown) => {
          throw failure(error, 'BAD_REQUEST')
        },
      )
      const [id, subject, providerSession] = [payload.jti, payload.sub, payload['sid']].map(textIn)
      const names = subject !== undefined || providerSession !== undefined
      if (id === undefined || !names || !hasEvent(payload) || 'nonce' in payload)
        throw new GatewayError('BAD_REQUEST', { message: 'The token is not a logout token.' })
      return { id, subject, providerSession }
    },
    /** Verifies the token of a revocation request and answers its id. @throws GatewayError PROVIDER_TOKEN */
    async revocationToken(token: string): Promise<string> {
      const rules = { typ: 'global-token-revocation+jwt', subject: identity.clientId, maxTokenAge: REVOCATION_AGE_S }
      const required = ['iat', 'exp', 'jti']
      const options = { ...rules, audience: `${publicUrl}${REVOCATION}`, requiredClaims: required }
      const {
        jti,
        iat = 0,
        exp = 0,
      } = await verified(token, options).catch((error: unknown) => {
        throw failure(error, 'PROVIDER_TOKEN')
      })
      if (textIn(jti) === undefined || exp - iat > REVOCATION_AGE_S) throw new GatewayError('PROVIDER_TOKEN')
      return String(jti)
    },
  }
}
