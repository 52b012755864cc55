import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { staffRequest } from '../audit/auditTrail.ts'
import { GatewayError } from '../core/errors.ts'
import type { GatewayContext } from '../core/gatewayContext.ts'
import type { SessionUpkeep } from './sessionUpkeep.ts'
import type { Session } from '../../store/sessions.ts'

const SESSION = '__Host-Http-sid'
const SIGN_IN = '__Host-Http-tx'

const strict = { path: '/', secure: true, httpOnly: true, sameSite: 'strict' } as const
/** Sent along when the identity provider's page leads back here: a strict cookie is not (S-01). */
const lax = { ...strict, sameSite: 'lax' } as const

const ID = /^[A-Za-z0-9_-]{43}$/

const idIn = (request: FastifyRequest, name: string): string | undefined => {
  const id = request.cookies[name]
  return id !== undefined && ID.test(id) ? id : undefined
}

/** The session's id as the browser sent it; anything that cannot be one is nothing. */
export const sessionIdOf = (request: FastifyRequest): string | undefined => idIn(request, SESSION)

/** Gives the browser its session. It ends with the browser, and on the server before that. */
export const setSessionId = (reply: FastifyReply, id: string): FastifyReply => reply.setCookie(SESSION, id, strict)

/** Takes the session from the browser. */
export const clearSessionId = (reply: FastifyReply): FastifyReply => reply.clearCookie(SESSION, strict)

/** The id of the sign-in under way. */
export const signInIdOf = (request: FastifyRequest): string | undefined => idIn(request, SIGN_IN)

/** Lets the browser carry the id of a sign-in for `maxAgeMs`. */
export const setSignInId = (reply: FastifyReply, id: string, maxAgeMs: number): FastifyReply =>
  reply.setCookie(SIGN_IN, id, { ...lax, maxAge: Math.floor(maxAgeMs / 1000) })

/** Ends the sign-in's cookie. */
export const clearSignInId = (reply: FastifyReply): FastifyReply => reply.clearCookie(SIGN_IN, lax)

/**
 * What the store answers about a session or a sign-in, before anything is sent anywhere.
 *
 * @throws GatewayError STORE_UNAVAILABLE where it does not answer: nobody's session is over for that
 */
export const orStoreUnavailable = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((cause: unknown) => {
    throw new GatewayError('STORE_UNAVAILABLE', { cause })
  })

declare module 'fastify' {
  interface FastifyRequest {
    /** The session of the person asking; null before the guard has run and where there is none. */
    staffSession: Session | null
  }
}

/** Finds the session of a request, or answers 401: the only place where one is missing. */
export function createSessionGuard(context: GatewayContext, upkeep: SessionUpkeep) {
  const { store, limits } = context
  return async (request: FastifyRequest): Promise<void> => {
    const id = sessionIdOf(request)
    const session = id === undefined ? undefined : await orStoreUnavailable(store.sessions.find(id, limits.idleMs))
    if (session === undefined) throw new GatewayError('SESSION_OVER')
    if (!(await upkeep(staffRequest(request, session)))) throw new GatewayError('SESSION_OVER')
    request.staffSession = session
  }
}

/** The session the guard has found. */
export function sessionOf({ staffSession }: FastifyRequest): Session {
  if (staffSession === null) throw new GatewayError('SESSION_OVER')
  return staffSession
}
