import type { FastifyInstance } from 'fastify'
import { authorizationOf } from '../../../language/registry.ts'
import type { services } from '../../../schemas/shared/services.ts'
import { application } from '../../../server/embedded/application.ts'
import type { RecordsSource } from '../../../server/embedded/collections/records.ts'
import { serveCollections } from '../../../server/embedded/collections/serveCollections.ts'
import { requireToken, type Tokens } from '../../../server/embedded/tokens.ts'

export interface StaffServiceParts {
  readonly tokens: Tokens
  /** The generated records of the definitions, with the console's own first rows and rules. */
  readonly collections: RecordsSource
  readonly log: (line: string) => void
}

/**
 * A service for staff with their token in its own form (D-29): its own routes, and generated records for every other call
 * that definitions make to it.
 */
export function staffService(
  service: Exclude<keyof typeof services, 'address'>,
  { tokens, collections, log }: StaffServiceParts,
  own?: (staff: FastifyInstance) => void,
): FastifyInstance {
  const app = application(log)
  app.register(async (staff) => {
    requireToken(staff, tokens, authorizationOf(collections.model.registry, service) === 'raw' ? 'raw' : 'token')
    own?.(staff)
    serveCollections(staff, { ...collections, service })
  })
  return app
}
