import type { FastifyRequest } from 'fastify'
import type { RateLimitOptions } from '@fastify/rate-limit'
import { GatewayError } from '../errors.ts'
import type { Rate } from '../limits.ts'

const limited = ({ max, windowMs }: Rate, keyGenerator: (request: FastifyRequest) => string): RateLimitOptions => ({
  max,
  timeWindow: windowMs,
  keyGenerator,
  // Runs after the session has been found, so that a made-up cookie is not a new allowance.
  hook: 'preHandler',
  errorResponseBuilder: (_request, { ttl }) => new GatewayError('RATE_LIMITED', { retryAfter: Math.ceil(ttl / 1000) }),
})

/** So many requests from one address (S-41); behind a proxy the address is the one a trusted proxy names. */
export const perAddress = (rate: Rate): RateLimitOptions => limited(rate, ({ ip }) => `address ${ip}`)

/** So many requests from one session. */
export const perSession = (rate: Rate): RateLimitOptions =>
  limited(rate, ({ staffSession, ip }) => (staffSession === null ? `address ${ip}` : `session ${staffSession.id}`))
