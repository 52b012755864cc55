import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { pino } from 'pino'

/** How much is logged and where to; `false` logs nothing. */
export type LogOptions = false | { readonly level?: string; readonly stream?: { write(line: string): void } }

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** An error's kind, code and place. Its message may repeat what somebody typed or what an upstream answered. */
function errorFacts(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { type: typeof error }
  const at = error.stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 8)
    .map((line) => line.trim())
  const code = 'code' in error ? textOf(error.code) : undefined
  return { type: error.name, ...(code === undefined ? {} : { code }), at }
}

/** The logger: nothing of a request, an answer or an error is written unless it is named here (S-33). */
export function createLogger(options: LogOptions): FastifyBaseLogger {
  if (options === false) return pino({ enabled: false })
  const nothing = (): undefined => undefined
  const settings = { level: options.level ?? 'info', serializers: { req: nothing, res: nothing, err: errorFacts } }
  return options.stream === undefined ? pino(settings) : pino(settings, options.stream)
}

const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'document'

/** One line for every answer: the route's pattern, never its address, with the time it took. */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request
    const ms = Math.round(reply.elapsedTime * 10) / 10
    const level = reply.statusCode >= 500 ? 'warn' : 'info'
    request.log[level]({ method, route: routeOf(request), status: reply.statusCode, ms }, 'answered')
  })
}
