import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Session } from '../store/sessions.ts'
import type { Store } from '../store/openStore.ts'
import { GatewayError } from './errors.ts'
import type { GatewayConsole } from './gatewayConsole.ts'
import type { Limits } from './limits.ts'
import type { UploadFolder } from './uploads/uploadFolder.ts'
import type { Upstream } from './upstream/upstream.ts'

/** What every part of the gateway works with. */
export interface GatewayContext {
  readonly config: Config
  readonly console: GatewayConsole
  readonly store: Store
  readonly limits: Limits
  /** The clock, UTC milliseconds. */
  readonly now: () => number
  readonly upstreams: Readonly<Record<string, Upstream>>
  readonly uploads: UploadFolder
}

/** A request together with the session it was made in. */
export interface StaffRequest {
  readonly session: Session
  readonly requestId: string
  readonly ip: string
  readonly log: FastifyBaseLogger
  /** Where the gateway acts by itself on behalf of the session's member of staff. */
  readonly actorType?: 'automation'
}

/** The service, or NOT_CONFIGURED where this environment has no address for it. */
export function upstreamOf({ upstreams }: GatewayContext, service: string): Upstream {
  const upstream = Object.hasOwn(upstreams, service) ? upstreams[service] : undefined
  if (upstream === undefined) throw new GatewayError('NOT_CONFIGURED')
  return upstream
}

/** The request as audit records want it. */
export const staffRequest = (request: FastifyRequest, session: Session): StaffRequest => ({
  session,
  requestId: request.id,
  ip: request.ip,
  log: request.log,
})
