import type { FastifyInstance } from 'fastify'
import type { FromSchema } from 'json-schema-to-ts'
import { RECORD_ID } from '../../../language/recordId.ts'
import { inputReader } from '../core/readInput.ts'
import { staffOf } from '../signIn/sessionGuard.ts'
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

/** The record that a body names. @throws GatewayError BAD_REQUEST with the problem, never a value */
export const subjectOfBody = inputReader<FromSchema<typeof subjectBody>>(subjectBody)

/** Adds `POST /console/viewed`, by which the browser says that it shows a record that it had read ahead. */
export function registerViewed(app: FastifyInstance, views: ViewLog): void {
  app.post('/console/viewed', async (request, reply) => {
    await views.shown(staffOf(request), subjectOfBody(request.body))
    return reply.code(204).send()
  })
}
