import { parseOwn } from '../../config/ownJson.ts'
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { FastifyInstance } from 'fastify'
import type { JWKS, Provider } from 'oidc-provider'
import { application, listen } from '../application.ts'
import type { Settings } from '../database.ts'
import { openPasswords, type Person } from './passwords.ts'
import { openAdapter, openIdProvider } from './provider.ts'
import { authnRoute, interactionRoutes, sessionTokens } from './signInRoutes.ts'

const REFUSED = [400, 401, 403]

/**
 * The e-mail address of the owner of an access token, from the identity provider; `undefined` when it refuses the token.
 *
 * @param userinfoUrl the provider's userinfo endpoint
 */
export async function holderOf(userinfoUrl: string, accessToken: string): Promise<string | undefined> {
  // A token is one run of visible ASCII; anything else could not be sent as a header.
  if (!/^[\x21-\x7e]+$/.test(accessToken)) return undefined
  const response = await fetch(userinfoUrl, {
    headers: { authorization: `Bearer ${accessToken}` },
    redirect: 'error',
    signal: AbortSignal.timeout(5000),
  })
  if (REFUSED.includes(response.status)) return undefined
  if (!response.ok) throw new Error(`userinfo answered ${response.status}`)
  const claims: unknown = await response.json()
  return typeof claims === 'object' && claims !== null && 'email' in claims ? String(claims.email) : undefined
}

function newJwks(): JWKS {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { keys: [{ ...privateKey.export({ format: 'jwk' }), kty: 'EC', use: 'sig', alg: 'ES256', kid: randomUUID() }] }
}

/** The secrets of the identity provider, created at the first start and kept in the database. */
function identityKeys(settings: Settings) {
  const secret = (name: string): string => settings.keep(name, () => randomBytes(32).toString('base64url'))
  return {
    jwks: parseOwn<JWKS>(settings.keep('identity.jwks', () => JSON.stringify(newJwks()))),
    cookieKeys: [secret('identity.cookieKey')],
    clientSecret: secret('identity.clientSecret'),
  }
}

export interface IdentityParts {
  readonly database: DatabaseSync
  readonly settings: Settings
  readonly people: readonly Person[]
  readonly publicUrl: string
  readonly log: (line: string) => void
}

const CLIENT_ID = 'countersign-console'

/** Stored tokens contain the issuer, so the port of the last start is reused when it is free. */
async function listenAgain(app: FastifyInstance, { settings, log }: IdentityParts): Promise<string> {
  const last = Number(settings.read('identity.port') ?? 0)
  try {
    return await listen(app, last)
  } catch (error) {
    if (last === 0 || !(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    log(`embedded: port ${last} is taken, the identity provider moves and earlier sign-ins end`)
    return listen(app)
  }
}

/** Passes all other requests to the provider with an unread body. */
function providerRoutes(app: FastifyInstance, provider: () => Provider): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.all('/*', async (request, reply) => {
      reply.hijack()
      await provider().callback()(request.raw, reply.raw)
      return reply
    })
  })
}

/** Starts the identity provider: OpenID Connect and Okta's authenticate call at the same origin. */
export async function startIdentity(parts: IdentityParts) {
  const { database, settings, people, publicUrl, log } = parts
  const app = application(log)
  const [verify, tokens, keys] = [await openPasswords(database, people), sessionTokens(), identityKeys(settings)]
  let started: Provider | undefined
  // The issuer contains the port, which is known once the application listens.
  const provider = (): Provider => {
    if (!started) throw new Error('the identity provider is still starting')
    return started
  }
  authnRoute(app, verify, tokens, log)
  interactionRoutes(app, { provider, verify, tokens, consoleOrigin: publicUrl })
  providerRoutes(app, provider)
  const issuer = await listenAgain(app, parts)
  settings.write('identity.port', new URL(issuer).port)
  const client = { clientId: CLIENT_ID, clientSecret: keys.clientSecret }
  started = openIdProvider({ issuer, client, people, publicUrl, log, adapter: openAdapter(database), ...keys })
  return { app, issuer, client, userinfoUrl: `${issuer}/me` }
}
