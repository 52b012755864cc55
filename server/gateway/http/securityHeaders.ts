import helmet from '@fastify/helmet'
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
export const pagePolicy = (nonce: string, isDev = false): string =>
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

/** Sets the headers of every answer, errors included (S-15). Answers other than the page may load nothing. */
export async function registerSecurityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    strictTransportSecurity: { maxAge: YEAR_S, includeSubDomains: true },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('permissions-policy', unused.map((feature) => `${feature}=()`).join(', '))
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
    if (areaOf(request.originalUrl) !== null) reply.header('cache-control', 'no-store')
  })
}
