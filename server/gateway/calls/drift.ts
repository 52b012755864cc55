import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { DriftEntry } from '../../../language/drift.ts'
import { recordEvent } from '../audit/auditTrail.ts'
import { failWith } from '../core/errors.ts'
import { forbidden, type GatewayContext, mayInspect } from '../core/gatewayContext.ts'
import { staffOf } from '../signIn/sessionGuard.ts'

/** Refuses people who may not see what is about the console itself, on record. */
async function assertInspector(context: GatewayContext, request: FastifyRequest): Promise<void> {
  const staff = staffOf(request)
  if (mayInspect(context, staff.session.data)) return
  await recordEvent(context.store, 'console.drift', staff, { result: 'refused' })
  throw forbidden(context, context.console.inspectPermission)
}

/**
 * Adds `GET /console/drift`, the places where answers did not fit their declarations, and `DELETE /console/drift`, which
 * forgets them.
 */
export function registerDrift(app: FastifyInstance, context: GatewayContext): void {
  const { store, drift } = context
  app.get('/console/drift', async (request) => {
    await assertInspector(context, request)
    await drift.flush().catch(failWith('STORE_UNAVAILABLE'))
    const entries: readonly DriftEntry[] = await store.drift.list().catch(failWith('STORE_UNAVAILABLE'))
    return { entries }
  })
  app.delete('/console/drift', async (request, reply) => {
    await assertInspector(context, request)
    await recordEvent(store, 'console.clearDrift', staffOf(request), { result: 'cleared' })
    await drift.flush().catch(failWith('STORE_UNAVAILABLE'))
    await store.drift.clear().catch(failWith('STORE_UNAVAILABLE'))
    return reply.code(204).send()
  })
}
