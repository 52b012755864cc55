import type { FastifyInstance } from 'fastify'
import type { FromSchema } from 'json-schema-to-ts'
import { inputReader, subjectBody } from '../core/readInput.ts'
import { staffOf } from '../signIn/sessionGuard.ts'
import type { ViewLog } from './viewLog.ts'

/** The record that a body names. @throws GatewayError BAD_REQUEST with the problem, never a value */
export const subjectOfBody = inputReader<FromSchema<typeof subjectBody>>(subjectBody)

/** Adds `POST /console/viewed`, by which the browser says that it shows a record that it had read ahead. */
export function registerViewed(app: FastifyInstance, views: ViewLog): void {
  app.post('/console/viewed', async (request, reply) => {
    await views.shown(staffOf(request), subjectOfBody(request.body))
    return reply.code(204).send()
  })
}
