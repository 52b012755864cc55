import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { GatewayError } from '../errors.ts'
import { pagePolicy, REPORTS } from '../http/securityHeaders.ts'

/** The console served from its sources, for development: a page for an address, and the modules it loads. */
export interface DevConsole {
  /** The page, with `__CSP_NONCE__` where a nonce belongs. */
  render(url: string): Promise<string>
  /** Serves modules; calls `next` for everything that is not one. */
  middleware(request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void): void
}

/** Answers a document request with the console's page. */
export type ConsolePage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

const PLACEHOLDER = '__CSP_NONCE__'

async function builtPage(consoleDir: string | null): Promise<() => Promise<string>> {
  if (consoleDir === null) {
    return () => Promise.reject(new GatewayError('NOT_FOUND'))
  }
  const html = await readFile(join(consoleDir, 'index.html'), 'utf8')
  return () => Promise.resolve(html)
}

/** Each answer carries a nonce of its own, in the page and in the policy that goes with it. */
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
