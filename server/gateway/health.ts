import type { FastifyInstance } from 'fastify'
import type { GatewayContext } from './gatewayContext.ts'

/** Addresses of the probes, which come under any host name. */
export const probes = ['/healthz', '/readyz']

const FRESH_MS = 2000

type State = 'up' | 'down'

async function stateOf(check: Promise<unknown>): Promise<State> {
  try {
    return (await check) === false ? 'down' : 'up'
  } catch {
    // The probe's answer is the report of this failure.
    return 'down'
  }
}

async function look({ store, upstreams }: GatewayContext) {
  const services = await Promise.all(
    Object.entries(upstreams).map(async ([name, upstream]) => [name, await stateOf(upstream.isReachable())] as const),
  )
  return { store: await stateOf(store.ping()), services: Object.fromEntries(services) }
}

type HealthState = Awaited<ReturnType<typeof look>>

/**
 * `/healthz` says that the process answers; `/readyz` whether it should be sent work: the store and every configured
 * service answer, and it is not stopping. What was seen is kept for two seconds, so that probes cost nothing.
 */
export function registerHealth(app: FastifyInstance, context: GatewayContext, isStopping: () => boolean): void {
  let seen: { readonly at: number; readonly health: Promise<HealthState> } | undefined
  const current = (): Promise<HealthState> => {
    const at = performance.now()
    if (seen === undefined || at - seen.at > FRESH_MS) seen = { at, health: look(context) }
    return seen.health
  }
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    const health = await current()
    const isUp = health.store === 'up' && Object.values(health.services).every((state) => state === 'up')
    const status = isStopping() ? 'stopping' : isUp ? 'ready' : 'not ready'
    return reply
      .code(status === 'ready' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status, ...health })
  })
}
