import type { Person } from '../../server/embedded/identity/passwords.ts'

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
export function staffByUserId(userId: number): StaffMember | undefined {
  return staff.find((person) => person.userId === userId)
}
