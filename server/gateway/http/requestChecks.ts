import { isIP } from 'node:net'
import type { RateLimitOptions } from '@fastify/rate-limit'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { GatewayError } from '../core/errors.ts'
import type { Rate } from '../core/limits.ts'

/** The parts of the address space that scripts call; everything else is a document or an asset. */
export type Area = 'api' | 'auth' | 'console'

/** The target of requests that must not be routed. No request can name it: it is refused like any unknown path. */
export const REFUSED = '/.refused'

const AREA = /^\/(api|auth|console)(?=[/?]|$)/
const HIDDEN = /%(?:2f|5c|00|25|2e|3b)|\\|\/\/|\/\.{1,2}(?=\/|$)/i

export const pathOf = (target: string): string => target.split('?', 1)[0] ?? ''

/** A path without its percent-encoding. */
export const decoded = (path: string): string | undefined => {
  try {
    return decodeURIComponent(path)
  } catch {
    // Only malformed percent-encoding throws; the caller decides about such a path.
    return undefined
  }
}

/** The area of a raw request target, read literally. */
export const areaOf = (target: string): Area | null => (AREA.exec(target)?.[1] as Area | undefined) ?? null

/**
 * Rewrites a raw request target for routing (S-20). Within an area, targets with encoded separators, dots or NUL,
 * doubled slashes, dot segments or backslashes are refused, and so is every target that only becomes part of an area by
 * decoding. Every other path reaches the console page.
 */
export function rewriteTarget(target: string): string {
  if (!target.startsWith('/')) return REFUSED
  const path = pathOf(target)
  if (areaOf(target) !== null) return HIDDEN.test(path) || decoded(path) === undefined ? REFUSED : target
  const plain = decoded(path)
  if (plain === undefined) return '/'
  return areaOf(plain) === null ? target : REFUSED
}

/** Addresses of the probes, which may use any host name. */
export const probes = ['/healthz', '/readyz', '/metrics']

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

const hostsOf = ({ raw }: FastifyRequest): readonly string[] =>
  raw.rawHeaders.filter((_value, index) => index % 2 === 1 && raw.rawHeaders[index - 1]?.toLowerCase() === 'host')

/**
 * Creates the check that a request uses HTTP/1.1, an allowed method and no encoding but chunks, and names PUBLIC_URL's host, exactly
 * once. Documents under another name are redirected; other requests are refused (S-22). Probes may use any name.
 */
export function createHostCheck(publicUrl: string) {
  const { host } = new URL(publicUrl)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (!METHODS.includes(request.method)) throw new GatewayError('METHOD_NOT_ALLOWED')
    if (request.raw.httpVersion !== '1.1' && !probes.includes(request.url))
      throw new GatewayError('BAD_REQUEST', { message: 'Use HTTP/1.1.' })
    if (!/^chunked$/i.test(request.headers['transfer-encoding'] ?? 'chunked'))
      throw new GatewayError('BAD_REQUEST', { message: 'Send the body with its length, or in chunks.' })
    if (!/^identity$/i.test(request.headers['content-encoding'] ?? 'identity'))
      throw new GatewayError('BAD_REQUEST', { message: 'Send the body as it is, not compressed.' })
    const [name, ...more] = hostsOf(request)
    if (name === undefined || more.length > 0)
      throw new GatewayError('BAD_REQUEST', { message: 'Send one Host header.' })
    if (name === host || probes.includes(request.url)) return undefined
    const isDocument = request.method === 'GET' || request.method === 'HEAD'
    if (!isDocument || !request.originalUrl.startsWith('/')) throw new GatewayError('WRONG_HOST')
    return reply.redirect(`${publicUrl}${request.originalUrl}`, 307)
  }
}

/** The address to which the identity provider sends the browser back. */
export const CALLBACK = '/auth/callback'

/** The address that sends the browser on to the identity provider. With the one above, the only documents of an area. */
export const CONTINUE = '/auth/continue'

/** The path of `POST` requests with which the provider ends sessions (OpenID Connect Back-Channel Logout). */
export const BACKCHANNEL = '/auth/backchannel'
/** The path of Okta's Universal Logout (Global Token Revocation). */
export const REVOCATION = '/auth/global-token-revocation'

const JSON_TYPE = /^application\/json(?:\s*;\s*charset=utf-8)?$/i

const FORM_TYPE = /^multipart\/form-data\s*;\s*boundary=(?:"[^"]{1,70}"|[^\s";,]{1,70})$/i

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD'

function comesFromConsole({ method, headers }: FastifyRequest, origin: string): boolean {
  if (headers['x-countersign'] !== '1') return false
  const isSameOrigin = headers.origin === origin
  if (headers.origin !== undefined && !isSameOrigin) return false
  if (!isRead(method) && !isSameOrigin) return false
  const site = headers['sec-fetch-site']
  if (site === undefined) return isSameOrigin
  return site === 'same-origin' || (site === 'none' && isRead(method))
}

/** True when the body has the content type of the request's operation: a form for uploads, else JSON. */
function isDeclared({ headers, originalUrl }: FastifyRequest, uploads: ReadonlySet<string>): boolean {
  const { 'content-type': type, 'transfer-encoding': encoding, 'content-length': length } = headers
  const isUpload = areaOf(originalUrl) === 'api' && uploads.has(String(headers['x-operation'] ?? ''))
  if (isUpload) return type !== undefined && FORM_TYPE.test(type)
  const hasBody = encoding !== undefined || Number(length ?? 0) > 0
  return type === undefined ? !hasBody : JSON_TYPE.test(type)
}

/** True for a call to an area by the console's scripts, as opposed to its documents and the identity provider's own requests. */
export function isCall({ method, originalUrl }: FastifyRequest): boolean {
  if (areaOf(originalUrl) === null) return false
  const path = pathOf(originalUrl)
  const isDocument = isRead(method) && [CALLBACK, CONTINUE].includes(path)
  // The identity provider's own requests prove themselves by a token that it signs, and carry no cookie.
  const isSigned = method === 'POST' && [BACKCHANNEL, REVOCATION].includes(path)
  return !isDocument && !isSigned
}

/**
 * Creates the check that refuses every call to an area that a page of another origin could have caused (T2, S-02):
 * without the static header, from another origin or site, or with a body that is not declared as JSON. Only operations
 * in `uploads`, by id, take a form instead. SameSite cookies do not stop a sibling subdomain; this check does.
 */
export function createCrossSiteCheck(publicUrl: string, uploads: ReadonlySet<string>) {
  const { origin } = new URL(publicUrl)
  return async (request: FastifyRequest): Promise<void> => {
    if (!isCall(request)) return
    if (!comesFromConsole(request, origin)) throw new GatewayError('CROSS_SITE')
    if (!isDeclared(request, uploads)) throw new GatewayError('CROSS_SITE')
  }
}

const isForm = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.toLowerCase().startsWith('multipart/') === true

/** Ends the connection when the body has not arrived after `ms`. Forms have the server's own, longer time. */
export const createBodyDeadline = (ms: number) => async (request: FastifyRequest) => {
  const { raw } = request
  if (raw.complete || isForm(request)) return
  const timer = setTimeout(() => {
    if (!raw.complete) raw.destroy()
  }, ms)
  raw.once('close', () => clearTimeout(timer))
}

const limited = ({ max, windowMs }: Rate, keyGenerator: (request: FastifyRequest) => string): RateLimitOptions => ({
  max,
  timeWindow: windowMs,
  keyGenerator,
  // Runs after the session has been found, so that an invented cookie does not get its own allowance.
  hook: 'preHandler',
  errorResponseBuilder: (_request, { ttl }) => new GatewayError('RATE_LIMITED', { retryAfter: Math.ceil(ttl / 1000) }),
})

/** The network that one person can have to themselves: an IPv4 address, or a /64 of IPv6 addresses. */
export function networkOf(address: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? []
  if (mapped !== undefined || isIP(address) !== 6) return mapped ?? address
  const [head = '', tail] = address.split('::')
  const [before, after] = [head, tail ?? ''].map((part) => part.split(':').filter((group) => group !== ''))
  const zeros = tail === undefined ? [] : Array<string>(8 - (before?.length ?? 0) - (after?.length ?? 0)).fill('0')
  const groups = [...(before ?? []), ...zeros, ...(after ?? [])].slice(0, 4)
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}

/** Limits the requests from one network (S-41); behind a proxy it is that of the address a trusted proxy names. */
export const perAddress = (rate: Rate): RateLimitOptions => limited(rate, ({ ip }) => `address ${networkOf(ip)}`)

export const perSession = (rate: Rate): RateLimitOptions =>
  limited(rate, ({ staffSession, ip }) =>
    staffSession === null ? `address ${networkOf(ip)}` : `session ${staffSession.id}`,
  )

/** Creates the hook that limits every route for staff, those below `/api` and `/console`: none can be without. */
export const createStaffLimit = (rate: Rate) => (route: RouteOptions) => {
  const area = areaOf(route.url)
  if (area === 'api' || area === 'console') route.config = { rateLimit: perSession(rate), ...route.config }
}
