import { Ajv } from 'ajv'
import type { FastifyInstance } from 'fastify'
import { RECORD_ID } from '../../../language/recordId.ts'
import { staffRequest } from '../audit/auditTrail.ts'
import { GatewayError } from '../core/errors.ts'
import type { GatewayContext } from '../core/gatewayContext.ts'
import { perSession } from '../http/requestChecks.ts'
import { explain } from '../operations/preparedOperations.ts'
import { sessionOf } from '../signIn/sessionGuard.ts'
import type { AuditSubject } from '../../store/auditRecord.ts'
import type { ViewLog } from './viewLog.ts'

/** JSON Schema of a body that names a record: of `POST /console/viewed` and `POST /console/report`. */
export const subjectBody = {
  type: 'object',
  additionalProperties: false,
  required: ['resource', 'id'],
  properties: {
    resource: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
    id: { type: 'string', pattern: RECORD_ID.source },
  },
} as const

const isBody = new Ajv().compile<AuditSubject>(subjectBody)

/** The record that a body names. @throws GatewayError BAD_REQUEST with the problem, never a value */
export function subjectOfBody(body: unknown): AuditSubject {
  if (!isBody(body)) throw new GatewayError('BAD_REQUEST', { message: explain(isBody.errors) })
  return { resource: body.resource, id: body.id }
}

/** Adds `POST /console/viewed`, by which the browser says that it shows a record that it had read ahead. */
export function registerViewed(app: FastifyInstance, { limits }: GatewayContext, views: ViewLog): void {
  const options = { config: { rateLimit: perSession(limits.sessionRate) } }
  app.post('/console/viewed', options, async (request, reply) => {
    await views.shown(staffRequest(request, sessionOf(request)), subjectOfBody(request.body))
    return reply.code(204).send()
  })
}
