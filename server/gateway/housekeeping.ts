import type { FastifyInstance } from 'fastify'
import type { GatewayContext } from './gatewayContext.ts'

const EVERY_MS = 10 * 60_000

/** Removes what has expired from the store and the folder for uploads, every ten minutes while the gateway runs. */
export function registerHousekeeping(app: FastifyInstance, { store, limits, uploads }: GatewayContext): void {
  const sweep = async (): Promise<void> => {
    try {
      await Promise.all([
        store.sessions.sweep(limits.idleMs),
        store.signIns.sweep(),
        store.idempotency.sweep(),
        store.reveals.sweep(limits.reveals.windowMs),
        store.firstSeen.sweep(),
        store.approvals.sweep(),
        uploads.sweep(),
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
