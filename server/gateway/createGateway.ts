import { createBursts } from './audit/bursts.ts'
import { setTimeout as wait } from 'node:timers/promises'
import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Store } from '../store/openStore.ts'
import { registerClaims } from './claims/claimRoutes.ts'
import { registerSavedViews } from './savedViews/savedViewRoutes.ts'
import { registerApprovals } from './approvals/approvalRoutes.ts'
import { needsApproval, requestApproval } from './approvals/requestApproval.ts'
import { createAuthenticator } from './signIn/authenticate.ts'
import { registerSessionRoutes, registerSignInRoutes } from './signIn/authRoutes.ts'
import { createConsolePage, type DevConsole, registerConsole } from './http/consolePage.ts'
import {
  createBodyDeadline,
  createCrossSiteCheck,
  createHostCheck,
  createStaffLimit,
  REFUSED,
} from './http/requestChecks.ts'
import { registerCspReports } from './http/cspReports.ts'
import { noteUnusedConnections } from './http/connections.ts'
import { createServer } from './http/createServer.ts'
import { createBackground } from './core/background.ts'
import { createDriftLog } from './core/driftLog.ts'
import { GatewayError } from './core/errors.ts'
import type { GatewayContext } from './core/gatewayContext.ts'
import type { GatewayConsole } from './gatewayConsole.ts'
import { notConfigured, type Operations, prepareOperations } from './operations/preparedOperations.ts'
import { registerHealth, registerHousekeeping } from './lifecycle.ts'
import { registerMetrics } from './metrics.ts'
import { registerAudit } from './calls/auditRoutes.ts'
import { registerDrift } from './calls/drift.ts'
import { registerHistory } from './calls/history.ts'
import { createIdentityProvider } from './signIn/identityProvider.ts'
import { defaultLimits, type Limits } from './core/limits.ts'
import { registerOperations, type SecondPerson } from './calls/operationRoutes.ts'
import { registerRequestLog, type LogOptions } from './http/requestLog.ts'
import { registerReport } from './calls/subjectReport.ts'
import { registerViewed } from './calls/viewed.ts'
import { createViewLog } from './calls/viewLog.ts'
import { registerReveal } from './calls/reveal.ts'
import { registerSecurityHeaders } from './http/securityHeaders.ts'
import { registerAccess } from './signIn/accessRoutes.ts'
import { registerProviderLogout } from './signIn/providerLogout.ts'
import { createSessionGuard } from './signIn/sessionGuard.ts'
import { registerSessions } from './signIn/sessionRoutes.ts'
import { createSessionUpkeep } from './signIn/sessionUpkeep.ts'
import { withRole } from './signIn/staffCheck.ts'
import type { SignInParts } from './signIn/signIn.ts'
import { openUploads, type UploadFolder } from './uploads/uploadFolder.ts'
import { registerForms } from './uploads/uploadForm.ts'
import { createPersonPlaces } from './core/places.ts'
import { createUpstream } from './core/upstream.ts'
import { createUseLog } from './core/useLog.ts'

export interface GatewayOptions {
  readonly config: Config
  /** The caller closes it. */
  readonly store: Store
  readonly console: GatewayConsole
  /** The built console; null serves none. */
  readonly consoleDir: string | null
  readonly logger: LogOptions
  /** The console from its sources instead, for development. */
  readonly dev?: DevConsole
  /** The clock, UTC milliseconds. */
  readonly now?: () => number
  /** Figures that differ from the defaults; for tests. */
  readonly limits?: Partial<Limits>
}

const DRAIN_MS = 5000

function createContext({ config, console, store, now = Date.now, limits }: GatewayOptions): GatewayContext {
  const drainMs = config.environment === 'dev' ? 0 : DRAIN_MS
  const figures = { ...defaultLimits, drainMs, ...config.figures, ...limits }
  const upstreams = Object.fromEntries(
    Object.entries(config.services).map(([service, address]) => [service, createUpstream(address, figures)]),
  )
  return {
    config,
    console,
    store,
    now,
    limits: figures,
    upstreams,
    drift: createDriftLog(store.drift, now),
    bursts: createBursts({ store, limits: figures, model: console.model, now }),
    uses: createUseLog(store.access, now),
    downloads: createPersonPlaces({ most: figures.downloadsPerPerson, waiting: figures.downloadsWaiting }),
    background: createBackground(),
  }
}

function createSignInParts(context: GatewayContext, console: GatewayConsole): SignInParts {
  const { config, limits, now } = context
  return {
    context,
    identity: createIdentityProvider(config, limits, now),
    authenticator: createAuthenticator(config, limits),
    checkStaff: withRole(config, console.createStaffCheck(context)),
  }
}

/** The checks of every request before it reaches a route, in this order. */
async function registerChecks(
  app: FastifyInstance,
  { config, limits }: GatewayContext,
  operations: Operations,
): Promise<void> {
  registerRequestLog(app)
  registerSecurityHeaders(app)
  app.addHook('onRequest', createHostCheck(config.publicUrl))
  const uploads = [...operations.values()].filter(({ operation }) => operation.kind === 'upload')
  app.addHook(
    'onRequest',
    createCrossSiteCheck(config.publicUrl, new Set(uploads.map(({ operation }) => operation.id))),
  )
  app.addHook('onRequest', createBodyDeadline(limits.bodyMs))
  await app.register(cookie)
  app.addHook('onRoute', createStaffLimit(limits.sessionRate))
  await app.register(rateLimit, { global: false })
  app.decorateRequest('staffSession', null)
}

/** Everything behind the session guard. */
async function registerStaffRoutes(
  app: FastifyInstance,
  parts: SignInParts,
  operations: Operations,
  uploads: UploadFolder,
  { model, extensions }: GatewayConsole,
): Promise<void> {
  const { context } = parts
  const guard = createSessionGuard(context, createSessionUpkeep(context, parts))
  await app.register(async (scope) => {
    scope.addHook('onRequest', guard)
    await registerForms(scope)
    registerSessionRoutes(scope, parts, notConfigured(operations, context))
    registerSessions(scope, parts)
    registerAccess(scope, context)
    const guards = extensions.flatMap((extension) => extension.guards)
    const reviews = extensions.flatMap((extension) => extension.reviews ?? [])
    const secondPerson: SecondPerson = {
      isNeeded: (call) => needsApproval(context, call),
      request: (call) => requestApproval(context, call),
    }
    const views = createViewLog(context)
    registerOperations(scope, context, operations, { guards, uploads, secondPerson, views })
    registerViewed(scope, views)
    registerReport(scope, context, operations)
    registerApprovals(scope, { context, operations, guards, reviews, views })
    registerClaims(scope, context, operations)
    registerSavedViews(scope, context, operations)
    registerReveal(scope, context, operations, model.definitions)
    registerHistory(scope, context, operations, views)
    registerAudit(scope, context, operations)
    registerDrift(scope, context)
    for (const extension of extensions) extension.registerRoutes(scope, context, operations)
  })
}

/** On closing: reports that it is not ready, refuses new connections, then ends those to the services. */
function registerClosing(app: FastifyInstance, { context, authenticator }: SignInParts): () => boolean {
  let isStopping = false
  const endUnusedConnections = noteUnusedConnections(app)
  app.addHook('preClose', async () => {
    isStopping = true
    if (context.limits.drainMs > 0) await wait(context.limits.drainMs)
    endUnusedConnections()
  })
  app.addHook('onClose', async () => {
    await context.background.ended()
    await Promise.all([authenticator.close(), ...Object.values(context.upstreams).map((upstream) => upstream.close())])
  })
  return () => isStopping
}

/**
 * Creates the gateway: the one origin of the browser. It is ready to listen; closing it ends its connections to the
 * services and leaves the store open.
 */
export async function createGateway(options: GatewayOptions): Promise<FastifyInstance> {
  const { console } = options
  const context = createContext(options)
  const uploads = await openUploads(options.config, context.limits)
  const parts = createSignInParts(context, console)
  const app = await createServer(options.config, options.logger)
  const operations = prepareOperations(console.model, options.config)
  await registerChecks(app, context, operations)
  registerHousekeeping(app, context, uploads, console.extensions)
  registerMetrics(app, context, registerHealth(app, context, registerClosing(app, parts)))
  await registerCspReports(app, context.limits.reportRate)
  registerSignInRoutes(app, parts)
  registerProviderLogout(app, parts)
  await registerStaffRoutes(app, parts, operations, uploads, console)
  app.all(REFUSED, () => {
    throw new GatewayError('BAD_REQUEST', { message: 'The address holds characters that are not allowed here.' })
  })
  const page = await createConsolePage(options.consoleDir, options.dev)
  await registerConsole(app, page, options)
  await app.ready()
  return app
}
