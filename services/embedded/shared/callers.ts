import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Person } from '../../../server/embedded/identity/passwords.ts'
import { callerOf } from '../../../server/embedded/tokens.ts'

/** Someone the main API knows as well. */
export interface StaffMember extends Person {
  /** The main API's number of the person. */
  readonly userId: number
  readonly role: string
  readonly isStaff: boolean
}

const names = [
  ['admin', 'Ada', 'Mint'],
  ['operations', 'Owen', 'Ledger'],
  ['reviewer', 'Rhea', 'Folder'],
  ['viewer', 'Vic', 'Lantern'],
  ['customer', 'Cora', 'Buyer'],
  ['expired', 'Ellis', 'Past'],
] as const

/** The people of the embedded provider; their user ids count from 1 in this order. */
export const staff: readonly StaffMember[] = names.map(([role, firstName, lastName], index) => ({
  subject: `00u${role}`,
  userId: index + 1,
  email: `${role}@countersign.test`,
  role,
  firstName,
  lastName,
  isStaff: role !== 'customer',
  passwordExpired: role === 'expired',
}))

/** Finds a person by e-mail, whatever its case. */
export function staffByEmail(email: string): StaffMember | undefined {
  return staff.find((person) => person.email === email.toLowerCase())
}

/** Finds a person by the main API's number. */
function staffByUserId(userId: number): StaffMember | undefined {
  return staff.find((person) => person.userId === userId)
}

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
