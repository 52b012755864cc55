import type { FastifyReply, FastifyRequest } from 'fastify'
import { GatewayError } from '../errors.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

const hostsOf = ({ raw }: FastifyRequest): readonly string[] =>
  raw.rawHeaders.filter((_value, index) => index % 2 === 1 && raw.rawHeaders[index - 1]?.toLowerCase() === 'host')

/**
 * Lets a request through that uses an allowed method and names PUBLIC_URL's host, exactly once. Documents asked for
 * under another name are redirected; anything else is refused (S-22). Probes come under any name.
 */
export function createHostCheck(publicUrl: string, probes: readonly string[]) {
  const { host } = new URL(publicUrl)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (!METHODS.includes(request.method)) throw new GatewayError('METHOD_NOT_ALLOWED')
    const [name, ...more] = hostsOf(request)
    if (name === undefined || more.length > 0)
      throw new GatewayError('BAD_REQUEST', { message: 'Send one Host header.' })
    if (name === host || probes.includes(request.url)) return undefined
    const isDocument = request.method === 'GET' || request.method === 'HEAD'
    if (!isDocument || !request.originalUrl.startsWith('/')) throw new GatewayError('WRONG_HOST')
    return reply.redirect(`${publicUrl}${request.originalUrl}`, 307)
  }
}
