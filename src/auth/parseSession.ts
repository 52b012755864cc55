import type { GatewayAnswer } from './callGateway.ts'
import type { Session } from './types.ts'

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** Moves an instant of the server's clock (ISO text or milliseconds) to this machine's clock. */
export const toLocalTime = (value: unknown, serverTime: number, now = Date.now()): number => {
  const instant = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN
  // Without a readable end the gateway alone decides; the screen then warns of nothing.
  return Number.isNaN(instant) ? Number.POSITIVE_INFINITY : instant + (now - serverTime)
}

const strings = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []

/** Reads the answer of `GET /auth/session`. Null unless it names a person. */
export const parseSession = ({ body, serverTime }: GatewayAnswer): Session | null => {
  const userId = text(body['userId'])
  if (userId === '') return null
  return {
    userId,
    email: text(body['email']),
    firstName: text(body['firstName']),
    lastName: text(body['lastName']),
    role: text(body['role']),
    authType: text(body['authType']),
    permissions: strings(body['permissions']),
    notConfigured: strings(body['notConfigured']),
    idleExpiresAt: toLocalTime(body['idleExpiresAt'], serverTime),
    expiresAt: toLocalTime(body['expiresAt'], serverTime),
    mark: `${userId} ${text(body['expiresAt'])}`,
  }
}
