import type { AccountStatus } from './statuses.ts'
import type { Investigation } from './investigation.ts'
import type { Particulars, Person } from './person.ts'
import type { Ago, DetailOverride } from './wire.ts'

export interface DataSource {
  readonly accounts: number
  readonly seed: number
  /** The first build in milliseconds since 1970. The few moments that must be recent count from it. */
  readonly builtAt: number
}

/** The campaign of an account. The first item fills the Utm columns of the list. */
export interface Utm {
  readonly utm_campaign: string
  readonly utm_medium: string
  readonly utm_source: string
}

/** An account as generated. The table has later changes. */
export interface Account {
  /** Place in the list, 1 is the newest. */
  readonly position: number
  readonly id: number
  readonly userId: number
  /** The key of the user's person record. Two accounts with one key belong to one user. */
  readonly personKey: number
  readonly primary: Person
  readonly joint: Person | null
  /** Fixed particulars of the primary owner; derived from the seed where absent. */
  readonly particulars?: Particulars
  readonly name: string
  readonly accountNo: string | null
  /** ISO 8601 in UTC, or null when the request never reached the clearing firm. */
  readonly requestTime: string | null
  /** The full number; the list shows it masked. */
  readonly bankAccountNo: string | null
  readonly status: AccountStatus
  readonly pendingDocuments: number
  readonly openTransfer: boolean
  readonly isTest: boolean
  readonly isRestricted: boolean
  readonly apexRestricted: boolean
  readonly isActive: boolean
  readonly utm: readonly Utm[] | null
  /** Fixed cases of verification; derived from the seed and the status where absent. */
  readonly investigations?: readonly Investigation[]
  /** The detail of a named account where it differs from the generated one. */
  readonly override?: (ago: Ago) => DetailOverride
}

/** The name of an account in the list: its owners, a shared family name once. */
export function ownersName(primary: Person, joint: Person | null): string {
  if (!joint) return `${primary.given} ${primary.family}`
  return joint.family === primary.family
    ? `${primary.given} & ${joint.given} ${primary.family}`
    : `${primary.given} ${primary.family} & ${joint.given} ${joint.family}`
}
