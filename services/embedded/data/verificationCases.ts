import { reviewCases } from './reviewCases.ts'
import { addressOnly, dowJonesProfile, homeOf } from './verificationParts.ts'
import type { Case } from './cases.ts'
import type { Findings } from './verificationParts.ts'

interface AddressCase {
  readonly id: number
  readonly given: string
  readonly family: string
  readonly purpose: string
  readonly street: string
  readonly zip?: string
  readonly findings?: Findings
}

/** An account that is suspended because nothing but its address was rejected. */
function addressCase({ id, given, family, purpose, street, zip = '14850', findings = {} }: AddressCase): Case {
  const home = homeOf(id, street, { zip })
  return {
    id,
    given,
    family,
    purpose,
    status: 'SUSPENDED',
    pendingDocuments: 1,
    particulars: home,
    investigations: [addressOnly({ id, given, family, home }, findings)],
    detail: () => ({ snaps: [] }),
  }
}

const addressCases: readonly AddressCase[] = [
  {
    id: 4131,
    given: 'Rowan',
    family: 'Autopass',
    purpose: 'address-only rejection that qualifies for the automatic approval',
    street: '24 Orchard Bend Rd',
  },
  {
    id: 4132,
    given: 'Sabine',
    family: 'Watchlisted',
    purpose: 'address-only rejection with a Dow Jones match',
    street: '31 Orchard Bend Rd',
    findings: { dowJones: [dowJonesProfile('WATCHLISTED, Sabine', '88')] },
  },
  {
    id: 4133,
    given: 'Tobias',
    family: 'Nopostcode',
    purpose: 'address-only rejection, the home address has no postal code',
    street: '8 Orchard Bend Rd',
    zip: '',
  },
  {
    id: 4134,
    given: 'Ursula',
    family: 'Suspectaddress',
    purpose: 'address-only rejection, the address validator answers SUSPECT',
    street: '7 Suspect Way',
  },
  {
    id: 4135,
    given: 'Viktor',
    family: 'Business',
    purpose: 'address-only rejection, the address validator finds a business (rdi C)',
    street: '500 Commerce Plaza',
  },
]

/** The accounts that show a case of verification each. */
export const verificationCases: readonly Case[] = [...addressCases.map(addressCase), ...reviewCases]
