import { listen, application } from '../application.ts'
import { openAdapter } from './adapter.ts'
import { authnRoute } from './authnRoute.ts'
import { interactionRoutes } from './interactionRoutes.ts'
import { identityKeys } from './keys.ts'
import { openPasswords } from './passwords.ts'
import { openIdProvider } from './provider.ts'
import { sessionTokens } from './sessionTokens.ts'
import type { DatabaseSync } from 'node:sqlite'
import type { FastifyInstance } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { Person } from './people.ts'
import type { Settings } from '../keptValues.ts'

/** Dependencies of the identity provider. */
export interface IdentityParts {
  readonly database: DatabaseSync
  readonly settings: Settings
  readonly people: readonly Person[]
  readonly publicUrl: string
  /** 0: the port of the last start when it is free, else any free port. */
  readonly port: number
  readonly log: (line: string) => void
}

const CLIENT_ID = 'countersign-console'

/** Stored tokens contain the issuer, so the port of the last start is reused when it is free. */
async function listenAgain(app: FastifyInstance, { port, settings, log }: IdentityParts): Promise<string> {
  if (port !== 0) return listen(app, port)
  const last = Number(settings.read('identity.port') ?? 0)
  try {
    return await listen(app, last)
  } catch (error) {
    if (last === 0 || !(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error
    log(`embedded: port ${last} is taken, the identity provider moves and earlier sign-ins end`)
    return listen(app, 0)
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
