import { setTimeout as wait } from 'node:timers/promises'
import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Store } from '../store/openStore.ts'
import { createAuthenticator } from './signIn/authenticate.ts'
import { registerSessionRoutes, registerSignInRoutes } from './signIn/authRoutes.ts'
import { registerConsole } from './page/consoleFiles.ts'
import { createBodyDeadline } from './http/bodyDeadline.ts'
import { createConsolePage, type DevConsole } from './page/consolePage.ts'
import { createCrossSiteCheck } from './http/crossSite.ts'
import { registerCspReports } from './page/cspReports.ts'
import { createServer } from './http/createServer.ts'
import { GatewayError } from './errors.ts'
import type { GatewayContext } from './gatewayContext.ts'
import type { GatewayConsole, Operations } from './gatewayConsole.ts'
import { probes, registerHealth } from './health.ts'
import { createHostCheck } from './http/hosts.ts'
import { registerHistory } from './trail/history.ts'
import { registerHousekeeping } from './housekeeping.ts'
import { createIdentityProvider } from './signIn/identityProvider.ts'
import { defaultLimits, type Limits } from './limits.ts'
import { registerOperations } from './operations/operations.ts'
import { notConfigured } from './operations/notConfigured.ts'
import { prepareOperations } from './operations/preparedOperations.ts'
import { registerRequestLog, type LogOptions } from './http/requestLog.ts'
import { registerReveal } from './reveal/reveal.ts'
import { registerSecurityHeaders } from './http/securityHeaders.ts'
import { createSessionGuard } from './signIn/sessionGuard.ts'
import { createSessionUpkeep } from './signIn/sessionUpkeep.ts'
import type { SignInParts } from './signIn/signIn.ts'
import { REFUSED } from './http/targets.ts'
import { openUploads } from './uploads/uploadFolder.ts'
import { registerForms } from './uploads/uploadForm.ts'
import { createUpstream } from './upstream/upstream.ts'

/** What a gateway is made of. */
export interface GatewayOptions {
  readonly config: Config
  /** Stays the caller's to close. */
  readonly store: Store
  readonly console: GatewayConsole
  /** The built console; null serves none. */
  readonly consoleDir: string | null
  readonly logger: LogOptions
  /** The console from its sources instead, for development. */
  readonly dev?: DevConsole
  /** The clock, UTC milliseconds. */
  readonly now?: () => number
  /** Figures that differ from the usual ones; for tests. */
  readonly limits?: Partial<Limits>
}

const DRAIN_MS = 5000

async function createContext({
  config,
  console,
  store,
  now = Date.now,
  limits,
}: GatewayOptions): Promise<GatewayContext> {
  const drainMs = config.environment === 'dev' ? 0 : DRAIN_MS
  const figures = { ...defaultLimits, drainMs, ...limits }
  const upstreams = Object.fromEntries(
    Object.entries(config.services).map(([service, address]) => [service, createUpstream(address, figures)]),
  )
  return { config, console, store, now, limits: figures, upstreams, uploads: await openUploads(config, figures) }
}

function createSignInParts(context: GatewayContext): SignInParts {
  const { config, limits, now } = context
  return {
    context,
    identity: createIdentityProvider(config, limits, now),
    authenticator: createAuthenticator(config, limits),
    checkStaff: context.console.createStaffCheck(context),
  }
}

/** What every request passes before it reaches a route, in this order. */
async function registerChecks(
  app: FastifyInstance,
  { config, limits }: GatewayContext,
  operations: Operations,
): Promise<void> {
  registerRequestLog(app)
  await registerSecurityHeaders(app)
  app.addHook('onRequest', createHostCheck(config.publicUrl, probes))
  const uploads = [...operations.values()].filter(({ operation }) => operation.kind === 'upload')
  app.addHook(
    'onRequest',
    createCrossSiteCheck(config.publicUrl, new Set(uploads.map(({ operation }) => operation.id))),
  )
  app.addHook('onRequest', createBodyDeadline(limits.bodyMs))
  await app.register(cookie)
  await app.register(rateLimit, { global: false })
  app.decorateRequest('staffSession', null)
}

/** Everything behind the session guard. */
async function registerStaffRoutes(app: FastifyInstance, parts: SignInParts, operations: Operations) {
  const { model, extensions } = parts.context.console
  const guard = createSessionGuard(parts.context, createSessionUpkeep(parts.context, parts))
  await app.register(async (scope) => {
    scope.addHook('onRequest', guard)
    await registerForms(scope)
    registerSessionRoutes(scope, parts, notConfigured(operations, parts.context))
    const guards = extensions.flatMap((extension) => extension.guards)
    registerOperations(scope, parts.context, operations, guards)
    registerReveal(scope, parts.context, operations, model.definitions)
    registerHistory(scope, parts.context, operations)
    for (const extension of extensions) extension.registerRoutes(scope, parts.context, operations)
  })
}

/** On closing: not ready at once, then no new connections, then the end of those to the services. */
function registerClosing(app: FastifyInstance, { context, authenticator }: SignInParts): () => boolean {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
    if (context.limits.drainMs > 0) await wait(context.limits.drainMs)
  })
  app.addHook('onClose', async () => {
    await Promise.all([authenticator.close(), ...Object.values(context.upstreams).map((upstream) => upstream.close())])
  })
  return () => isStopping
}

/**
 * The gateway: the one origin the browser talks to. Ready to listen; closing it ends its connections to
 * the services and leaves the store open.
 */
export async function createGateway(options: GatewayOptions): Promise<FastifyInstance> {
  const context = await createContext(options)
  const parts = createSignInParts(context)
  const app = await createServer(options.config, options.logger)
  const operations = prepareOperations(options.console.model, options.config)
  await registerChecks(app, context, operations)
  registerHousekeeping(app, context)
  registerHealth(app, context, registerClosing(app, parts))
  await registerCspReports(app, context.limits.reportRate)
  registerSignInRoutes(app, parts)
  await registerStaffRoutes(app, parts, operations)
  app.all(REFUSED, () => {
    throw new GatewayError('BAD_REQUEST', { message: 'The address holds characters that are not allowed here.' })
  })
  const page = await createConsolePage(options.consoleDir, options.dev)
  await registerConsole(app, page, options)
  await app.ready()
  return app
}
