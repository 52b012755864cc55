import type { FastifyRequest } from 'fastify'
import { GatewayError } from './errors.ts'
import { areaOf } from './targets.ts'

/** The address the identity provider sends the browser back to: the only document below an area. */
export const CALLBACK = '/auth/callback'

const JSON_TYPE = /^application\/json(?:\s*;\s*charset=utf-8)?$/i

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

/**
 * Refuses every call to an area that a page of another origin could have caused (T2, S-02): without the
 * static header, from another origin or site, or with a body that is not declared as JSON. SameSite cookies do not
 * stop a sibling subdomain; this does.
 */
export function createCrossSiteCheck(publicUrl: string) {
  const { origin } = new URL(publicUrl)
  return async (request: FastifyRequest): Promise<void> => {
    if (areaOf(request.originalUrl) === null) return
    const isDocument = isRead(request.method) && request.originalUrl.split('?', 1)[0] === CALLBACK
    if (isDocument) return
    if (!comesFromConsole(request, origin)) throw new GatewayError('CROSS_SITE')
    const type = request.headers['content-type']
    const hasBody =
      request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
    if (type === undefined ? hasBody : !JSON_TYPE.test(type)) throw new GatewayError('CROSS_SITE')
  }
}
