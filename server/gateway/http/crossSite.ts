import type { FastifyRequest } from 'fastify'
import { GatewayError } from '../errors.ts'
import { areaOf } from './targets.ts'

/** The address the identity provider sends the browser back to: the only document below an area. */
export const CALLBACK = '/auth/callback'

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

/** Whether the body is declared as what the request's operation takes: a form for uploads, JSON for all else. */
function isDeclared({ headers, originalUrl }: FastifyRequest, uploads: ReadonlySet<string>): boolean {
  const { 'content-type': type, 'transfer-encoding': encoding, 'content-length': length } = headers
  const isUpload = areaOf(originalUrl) === 'api' && uploads.has(String(headers['x-operation'] ?? ''))
  if (isUpload) return type !== undefined && FORM_TYPE.test(type)
  const hasBody = encoding !== undefined || Number(length ?? 0) > 0
  return type === undefined ? !hasBody : JSON_TYPE.test(type)
}

/**
 * Refuses every call to an area that a page of another origin could have caused (T2, S-02): without the
 * static header, from another origin or site, or with a body that is not declared as JSON. Only
 * operations in `uploads`, by id, take a form instead. SameSite cookies do not stop a sibling subdomain; this does.
 */
export function createCrossSiteCheck(publicUrl: string, uploads: ReadonlySet<string>) {
  const { origin } = new URL(publicUrl)
  return async (request: FastifyRequest): Promise<void> => {
    if (areaOf(request.originalUrl) === null) return
    const isDocument = isRead(request.method) && request.originalUrl.split('?', 1)[0] === CALLBACK
    if (isDocument) return
    if (!comesFromConsole(request, origin)) throw new GatewayError('CROSS_SITE')
    if (!isDeclared(request, uploads)) throw new GatewayError('CROSS_SITE')
  }
}
