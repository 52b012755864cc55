import type { FastifyRequest } from 'fastify'
import type { Session } from '../../store/sessions.ts'
import { GatewayError } from '../errors.ts'
import { staffRequest, type GatewayContext } from '../gatewayContext.ts'
import { sessionIdOf } from './sessionCookie.ts'
import type { SessionUpkeep } from './sessionUpkeep.ts'
import { orStoreUnavailable } from './orStoreUnavailable.ts'

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
