import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

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
