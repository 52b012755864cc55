import {
  categoriesWith,
  type CategoryName,
  type Findings,
  type Investigation,
  investigationBase,
  screeningResult,
} from '../data/investigation.ts'
import type { Particulars } from '../data/person.ts'
import { sketchIdOf, type Snap } from '../data/wire.ts'

/** The building blocks of the accounts that show verification. */

/** The person whose case it is. */
export interface Subject {
  readonly id: number
  readonly given: string
  readonly family: string
  readonly home: Particulars
}

/** Address and particulars in Ithaca; phone and SSN are derived from `id`. */
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

/** The person of a name with a space in it, at home in Quarry Hill Ave where nothing else is given. */
export function subjectOf(id: number, name: string, home = homeOf(id, `${id - 4100} Quarry Hill Ave`)): Subject {
  const [given = '', family = ''] = name.split(' ')
  return { id, given, family, home }
}

/** The messages of Equifax for an SSN that it could not verify. */
export const unverifiedSsn = { SSN_NOT_VERIFIED: 'SSN could not be verified' }

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
  const about = { ...subject, accountId: subject.id, accountNo: accountNoOf(subject.id), applicant }
  return {
    ...investigationBase(about, status, Date.parse(`${day}T12:00:00Z`)),
    cipCategories: categoriesWith(failing, status === 'ACCEPTED' ? 'ACCEPTED' : 'REJECTED', status !== 'ACCEPTED'),
    result: screeningResult(status, findings),
    ...more,
  }
}

/** A case in which only the address was rejected. */
export function addressOnly(subject: Subject, findings: Findings = {}): Investigation {
  const equifax = { reject: { ADDRESS_NOT_VERIFIED: 'Address could not be verified' } }
  return investigationOf(subject, { status: 'REJECTED', failing: ['ADDRESS'], findings: { equifax, ...findings } })
}

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

/** A record of the do-not-do-business list, about another person. */
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

/** A document, undecided unless `status` says otherwise. */
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
