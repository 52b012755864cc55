import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { staffRequest, type StaffRequest } from '../audit/auditTrail.ts'
import { failWith, GatewayError } from '../core/errors.ts'
import type { GatewayContext } from '../core/gatewayContext.ts'
import type { SessionUpkeep } from './sessionUpkeep.ts'
import type { Session } from '../../store/sessions.ts'

const SESSION = '__Host-Http-sid'
const SIGN_IN = '__Host-Http-tx'

const strict = { path: '/', secure: true, httpOnly: true, sameSite: 'strict' } as const
/** Unlike a strict cookie, it is sent when the identity provider's page leads back to the gateway (S-01). */
const lax = { ...strict, sameSite: 'lax' } as const

const ID = /^[A-Za-z0-9_-]{43}$/

const idIn = (request: FastifyRequest, name: string): string | undefined => {
  const id = request.cookies[name]
  return id !== undefined && ID.test(id) ? id : undefined
}

/** The session's id from the browser; `undefined` for anything that cannot be one. */
export const sessionIdOf = (request: FastifyRequest): string | undefined => idIn(request, SESSION)

/** Sets the session's cookie. It ends with the browser; on the server the session ends earlier. */
export const setSessionId = (reply: FastifyReply, id: string): FastifyReply => reply.setCookie(SESSION, id, strict)

export const clearSessionId = (reply: FastifyReply): FastifyReply => reply.clearCookie(SESSION, strict)

export const signInIdOf = (request: FastifyRequest): string | undefined => idIn(request, SIGN_IN)

/** Sets the cookie of a sign-in for `maxAgeMs`. */
export const setSignInId = (reply: FastifyReply, id: string, maxAgeMs: number): FastifyReply =>
  reply.setCookie(SIGN_IN, id, { ...lax, maxAge: Math.floor(maxAgeMs / 1000) })

export const clearSignInId = (reply: FastifyReply): FastifyReply => reply.clearCookie(SIGN_IN, lax)

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of the request; null before the guard has run and for requests without one. */
    staffSession: Session | null
  }

  interface FastifyContextConfig {
    /** A browser without a session's cookie is answered 204: nothing has ended. */
    readonly answersSignedOut?: boolean
  }
}

/** Creates the hook that finds the session of a request, or answers 401. */
export function createSessionGuard(context: GatewayContext, upkeep: SessionUpkeep) {
  const { store, limits } = context
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const id = sessionIdOf(request)
    if (id === undefined && request.routeOptions.config.answersSignedOut === true) return reply.code(204).send()
    const session =
      id === undefined ? undefined : await store.sessions.find(id, limits.idleMs).catch(failWith('STORE_UNAVAILABLE'))
    if (session === undefined) throw new GatewayError('SESSION_OVER')
    if (!(await upkeep(staffRequest(request, session)))) throw new GatewayError('SESSION_OVER')
    request.staffSession = session
    return undefined
  }
}

export function sessionOf({ staffSession }: FastifyRequest): Session {
  if (staffSession === null) throw new GatewayError('SESSION_OVER')
  return staffSession
}

export const staffOf = (request: FastifyRequest): StaffRequest => staffRequest(request, sessionOf(request))
