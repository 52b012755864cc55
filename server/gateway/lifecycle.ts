import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { addressVariable, errorCode } from '../config/settings.ts'
import { expireApprovals } from './audit/approvalEvents.ts'
import type { GatewayContext } from './core/gatewayContext.ts'
import { GatewayError } from './core/errors.ts'
import { assertListening } from './core/upstream.ts'
import type { GatewayExtension } from './gatewayConsole.ts'
import { isCall } from './http/requestChecks.ts'
import type { UploadFolder } from './uploads/uploadFolder.ts'

const FRESH_MS = 2000
/** Between two looks that no probe has asked for. */
const LOOK_MS = 15_000

/** For the store to show that it can be written: no balancer waits for the timeouts of a database. */
const PING_MS = 2000

/** Rejects with ETIMEDOUT where the store takes longer. */
function inTime(ping: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timeout = Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' })
  const timer = setTimeout(() => late.reject(timeout), PING_MS)
  return Promise.race([ping, late.promise]).finally(() => clearTimeout(timer))
}

const WRONG_CLOCK = 'The clock of this gateway is wrong, so nothing was read or sent. Try again in a moment.'

type State = 'up' | 'down'

/** Where a part is, for the log: its host, where it has one, and the variable that names it. */
interface Where {
  readonly host?: string
  readonly variable: string
}

/** Looks at one part, and logs when it goes down and when it is up again. It is taken to be up before. */
function createLook(log: FastifyBaseLogger) {
  const down = new Map<string, string>()
  return {
    async stateOf(part: string, check: Promise<unknown>, where: Where): Promise<State> {
      try {
        await check
        if (down.delete(part)) log.warn({ part }, 'answers again')
        return 'up'
      } catch (error) {
        const code = errorCode(error)
        if (!down.has(part)) log.error({ part, ...where, code }, 'does not answer')
        down.set(part, code)
        return 'down'
      }
    },
    /** Why a part was down when it was last looked at. */
    codeOf: (part: string): string | undefined => down.get(part),
  }
}

/** The hosts of addresses with their ports, for the log. */
const hostsOf = (addresses: readonly string[]): string =>
  [...new Set(addresses.map((address) => new URL(address).host))].join(', ')

/** Whether checkpoints of the audit trail arrive; work goes on while they do not. */
function checkpointsOf({ checkpoints }: GatewayContext['store']) {
  if (checkpoints === undefined) return {}
  const { awaySince, newest } = checkpoints.state()
  return {
    checkpoints: { state: awaySince === null ? ('up' as const) : ('down' as const), newest: newest?.time ?? null },
  }
}

async function look(
  { store, config: { identity, loginMode, services: addresses, databaseUrl }, limits }: GatewayContext,
  looks: ReturnType<typeof createLook>,
) {
  const provider = { OIDC_ISSUER: identity.issuer, ...(loginMode === 'form' ? { OKTA_URL: identity.oktaUrl } : {}) }
  const listens = (part: string, configured: Readonly<Record<string, string>>): Promise<State> => {
    const all = Object.values(configured)
    const where = { host: hostsOf(all), variable: Object.keys(configured).join(', ') }
    return looks.stateOf(part, Promise.all(all.map((address) => assertListening(address, limits.connectMs))), where)
  }
  const [storeState, identityProvider, services] = await Promise.all([
    looks.stateOf('store', inTime(store.ping()), { variable: databaseUrl === null ? 'DATA_DIR' : 'DATABASE_URL' }),
    listens('identityProvider', provider),
    Promise.all(
      Object.entries(addresses).map(
        async ([name, address]) =>
          [name, await listens(`service ${name}`, { [addressVariable(name)]: address })] as const,
      ),
    ),
  ])
  return { store: storeState, identityProvider, services: Object.fromEntries(services), ...checkpointsOf(store) }
}

/** What the probes say of the store, the identity provider, the services and the checkpoints. */
export type HealthState = Awaited<ReturnType<typeof look>>

/**
 * Adds the probes. `/healthz`: the process answers. `/readyz`: this gateway can take work, because it can write the store
 * and is not stopping. What it calls is told with it and decides nothing: where that is down, it is so for every gateway. The
 * result is kept for two seconds, so that probes cost nothing. While it listens, the gateway looks by itself too, so that
 * the log says when a part goes down and when it is up again. While its clock is wrong, it refuses every call.
 *
 * @returns reads the state, at most two seconds old
 */
export function registerHealth(
  app: FastifyInstance,
  context: GatewayContext,
  isStopping: () => boolean,
): () => Promise<HealthState> {
  const looks = createLook(app.log)
  for (const [name, upstream] of Object.entries(context.upstreams)) {
    const named = { part: `service ${name}`, variable: addressVariable(name) }
    upstream.onPaused((isPaused) => app.log.warn(named, isPaused ? 'fails and is not called' : 'is called again'))
  }
  let seen: { readonly at: number; readonly health: Promise<HealthState> } | undefined
  const current = (): Promise<HealthState> => {
    const at = performance.now()
    if (seen === undefined || at - seen.at > FRESH_MS) seen = { at, health: look(context, looks) }
    return seen.health
  }
  // By a wrong clock sessions and claims would end early, and what has ended would live on.
  app.addHook('onRequest', async (request) => {
    if (looks.codeOf('store') === 'CLOCK_SKEW' && isCall(request))
      throw new GatewayError('STORE_UNAVAILABLE', { message: WRONG_CLOCK })
  })
  let timer: NodeJS.Timeout | undefined
  app.addHook('onListen', () => {
    void current()
    timer = setInterval(() => void current(), LOOK_MS).unref()
  })
  app.addHook('preClose', async () => clearInterval(timer))
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    const health = await current()
    const status = isStopping() ? 'stopping' : health.store === 'up' ? 'ready' : 'not ready'
    return reply
      .code(status === 'ready' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status, ...health })
  })
  return current
}

const EVERY_MS = 10 * 60_000
/** Between two writings of the drift that answers had. */
const DRIFT_MS = 5000
/** Everything with an intent has ended after this time, on any gateway: longer than the longest deadline, that of files. */
export const INTENT_MS = 6 * 60_000

/**
 * Removes expired entries from the store, for all gateways together, and from the folder for uploads, every ten minutes.
 * It never removes from the audit trail, and nothing at all by a clock that is not the database's. It
 * also closes the intents that were left open in the audit trail: by a gateway that died, whose successor may have started
 * while the change was still running, or because the outcome could not be written. Every five seconds it writes the drift of the answers since.
 */
export function registerHousekeeping(
  app: FastifyInstance,
  context: GatewayContext,
  uploads: UploadFolder,
  extensions: readonly GatewayExtension[],
): void {
  const { store, limits } = context
  const writeDrift = (): Promise<void> =>
    context.drift.flush().catch((error: unknown) => app.log.error({ err: error }, 'drift could not be written'))
  const sweep = async (): Promise<void> => {
    try {
      await store.ping()
      await Promise.all([uploads.sweep(), store.audit.recover(INTENT_MS)])
      // A little less than the time between two rounds, so that the next one is some gateway's in any case.
      if (!(await store.jobs.take('sweep', EVERY_MS - DRIFT_MS))) return
      await Promise.all([
        store.sessions.sweep(limits.idleMs),
        store.signIns.sweep(),
        store.idempotency.sweep(),
        store.reveals.sweep(limits.reveals.windowMs),
        store.viewAlerts.sweep(Math.max(limits.manyViews.windowMs, limits.manyFiles.windowMs)),
        store.failedSignIns.sweep(limits.failedSignIns.windowMs),
        store.providerTokens.sweep(limits.providerToken.windowMs),
        store.firstSeen.sweep(),
        store.drift.sweep(),
        expireApprovals(context),
        store.approvals.sweep(limits.approvalsKeptMs),
        store.views.sweep(limits.viewsKeptMs),
        store.exports.sweep(limits.exports.windowMs),
        store.claims.sweep(),
        ...extensions.map((extension) => extension.sweep(context)),
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
  const writing = setInterval(() => void writeDrift(), DRIFT_MS)
  writing.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    clearInterval(writing)
    await running
    await writeDrift()
  })
}
