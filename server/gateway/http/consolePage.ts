import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { GatewayError } from '../core/errors.ts'
import { areaOf, CALLBACK, decoded, pathOf } from './requestChecks.ts'
import { pagePolicy, REPORTS } from './securityHeaders.ts'

/** The console served from its sources, for development: its page and the modules that the page loads. */
export interface DevConsole {
  /** The page, with the placeholder `__CSP_NONCE__` for the nonce. */
  render(url: string): Promise<string>
  /** Serves modules; calls `next` for other requests. */
  middleware(request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void): void
}

export type ConsolePage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

const PLACEHOLDER = '__CSP_NONCE__'

async function builtPage(consoleDir: string | null): Promise<() => Promise<string>> {
  if (consoleDir === null) {
    return () => Promise.reject(new GatewayError('NOT_FOUND'))
  }
  const html = await readFile(join(consoleDir, 'index.html'), 'utf8')
  return () => Promise.resolve(html)
}

/** Creates the handler of the page. Each answer has its own nonce, in the page and in the policy. */
export async function createConsolePage(consoleDir: string | null, dev?: DevConsole): Promise<ConsolePage> {
  const built = await builtPage(consoleDir)
  return async (request, reply) => {
    const html = await (dev === undefined ? built() : dev.render(request.originalUrl))
    const nonce = randomBytes(18).toString('base64')
    return reply
      .header('content-security-policy', pagePolicy(nonce, dev !== undefined))
      .header('reporting-endpoints', `csp="${REPORTS}"`)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(html.replaceAll(PLACEHOLDER, nonce))
  }
}

const ASSETS = '/assets/'

const wantsPage = ({ method, headers, originalUrl }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  areaOf(originalUrl) === null &&
  !originalUrl.startsWith(ASSETS) &&
  (headers.accept === undefined || headers.accept === '*/*' || headers.accept.includes('text/html'))

/** The page that signs out, as the console's routes take its address. */
const SIGN_OUT = /^\/+signout\/*$/i

/** The same page, which asks before it signs out. */
const CONFIRM_SIGN_OUT = '/signout?confirm=1'

/** True for a link on another site to the page that signs out: it would sign out the person who follows it (U11). */
function isForeignSignOut({ headers, originalUrl }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== 'cross-site' && site !== 'same-site') return false
  return originalUrl !== CONFIRM_SIGN_OUT && SIGN_OUT.test(decoded(pathOf(originalUrl)) ?? '')
}

/** Serves the files of the build. Their names change with their content, so they can be cached for ever. */
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

/** Lets the build tool answer requests for modules first, except in the gateway's areas. */
function registerDevModules(app: FastifyInstance, dev: DevConsole): void {
  app.addHook('onRequest', async (request, reply) => {
    if (areaOf(request.originalUrl) !== null) return
    // The tool writes its answers itself, so the headers are set on the raw response.
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
 * Serves the console: its assets, and the page for every other document, the sign-in's callback included. A link on another
 * site to the sign-out leads to its question. A request for neither a file nor a page is answered with NOT_FOUND.
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
    if (wantsPage(request) && isForeignSignOut(request))
      return reply.header('cache-control', 'no-store').redirect(CONFIRM_SIGN_OUT, 303)
    if (wantsPage(request)) return page(request, reply)
    throw new GatewayError('NOT_FOUND')
  })
}
