import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { callerOf } from '../../../server/embedded/tokens.ts'
import { staffByUserId } from '../staff.ts'
import type { FastifyRequest } from 'fastify'

/** The e-mail of the staff member who sent an authenticated request, as histories name people. */
export const emailOfCaller = (request: FastifyRequest): string => staffByUserId(callerOf(request))?.email ?? 'staff'

const hash = (text: string): Uint8Array => createHash('sha256').update(text).digest()

/** The header that identifies a trusted service; no browser has it (D-64). */
export interface ServiceToken {
  readonly header: string
  readonly value: string
}

/** A new random token for the given header. */
export function createServiceToken(header = 'x-service-token'): ServiceToken {
  return { header, value: randomBytes(32).toString('base64url') }
}

/** True when the headers carry the token; the comparison takes constant time. */
export function carriesToken(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  { header, value }: ServiceToken,
): boolean {
  const given = headers[header.toLowerCase()]
  return typeof given === 'string' && timingSafeEqual(hash(given), hash(value))
}
