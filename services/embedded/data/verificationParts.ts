import { sketchIdOf } from './caseParts.ts'
import { categoriesWith } from './cipCategories.ts'
import type { CategoryName } from './cipCategories.ts'
import type { Investigation } from './investigation.ts'
import type { Particulars } from './person.ts'
import type { Snap } from './wire.ts'

/** The building blocks of the table of verification cases. */

/** Who an account's cases are about. */
export interface Subject {
  readonly id: number
  readonly given: string
  readonly family: string
  readonly home: Particulars
}

/** Where someone lives and what identifies them; `id` makes phone and SSN their own. */
export function homeOf(id: number, address: string, more: Partial<Particulars> = {}): Particulars {
  const number = String(id % 100).padStart(2, '0')
  return {
    address,
    city: 'Ithaca',
    state: 'NY',
    zip: '14850',
    phone: `60755501${number}`,
    dateOfBirth: `1987-05-${String(1 + (id % 28)).padStart(2, '0')}`,
    ssn: `900-${number}-${id}`,
    ...more,
  }
}

type Messages = Readonly<Record<string, string>>

const found: Messages = {
  IDENTITY_LOCATED_ON_TERTIARY_DATA_SOURCE_GOOD_MATCH: 'Identity found in a secondary source, good match',
}

/** What Equifax said, by how it judged. */
export interface EquifaxReasons {
  readonly indeterminate?: Messages
  readonly reject?: Messages
}

/** The findings of a screening; what is absent is clean. */
export interface Findings {
  readonly equifax?: EquifaxReasons
  readonly dowJones?: readonly object[]
  readonly dndb?: readonly object[]
  readonly ofacMatch?: string
}

const equifaxStates: Messages = { ACCEPTED: 'ACCEPT', REJECTED: 'REJECT' }

/** The result of a screening that came to `state`. */
function resultOf(state: string, { equifax = {}, dowJones = [], dndb = [], ofacMatch }: Findings) {
  const { indeterminate = {}, reject = {} } = equifax
  return {
    evaluation: { evaluatedState: state, dataSources: ['EQUIFAX', 'DOW_JONES', 'DNDB', 'OFAC'], comment: null },
    equifaxResult: {
      state: equifaxStates[state] ?? 'INDETERMINATE',
      reasons: { ...indeterminate, ...reject },
      results: { accept: found, indeterminate, reject },
      errorCode: null,
      errorMessage: null,
    },
    dowJonesResult: { profiles: dowJones },
    dndbResult: { profiles: dndb },
    ofacResult: { ofacMatch: ofacMatch ?? 'NO_MATCH' },
  }
}

function historyOf(status: string, day: string) {
  const change = (time: string, stateChange: string) => ({
    user: 'system',
    timestamp: `${day}T${time}Z`,
    stateChange,
    comment: null,
    archived: false,
  })
  const first = change('12:00:02', 'PENDING')
  return status === 'PENDING' ? [first] : [first, change('12:00:05', status)]
}

function identityOf({ given, family, home }: Subject) {
  return {
    name: { prefix: null, givenName: given, additionalNames: [], familyName: family, suffix: null },
    homeAddress: {
      streetAddress: [home.address],
      city: home.city,
      state: home.state,
      postalCode: home.zip,
      country: 'USA',
    },
    mailingAddress: null,
    phoneNumber: home.phone,
    socialSecurityNumber: home.ssn,
    citizenshipCountry: 'USA',
    dateOfBirth: home.dateOfBirth,
  }
}

const accountNoOf = (id: number): string => `9ZZ1${String(id - 4000).padStart(4, '0')}`

/** The state and findings of one case; `applicant` 1 is the second owner of a joint account. */
export interface CaseState {
  readonly status: string
  readonly applicant?: 0 | 1
  readonly failing?: readonly CategoryName[]
  readonly findings?: Findings
  readonly more?: Partial<Investigation>
  /** The day on which the checks ran, YYYY-MM-DD. */
  readonly day?: string
}

/** A case of identity verification; `more` replaces members. */
export function investigationOf(subject: Subject, state: CaseState): Investigation {
  const { status, applicant = 0, failing = [], findings = {}, more = {}, day = '2026-03-02' } = state
  const categoryState = status === 'ACCEPTED' ? 'ACCEPTED' : 'REJECTED'
  return {
    id: subject.id * 10 + applicant + 1,
    sketchId: sketchIdOf(subject.id, applicant),
    status,
    archived: false,
    error: null,
    history: historyOf(status, day),
    request: {
      identity: identityOf(subject),
      includeIdentityVerification: true,
      correspondentCode: 'ZZZZ',
      branch: '9ZZ',
      account: accountNoOf(subject.id),
      source: 'ATLAS',
      sourceId: `req-${subject.id}${applicant + 1}`,
    },
    cipCategories: categoriesWith(failing, categoryState, status !== 'ACCEPTED'),
    result: resultOf(status, findings),
    ...more,
  }
}

/** A case in which nothing but the address was rejected. */
export function addressOnly(subject: Subject, findings: Findings = {}, more: Partial<Investigation> = {}) {
  const equifax = { reject: { ADDRESS_NOT_VERIFIED: 'Address could not be verified' } }
  return investigationOf(subject, {
    status: 'REJECTED',
    failing: ['ADDRESS'],
    findings: { equifax, ...findings },
    more,
  })
}

/** A profile of the sanctions and exposure list. */
export function dowJonesProfile(name: string, certainty: string) {
  return {
    name,
    certainty,
    shortSummary: 'PEP, county office, current',
    summary: ['Holds a seat on a county board since 2019', 'Named as a relative of a former mayor'],
    reasons: [
      { field: 'NAME', strength: 'EXACT' },
      { field: 'BIRTH_DATE', strength: 'PARTIAL' },
    ],
  }
}

/** A record of the do-not-do-business list: another person, whose SSN it holds. */
export function dndbProfile(given: string, family: string, ssn: string) {
  return {
    record: {
      givenName: given,
      additionalNames: [],
      familyName: family,
      socialSecurityNumber: ssn,
      dateOfBirth: '1979-11-30',
      telephone: '6075550199',
      email: 'dndb.record@example.test',
      businessName: null,
      tIN: null,
      id: 91,
      comments: 'returned deposits in 2024',
      createdBy: 'desk',
      createdDate: '2024-08-12',
    },
    certainty: 'HIGH',
    reasons: [
      { field: 'NAME', strength: 'EXACT' },
      { field: 'PHONE_NUMBER', strength: 'FUZZY' },
    ],
  }
}

/** A document that waits for its first decision, unless `status` says otherwise. */
export function snapOf(
  accountId: number,
  place: number,
  proof: string,
  status = 'uploaded',
  applicant: 0 | 1 = 0,
): Snap {
  return {
    snap_id: `snap-${accountId}-${place}`,
    sketch_id: sketchIdOf(accountId, applicant),
    doc_type: 'ID_DOCUMENT',
    proof,
    status,
  }
}
