import type { FastifyInstance } from 'fastify'
import type { GatewayContext } from './gatewayContext.ts'

const EVERY_MS = 10 * 60_000
/** A change is over by then, whichever gateway makes it: longer than the longest deadline, that of uploads. */
export const CHANGE_MS = 90_000

/**
 * Removes what has expired from the store and the folder for uploads, every ten minutes while the gateway runs. Where
 * gateways share a database, what one that died has left open in the audit trail is closed as well: those that run on
 * are not started again, and the one that takes its place started while the change could still be under way.
 */
export function registerHousekeeping(app: FastifyInstance, context: GatewayContext): void {
  const { config, store, limits, uploads } = context
  const sweep = async (): Promise<void> => {
    try {
      await Promise.all([
        store.sessions.sweep(limits.idleMs),
        store.signIns.sweep(),
        store.idempotency.sweep(),
        store.reveals.sweep(limits.reveals.windowMs),
        store.firstSeen.sweep(),
        ...context.console.extensions.map((extension) => extension.sweep(context)),
        uploads.sweep(),
        config.databaseUrl === null ? undefined : store.audit.recover(CHANGE_MS),
      ])
    } catch (error) {
      // Expired entries are refused in any case; the next round removes them.
      app.log.error({ err: error }, 'housekeeping failed')
    }
  }
  let running = Promise.resolve()
  const timer = setInterval(() => {
    running = sweep()
  }, EVERY_MS)
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await running
  })
}
