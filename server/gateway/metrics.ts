import { createHash, timingSafeEqual } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { Gauge, Histogram, Registry } from 'prom-client'
import { version } from '../config/version.ts'
import type { GatewayContext } from './core/gatewayContext.ts'
import { GatewayError } from './core/errors.ts'
import type { HealthState } from './lifecycle.ts'

const BUCKETS_S = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Measures each answer by its route's pattern and its operation: no label has a value of a request, so none names a person. */
function measureRequests(app: FastifyInstance, registers: Registry[]): void {
  const requests = new Histogram({
    name: 'countersign_request_duration_seconds',
    help: 'Time until an answer was sent, by route, operation with its service, and class of status.',
    labelNames: ['method', 'route', 'service', 'operation', 'status'],
    buckets: BUCKETS_S,
    registers,
  })
  app.addHook('onResponse', async ({ method, routeOptions, operation }, reply) => {
    const labels = {
      method,
      route: routeOptions.url ?? 'none',
      service: operation?.service ?? '',
      operation: operation?.id ?? '',
      status: `${Math.floor(reply.statusCode / 100)}xx`,
    }
    requests.observe(labels, reply.elapsedTime / 1000)
  })
}

function measureProcess(app: FastifyInstance, registers: Registry[]): void {
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  app.addHook('onClose', async () => void delay.disable())
  new Gauge({
    name: 'countersign_build_info',
    help: 'The version that runs; always 1.',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1)
  new Gauge({
    name: 'countersign_event_loop_delay_seconds',
    help: 'How late the process got to what was due since the last reading, 99 of 100 times; 0.02 is idle.',
    registers,
    collect() {
      this.set(delay.percentile(99) / 1e9)
      delay.reset()
    },
  })
  new Gauge({
    name: 'countersign_resident_memory_bytes',
    help: 'Memory of the process.',
    registers,
    collect() {
      this.set(process.memoryUsage.rss())
    },
  })
}

function measureParts(current: () => Promise<HealthState>, registers: Registry[]): void {
  new Gauge({
    name: 'countersign_up',
    help: 'Whether the store, the identity provider, a service or the place of checkpoints answers: 1 or 0.',
    labelNames: ['part'],
    registers,
    async collect() {
      const { store, identityProvider, services, checkpoints } = await current()
      const parts = {
        store,
        identityProvider,
        ...services,
        ...(checkpoints === undefined ? {} : { checkpoints: checkpoints.state }),
      }
      for (const [part, state] of Object.entries(parts)) this.set({ part }, state === 'up' ? 1 : 0)
    },
  })
}

/**
 * Adds `/metrics` in Prometheus's text format: how long each route takes, the process and its version, and what `/readyz` sees. It
 * answers those with `METRICS_TOKEN` as their bearer token. Without one it is open in development and does not exist
 * anywhere else.
 */
export function registerMetrics(
  app: FastifyInstance,
  { config: { metricsToken, environment } }: GatewayContext,
  current: () => Promise<HealthState>,
): void {
  if (metricsToken === null && environment !== 'dev') return
  const registry = new Registry()
  measureRequests(app, [registry])
  measureProcess(app, [registry])
  measureParts(current, [registry])
  app.get('/metrics', async ({ headers }, reply) => {
    const sent = headers.authorization ?? ''
    if (metricsToken !== null && !timingSafeEqual(digest(sent), digest(`Bearer ${metricsToken}`)))
      throw new GatewayError('NOT_FOUND')
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics())
  })
}
