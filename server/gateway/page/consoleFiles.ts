import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CALLBACK } from '../http/crossSite.ts'
import { GatewayError } from '../errors.ts'
import type { ConsolePage, DevConsole } from './consolePage.ts'
import { areaOf } from '../http/targets.ts'

const ASSETS = '/assets/'

const wantsPage = ({ method, headers, originalUrl }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  areaOf(originalUrl) === null &&
  !originalUrl.startsWith(ASSETS) &&
  (headers.accept === undefined || headers.accept === '*/*' || headers.accept.includes('text/html'))

/** The files of the build: their names change with their content, so they may be kept for ever. */
async function registerAssets(app: FastifyInstance, consoleDir: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(consoleDir, 'assets'),
    prefix: ASSETS,
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    index: false,
    decorateReply: false,
  })
}

/** Lets the build tool answer for its modules before anything else; the areas stay the gateway's. */
function registerDevModules(app: FastifyInstance, dev: DevConsole): void {
  app.addHook('onRequest', async (request, reply) => {
    if (areaOf(request.originalUrl) !== null) return
    // Modules are not documents, and the tool's answers go out as they are.
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value)
    const isHandled = await new Promise<boolean>((resolve, reject) => {
      reply.raw.once('close', () => resolve(true))
      dev.middleware(request.raw, reply.raw, (error) => (error === undefined ? resolve(false) : reject(error as Error)))
    })
    if (isHandled) reply.hijack()
  })
}

/**
 * Serves the console: its assets, and the one page for every other document, the sign-in's callback
 * included. What neither is a file nor asks for a page is not found.
 */
export async function registerConsole(
  app: FastifyInstance,
  page: ConsolePage,
  source: { readonly consoleDir: string | null; readonly dev?: DevConsole | undefined },
): Promise<void> {
  if (source.consoleDir !== null) await registerAssets(app, source.consoleDir)
  if (source.dev !== undefined) registerDevModules(app, source.dev)
  app.route({ method: ['GET', 'HEAD'], url: CALLBACK, handler: page })
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    if (wantsPage(request)) return page(request, reply)
    throw new GatewayError('NOT_FOUND')
  })
}
