import type { Findings, Investigation } from '../data/investigation.ts'
import type { Case } from './cases.ts'
import {
  addressOnly,
  type CaseState,
  dndbProfile,
  dowJonesProfile,
  homeOf,
  investigationOf,
  unverifiedSsn,
} from './verificationParts.ts'

type AddressCase = Pick<Case, 'id' | 'given' | 'family' | 'purpose'> & {
  readonly street: string
  readonly zip?: string
  readonly findings?: Findings
}

/** An account that is suspended because only its address was rejected. */
function addressCase({ street, zip = '14850', findings = {}, ...person }: AddressCase): Case {
  const home = homeOf(person.id, street, { zip })
  return {
    ...person,
    status: 'SUSPENDED',
    pendingDocuments: 1,
    particulars: home,
    investigations: [addressOnly({ ...person, home }, findings)],
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

const unknownStates: Partial<Investigation> = {
  cipCategories: [
    { name: 'NAME', categoryState: 'ACCEPTED', requestedDocuments: [] },
    { name: 'SSN', categoryState: 'ESCALATED', requestedDocuments: [] },
    {
      name: 'BENEFICIAL_OWNER',
      categoryState: 'DEFERRED_REVIEW',
      requestedDocuments: [{ name: 'FISHING_LICENCE', description: 'Fishing licence, both sides' }],
    },
    { name: 'ADDRESS', categoryState: '', requestedDocuments: [] },
  ],
}

type OneCase = Pick<Case, 'id' | 'given' | 'family' | 'purpose' | 'status' | 'pendingDocuments'> & {
  readonly state?: CaseState
}

/** An account with one case in `state`, or without any case. */
function oneCase({ state, ...account }: OneCase): Case {
  const home = homeOf(account.id, `${account.id - 4100} Quarry Hill Ave`)
  return {
    ...account,
    particulars: home,
    investigations: state === undefined ? [] : [investigationOf({ ...account, home }, state)],
    detail: () => ({ snaps: [] }),
  }
}

const indeterminateSsn = { equifax: { indeterminate: unverifiedSsn } }

const oneCases: readonly OneCase[] = [
  {
    id: 4136,
    given: 'Willa',
    family: 'Undecided',
    status: 'ACTION_REQUIRED',
    pendingDocuments: 1,
    purpose: 'INDETERMINATE by Equifax, no match on a list',
    state: { status: 'INDETERMINATE', failing: ['SSN'], findings: indeterminateSsn },
  },
  {
    id: 4144,
    given: 'Fiora',
    family: 'Dndbmatch',
    status: 'ACTION_REQUIRED',
    pendingDocuments: 1,
    purpose: "INDETERMINATE, a DNDB record that holds another person's SSN",
    state: {
      status: 'INDETERMINATE',
      failing: ['SSN'],
      findings: { ...indeterminateSsn, dndb: [dndbProfile('Fiona', 'Dndbmatch', '900-77-4144')] },
    },
  },
  {
    id: 4145,
    given: 'Gideon',
    family: 'Ofacmatch',
    status: 'ACTION_REQUIRED',
    pendingDocuments: 1,
    purpose: 'INDETERMINATE, OFAC POTENTIAL_MATCH',
    state: { status: 'INDETERMINATE', failing: ['NAME'], findings: { ofacMatch: 'POTENTIAL_MATCH' } },
  },
  {
    id: 4140,
    given: 'Beatrix',
    family: 'Strangestates',
    purpose: 'a case status, category states and a category that no list names',
    status: 'ACTION_REQUIRED',
    state: { status: 'UNDER_OBSERVATION', more: unknownStates },
  },
  {
    id: 4141,
    given: 'Corwin',
    family: 'Noresult',
    purpose: 'an INDETERMINATE case without any result or category',
    status: 'ACTION_REQUIRED',
    state: { status: 'INDETERMINATE', more: { result: null, cipCategories: [] } },
  },
  {
    id: 4142,
    given: 'Delia',
    family: 'Caseerror',
    purpose: 'a case with an error text',
    status: 'ERROR',
    state: {
      status: 'PENDING',
      more: { error: 'The check could not be run: the data source gave no answer', result: null, cipCategories: [] },
    },
  },
  {
    id: 4143,
    given: 'Emeric',
    family: 'Nocases',
    purpose: 'suspended, without any investigation',
    status: 'SUSPENDED',
  },
]

/** Accounts with one case, or none: address approval, undecided cases, incomplete and unknown values. */
export const verificationCases: readonly Case[] = [...addressCases.map(addressCase), ...oneCases.map(oneCase)]
