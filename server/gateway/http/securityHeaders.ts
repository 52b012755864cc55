import type { FastifyInstance } from 'fastify'
import { areaOf } from './requestChecks.ts'

const YEAR_S = 31_536_000

const unused = ['camera', 'display-capture', 'geolocation', 'microphone', 'payment', 'usb', 'publickey-credentials-get']

/** The reporting address of the policy. */
export const REPORTS = '/csp-report'

/**
 * The content security policy of the console page: scripts by nonce only, Trusted Types enforced. `isDev` also allows
 * what the reload of the build tool needs.
 */
export const pagePolicy = (nonce: string, isDev: boolean): string =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "script-src-attr 'none'",
    isDev ? "style-src-elem 'self' 'unsafe-inline'" : `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    isDev ? "connect-src 'self' ws:" : "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    ...(isDev ? [] : ["require-trusted-types-for 'script'", 'trusted-types default']),
    `report-uri ${REPORTS}`,
    'report-to csp',
  ].join('; ')

/** The headers of every answer (S-15). Answers other than the page may load nothing. */
export const headersOfAll = {
  'strict-transport-security': `max-age=${YEAR_S}; includeSubDomains`,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'permissions-policy': unused.map((feature) => `${feature}=()`).join(', '),
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  // The filter of old browsers, which opens holes of its own, stays off.
  'x-xss-protection': '0',
}

/** Sets the headers of every answer, errors included. */
export function registerSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ ...headersOfAll, 'x-request-id': request.id })
    if (areaOf(request.originalUrl) !== null) reply.header('cache-control', 'no-store')
  })
}
