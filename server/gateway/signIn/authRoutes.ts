import type { FastifyInstance } from 'fastify'
import type { Session } from '../../store/sessions.ts'
import {
  approvalHours,
  type GatewayContext,
  grantedPermissions,
  mayReadAudit,
  mayAdminister,
  mayInspect,
} from '../core/gatewayContext.ts'
import { CONTINUE, perAddress, perSession } from '../http/requestChecks.ts'
import { clearSessionId, sessionOf } from './sessionGuard.ts'
import { complete, continueAtProvider, login, logout, type SignInParts, singleSignOn, stepUp } from './signIn.ts'

interface Viewing {
  readonly context: GatewayContext
  /** Ids of the operations that are off in this environment. */
  readonly notConfigured: readonly string[]
}

/** The browser's view of a session, without any token (account review section 6, D-10). */
function viewOf({ data, lastActiveAt, expiresAt }: Session, { context, notConfigured }: Viewing) {
  const { userId, email, firstName, lastName, role, authType, details } = data
  return {
    ...details,
    userId,
    email,
    firstName,
    lastName,
    role,
    authType,
    permissions: grantedPermissions(context, data),
    notConfigured,
    mayInspect: mayInspect(context, data),
    mayAdminister: mayAdminister(context, data),
    mayReadAudit: mayReadAudit(context, data),
    accessContact: context.config.accessContact,
    approvalHours: approvalHours(context, data),
    idleExpiresAt: Math.min(lastActiveAt + context.limits.idleMs, expiresAt),
    expiresAt,
  }
}

/** Adds the routes that work without a session: the login screen's settings, sign-in and sign-out. */
export function registerSignInRoutes(app: FastifyInstance, parts: SignInParts): void {
  const { config, limits } = parts.context
  const { productName, environment, loginMode, forgotPasswordUrl, changePasswordUrl } = config
  const login10 = { config: { rateLimit: perAddress(limits.loginRate) } }
  const complete20 = { config: { rateLimit: perAddress(limits.completeRate) } }
  app.get('/auth/config', async () => ({
    productName,
    environment,
    loginMode,
    forgotPasswordUrl,
    changePasswordUrl,
  }))
  app.post('/auth/login', login10, (request, reply) => login(parts, request, reply))
  app.post('/auth/sso', login10, (request, reply) => singleSignOn(parts, request, reply))
  app.get(CONTINUE, complete20, (request, reply) => continueAtProvider(parts, request, reply))
  app.post('/auth/complete', complete20, (request, reply) => complete(parts, request, reply))
  // Without a limit: no one may be kept from signing out.
  app.post('/auth/logout', (request, reply) => {
    clearSessionId(reply)
    return logout(parts, request, reply)
  })
}

/** Adds the routes about the session, behind the guard. @param notConfigured ids of the operations that are off */
export function registerSessionRoutes(
  app: FastifyInstance,
  parts: SignInParts,
  notConfigured: readonly string[],
): void {
  const { context } = parts
  const { store, limits } = context
  const viewing = { context, notConfigured }
  const options = { config: { rateLimit: perSession(limits.sessionRate) } }
  const orNone = { config: { ...options.config, answersSignedOut: true } }
  app.get('/auth/session', orNone, async (request) => viewOf(sessionOf(request), viewing))
  app.post('/auth/session/touch', options, async (request) => {
    const { id } = sessionOf(request)
    await store.sessions.touch(id)
    const touched = await store.sessions.find(id, limits.idleMs)
    return viewOf(touched ?? sessionOf(request), viewing)
  })
  app.post('/auth/step-up', options, (request, reply) => stepUp(parts, request, reply))
}
