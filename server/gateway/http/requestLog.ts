import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { pino } from 'pino'
import type { Operation } from '../../../language/operations.ts'
import { errorCode } from '../../config/settings.ts'
import { version } from '../../config/version.ts'
import { variableIn } from '../core/errors.ts'
import { probes } from './requestChecks.ts'

/** The level and the target of the log; `false` logs nothing. */
export type LogOptions = false | { readonly level?: string; readonly stream?: { write(line: string): void } }

/** An error's kind, code and place. Its message may repeat typed text or an upstream's answer. */
function errorFacts(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { type: typeof error }
  const at = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim())
  return { type: error.name, code: errorCode(error), variable: variableIn(error), at }
}

/** Creates the logger. Every line has the version; of a request, an answer or an error it has only what is named here (S-33). */
export function createLogger(options: LogOptions): FastifyBaseLogger {
  if (options === false) return pino({ enabled: false })
  const nothing = (): undefined => undefined
  const settings = { level: options.level ?? 'info', serializers: { req: nothing, res: nothing, err: errorFacts } }
  return (options.stream === undefined ? pino(settings) : pino(settings, options.stream)).child({ version })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The operation of the console that a request names; null before it is known and for requests without one. */
    operation: Pick<Operation, 'id' | 'service'> | null
  }
}

const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'document'

/** Whether an answer to a probe says something new: a gateway that is not ready, or is again, is said once. */
function createProbeCheck() {
  let wasReady = true
  return (route: string, status: number): boolean => {
    const isFine = status < 400
    if (route !== '/readyz') return !isFine
    const isChange = isFine !== wasReady
    wasReady = isFine
    return isChange
  }
}

/**
 * Logs one line for every answer, except to probes that find what they did before: the route's pattern, never its address, the
 * operation that it named and its service, the user id of the session, and the time it took.
 */
export function registerRequestLog(app: FastifyInstance): void {
  app.decorateRequest('operation', null)
  const isNews = createProbeCheck()
  app.addHook('onResponse', async (request, reply) => {
    const { method, operation, staffSession } = request
    if (probes.includes(routeOf(request)) && !isNews(routeOf(request), reply.statusCode)) return
    const ms = Math.round(reply.elapsedTime * 10) / 10
    const level = reply.statusCode >= 500 ? 'warn' : 'info'
    const named = operation === null ? {} : { service: operation.service, operation: operation.id }
    const userId = staffSession?.data.userId
    request.log[level]({ method, route: routeOf(request), userId, ...named, status: reply.statusCode, ms }, 'answered')
  })
}
