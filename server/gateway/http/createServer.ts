import { randomUUID } from 'node:crypto'
import underPressure from '@fastify/under-pressure'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Config } from '../../config/config.ts'
import { GatewayError, sendError } from '../core/errors.ts'
import { isInexact, parseJson } from '../core/json.ts'
import { answerUnparsed, limitConnections } from './connections.ts'
import { probes, rewriteTarget } from './requestChecks.ts'
import { createLogger, type LogOptions } from './requestLog.ts'

const SECOND = 1000
const MOST_CONNECTIONS = 800
const GIB = 1024 ** 3

const INEXACT = 'The body has a number that is too large, or characters that no text has: correct it.'

/** JSON is the only body except an upload's form; an empty text is no body. */
function registerJsonParser(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      const body = text === '' ? undefined : parseJson(String(text))
      if (isInexact(body)) done(new GatewayError('BAD_REQUEST', { message: INEXACT }))
      else done(null, body)
    } catch (cause) {
      done(new GatewayError('BAD_REQUEST', { message: 'The body is not JSON: send a JSON object.', cause }))
    }
  })
}

/** Refuses work while the process is overloaded; probes still get an answer. */
async function shedLoad(app: FastifyInstance): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: 500,
    // Uploads take 0.6 GB, however many there are, one large turned photograph 0.5 GB more while it is worked on.
    maxRssBytes: 1.5 * GIB,
    pressureHandler: (request, reply) => {
      if (!probes.includes(request.url)) sendError(new GatewayError('OVERLOADED', { retryAfter: 10 }), request, reply)
    },
  })
}

/**
 * Creates the HTTP server with its limits: slow or oversized requests and too many connections are cut off, request ids
 * are the gateway's own, and targets that must not be routed are refused before routing.
 */
export async function createServer(config: Config, logger: LogOptions): Promise<FastifyInstance> {
  const { trustProxy, environment } = config
  const app: FastifyInstance = fastify({
    loggerInstance: createLogger(logger),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    requestIdHeader: false,
    genReqId: () => randomUUID(),
    trustProxy,
    bodyLimit: 1024 * 1024,
    // For uploads; every other body has less (`createBodyDeadline`).
    requestTimeout: 60 * SECOND,
    keepAliveTimeout: 72 * SECOND,
    clientErrorHandler: answerUnparsed,
    // Without it, a request without a host would be answered before any header is set.
    http: {
      requireHostHeader: false,
      headersTimeout: 8 * SECOND,
      connectionsCheckingInterval: SECOND,
      maxHeaderSize: 16 * 1024,
    },
    // A stopping gateway reports that it is not ready and still answers requests.
    return503OnClosing: false,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 16 * 1024 },
    rewriteUrl: ({ url = '/' }) => rewriteTarget(url),
  })
  app.server.maxConnections = MOST_CONNECTIONS
  // Node would refuse an expectation by itself, without any header: it is as good as none.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  limitConnections(app, config)
  app.setErrorHandler(sendError)
  registerJsonParser(app)
  if (environment !== 'dev') await shedLoad(app)
  return app
}
