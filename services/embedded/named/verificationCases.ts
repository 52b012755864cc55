import type { AccountStatus } from '../data/statuses.ts'
import type { Findings, Investigation } from '../data/investigation.ts'
import type { Case } from './cases.ts'
import {
  addressOnly,
  type CaseState,
  dndbProfile,
  dowJonesProfile,
  homeOf,
  investigationOf,
  subjectOf,
  unverifiedSsn,
} from './verificationParts.ts'

/** An account that is suspended because only its address was rejected. */
function addressCase(
  id: number,
  name: string,
  purpose: string,
  street: string,
  { zip = '14850', findings = {} }: { readonly zip?: string; readonly findings?: Findings } = {},
): Case {
  const person = subjectOf(id, name, homeOf(id, street, { zip }))
  return {
    id,
    name,
    purpose,
    status: 'SUSPENDED',
    pendingDocuments: 1,
    particulars: person.home,
    investigations: [addressOnly(person, findings)],
    detail: () => ({ snaps: [] }),
  }
}

const addressCases: readonly Case[] = [
  addressCase(
    4131,
    'Rowan Autopass',
    'address-only rejection that qualifies for the automatic approval',
    '24 Orchard Bend Rd',
  ),
  addressCase(4132, 'Sabine Watchlisted', 'address-only rejection with a Dow Jones match', '31 Orchard Bend Rd', {
    findings: { dowJones: [dowJonesProfile('WATCHLISTED, Sabine', '88')] },
  }),
  addressCase(
    4133,
    'Tobias Nopostcode',
    'address-only rejection, the home address has no postal code',
    '8 Orchard Bend Rd',
    { zip: '' },
  ),
  addressCase(
    4134,
    'Ursula Suspectaddress',
    'address-only rejection, the address validator answers SUSPECT',
    '7 Suspect Way',
  ),
  addressCase(
    4135,
    'Viktor Business',
    'address-only rejection, the address validator finds a business (rdi C)',
    '500 Commerce Plaza',
  ),
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

/** An account with one case in `state`, or without any case. */
function oneCase(
  id: number,
  name: string,
  purpose: string,
  status: AccountStatus,
  state?: CaseState,
  more: Pick<Case, 'pendingDocuments'> = {},
): Case {
  const person = subjectOf(id, name)
  const investigations = state === undefined ? [] : [investigationOf(person, state)]
  return {
    id,
    name,
    purpose,
    status,
    ...more,
    particulars: person.home,
    investigations,
    detail: () => ({ snaps: [] }),
  }
}

const indeterminateSsn = { equifax: { indeterminate: unverifiedSsn } }

const oneCases: readonly Case[] = [
  oneCase(
    4136,
    'Willa Undecided',
    'INDETERMINATE by Equifax, no match on a list',
    'ACTION_REQUIRED',
    { status: 'INDETERMINATE', failing: ['SSN'], findings: indeterminateSsn },
    { pendingDocuments: 1 },
  ),
  oneCase(
    4144,
    'Fiora Dndbmatch',
    "INDETERMINATE, a DNDB record that holds another person's SSN",
    'ACTION_REQUIRED',
    {
      status: 'INDETERMINATE',
      failing: ['SSN'],
      findings: { ...indeterminateSsn, dndb: [dndbProfile('Fiona', 'Dndbmatch', '900-77-4144')] },
    },
    { pendingDocuments: 1 },
  ),
  oneCase(
    4145,
    'Gideon Ofacmatch',
    'INDETERMINATE, OFAC POTENTIAL_MATCH',
    'ACTION_REQUIRED',
    { status: 'INDETERMINATE', failing: ['NAME'], findings: { ofacMatch: 'POTENTIAL_MATCH' } },
    { pendingDocuments: 1 },
  ),
  oneCase(
    4140,
    'Beatrix Strangestates',
    'a case status, category states and a category that no list names',
    'ACTION_REQUIRED',
    { status: 'UNDER_OBSERVATION', more: unknownStates },
  ),
  oneCase(4141, 'Corwin Noresult', 'an INDETERMINATE case without any result or category', 'ACTION_REQUIRED', {
    status: 'INDETERMINATE',
    more: { result: null, cipCategories: [] },
  }),
  oneCase(4142, 'Delia Caseerror', 'a case with an error text', 'ERROR', {
    status: 'PENDING',
    more: { error: 'The check could not be run: the data source gave no answer', result: null, cipCategories: [] },
  }),
  oneCase(4143, 'Emeric Nocases', 'suspended, without any investigation', 'SUSPENDED'),
]

/** Accounts with one case, or none: address approval, undecided cases, incomplete and unknown values. */
export const verificationCases: readonly Case[] = [...addressCases, ...oneCases]
