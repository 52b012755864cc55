import * as oidc from 'openid-client'
import type { Config } from '../../config/config.ts'
import type { SignIn } from '../../store/signIns.ts'
import { CALLBACK } from '../http/requestChecks.ts'
import { createTokenVerifier } from './providerTokens.ts'
import { GatewayError } from '../core/errors.ts'
import type { Limits } from '../core/limits.ts'

/** The tokens of a completed sign-in or a refresh; times are UTC milliseconds. */
interface Tokens {
  readonly accessToken: string
  readonly accessTokenExpiresAt: number
  readonly refreshToken?: string
  readonly idToken: string
}

export interface Identity {
  readonly subject: string
  readonly email: string
  readonly tokens: Tokens
  /** When the person proved who they are, and the provider's name for its own session, where it says so. */
  readonly authTime: number | undefined
  readonly providerSession: string | undefined
}

/** The OpenID Connect provider as the gateway uses it. All calls throw IDENTITY_UNAVAILABLE when it cannot be reached. */
export type IdentityProvider = ReturnType<typeof createIdentityProvider>

const CODE = /^[A-Za-z0-9._]{1,40}$/
const DEFAULT_LIFETIME_S = 300
/** By how much the provider's clock may be ahead. */
const CLOCK_SKEW_MS = 120_000

/** True when the provider did not answer, as opposed to a check that failed here. */
const isUnreachable = (error: unknown): boolean =>
  !(error instanceof oidc.ResponseBodyError) &&
  (error instanceof TypeError ||
    (error instanceof Error && ['TimeoutError', 'AbortError'].includes(error.name)) ||
    (error instanceof oidc.ClientError && error.code === 'OAUTH_TIMEOUT'))

/** True when the provider refused the gateway itself: its id or its secret. */
const isClientRefused = (error: unknown): boolean =>
  (error instanceof oidc.ResponseBodyError && error.error === 'invalid_client') ||
  (error instanceof oidc.WWWAuthenticateChallengeError && error.cause.some(({ scheme }) => scheme === 'basic'))

const unavailable = (cause: unknown): GatewayError =>
  new GatewayError('IDENTITY_UNAVAILABLE', {
    variable: isClientRefused(cause) ? 'OIDC_CLIENT_ID, OIDC_CLIENT_SECRET' : 'OIDC_ISSUER',
    cause,
  })

function completionFailure(cause: unknown): GatewayError {
  if (cause instanceof GatewayError) return cause
  if (cause instanceof oidc.AuthorizationResponseError) {
    return new GatewayError('SIGN_IN_REFUSED', { publicCode: CODE.test(cause.error) ? cause.error : undefined, cause })
  }
  const isFailing = cause instanceof oidc.ResponseBodyError && cause.status >= 500
  if (isFailing || isClientRefused(cause) || isUnreachable(cause)) return unavailable(cause)
  return new GatewayError('SIGN_IN_EXPIRED', { cause })
}

type Grant = Awaited<ReturnType<typeof oidc.refreshTokenGrant>>

const tokensOf = (grant: Grant, idToken: string, now: () => number): Tokens => ({
  accessToken: grant.access_token,
  accessTokenExpiresAt: now() + (grant.expires_in ?? DEFAULT_LIFETIME_S) * 1000,
  idToken,
  ...(grant.refresh_token === undefined ? {} : { refreshToken: grant.refresh_token }),
})

/** Creates the discovery of the provider, at the first use and again after a failure. */
function createDiscovery({ identity }: Config, limits: Limits): () => Promise<oidc.Configuration> {
  let found: Promise<oidc.Configuration> | undefined
  const issuer = new URL(identity.issuer)
  const discover = (): Promise<oidc.Configuration> =>
    oidc.discovery(issuer, identity.clientId, undefined, oidc.ClientSecretBasic(identity.clientSecret), {
      timeout: limits.identityMs / 1000,
      execute: [
        // Signatures of ID tokens are verified, too, not the connection alone.
        oidc.enableNonRepudiationChecks,
        // Outside dev the configuration admits plain http for loopback addresses only.
        ...(issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
      ],
    })
  return async () => {
    try {
      return await (found ??= discover())
    } catch (cause) {
      found = undefined
      throw unavailable(cause)
    }
  }
}

async function verifiedIdentity(
  configuration: oidc.Configuration,
  callback: URL,
  signIn: SignIn,
  now: () => number,
): Promise<Identity> {
  const grant = await oidc.authorizationCodeGrant(configuration, callback, {
    pkceCodeVerifier: signIn.verifier,
    expectedState: signIn.state,
    expectedNonce: signIn.nonce,
    idTokenExpected: true,
  })
  const claims = grant.claims()
  if (claims === undefined || grant.id_token === undefined) throw new GatewayError('SIGN_IN_EXPIRED')
  // The library checks when the token ends, not when it begins.
  if (claims.iat * 1000 > now() + CLOCK_SKEW_MS) throw new GatewayError('SIGN_IN_EXPIRED')
  const { email } = await oidc.fetchUserInfo(configuration, grant.access_token, claims.sub)
  if (typeof email !== 'string' || email === '') throw new GatewayError('NOT_STAFF')
  const { sub: subject, auth_time: authTime, sid } = claims
  return {
    subject,
    email,
    tokens: tokensOf(grant, grant.id_token, now),
    authTime: typeof authTime === 'number' ? authTime * 1000 : undefined,
    providerSession: typeof sid === 'string' ? sid : undefined,
  }
}

interface SignInHints {
  readonly sessionToken?: string
  readonly loginHint?: string
  readonly isFresh?: boolean
}

/** Creates the client of the configured provider, with `openid-client`: PKCE, state, nonce and issuer are checked. */
export function createIdentityProvider(config: Config, limits: Limits, now: () => number) {
  const configurationOf = createDiscovery(config, limits)
  const redirectUri = `${config.publicUrl}${CALLBACK}`
  return {
    /**
     * Starts a sign-in: the address for the browser and the data to keep until it returns. A fresh one asks the person
     * even while their session with the provider is open.
     */
    async begin({
      sessionToken,
      loginHint,
      isFresh = false,
    }: SignInHints): Promise<{ location: string; transaction: SignIn }> {
      const configuration = await configurationOf()
      const verifier = oidc.randomPKCECodeVerifier()
      const state = oidc.randomState()
      const nonce = oidc.randomNonce()
      const location = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid profile email offline_access',
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        ...(sessionToken === undefined ? {} : { sessionToken }),
        ...(loginHint === undefined ? {} : { login_hint: loginHint }),
        ...(isFresh ? { prompt: 'login', max_age: '0' } : {}),
      })
      return { location: location.href, transaction: { verifier, state, nonce } }
    },
    /** Exchanges the callback's query. @throws GatewayError SIGN_IN_REFUSED by the provider, SIGN_IN_EXPIRED when not genuine */
    async complete(query: string, transaction: SignIn): Promise<Identity> {
      try {
        return await verifiedIdentity(await configurationOf(), new URL(`${redirectUri}${query}`), transaction, now)
      } catch (error) {
        throw completionFailure(error)
      }
    },
    /** Renews the tokens. @throws GatewayError SESSION_OVER when the provider refuses */
    async refresh(refreshToken: string, idToken: string): Promise<Tokens> {
      const configuration = await configurationOf()
      try {
        const grant = await oidc.refreshTokenGrant(configuration, refreshToken)
        return { refreshToken, ...tokensOf(grant, grant.id_token ?? idToken, now) }
      } catch (cause) {
        const isRefused = cause instanceof oidc.ResponseBodyError && cause.status < 500 && !isClientRefused(cause)
        throw isRefused ? new GatewayError('SESSION_OVER', { cause }) : unavailable(cause)
      }
    },
    /** Verifies tokens that the provider signs for this gateway, with its published keys. */
    verifier: createTokenVerifier(configurationOf, config, limits, now),
    /** Ends the grant with all its tokens. */
    async revoke({ accessToken, refreshToken }: { accessToken: string; refreshToken?: string }): Promise<void> {
      const configuration = await configurationOf()
      try {
        await oidc.tokenRevocation(configuration, refreshToken ?? accessToken)
      } catch (cause) {
        throw unavailable(cause)
      }
    },
    /** The address at which the browser ends its session with the provider. */
    async endSessionUrl(idToken: string): Promise<string> {
      const configuration = await configurationOf()
      const parameters = { id_token_hint: idToken, post_logout_redirect_uri: `${config.publicUrl}/login?signedOut=1` }
      return oidc.buildEndSessionUrl(configuration, parameters).href
    },
  }
}
