import { keysOf } from '../../../language/pointer.ts'
import { sketchIdOf, utcSeconds } from './wire.ts'
import type { Particulars } from './person.ts'

/** A document that the clearing firm accepts as proof. */
interface RequestedDocument {
  readonly name: string
  readonly description: string
}

export interface CipCategory {
  readonly name: string
  readonly categoryState: string
  readonly requestedDocuments: readonly RequestedDocument[]
}

const documents = {
  DRIVERS_LICENSE: "Driver's license showing the current address",
  STATE_ID_CARD: 'State identity card',
  PASSPORT: 'Passport, the page with the picture',
  SSN_CARD: 'Social Security card',
  SSA_LETTER: 'Letter from the Social Security Administration',
  IRS_ITIN_LETTER: 'ITIN letter from the IRS',
  ALL_PASSING_CIP_RESULTS: 'Third-party results in which every check passes',
} as const

type Proof = keyof typeof documents

const proofsOf = {
  NAME: ['PASSPORT', 'STATE_ID_CARD'],
  DATE_OF_BIRTH: ['PASSPORT', 'DRIVERS_LICENSE'],
  SSN: ['SSN_CARD', 'SSA_LETTER', 'IRS_ITIN_LETTER'],
  ADDRESS: ['DRIVERS_LICENSE', 'STATE_ID_CARD', 'ALL_PASSING_CIP_RESULTS'],
} as const satisfies Record<string, readonly Proof[]>

export type CategoryName = keyof typeof proofsOf

const categoryNames = keysOf(proofsOf)

export function proves(proof: string, category: CategoryName): boolean {
  return proofsOf[category].some((name) => name === proof)
}

export const requestedFor = (category: CategoryName): readonly RequestedDocument[] =>
  proofsOf[category].map((name) => ({ name, description: documents[name] }))

/** All categories: those in `failing` in the given state, with or without requested documents; the others accepted. */
export function categoriesWith(
  failing: readonly CategoryName[],
  state: string,
  asksForDocuments: boolean,
): readonly CipCategory[] {
  return categoryNames.map((name) => {
    if (!failing.includes(name)) return { name, categoryState: 'ACCEPTED', requestedDocuments: [] }
    return { name, categoryState: state, requestedDocuments: asksForDocuments ? requestedFor(name) : [] }
  })
}

/** A case of identity verification (spec account-review section 3). */
export interface Investigation {
  readonly id: number
  readonly sketchId: string
  readonly status: string
  readonly error: string | null
  readonly archived?: boolean
  readonly history?: readonly Readonly<Record<string, unknown>>[]
  readonly request: Readonly<Record<string, unknown>>
  readonly cipCategories: readonly CipCategory[]
  readonly result: Readonly<Record<string, unknown>> | null
}

type Messages = Readonly<Record<string, string>>

/** The findings of a screening; absent ones are clean. */
export interface Findings {
  /** Messages of Equifax by how it judged. */
  readonly equifax?: { readonly accept?: Messages; readonly indeterminate?: Messages; readonly reject?: Messages }
  readonly dowJones?: readonly object[]
  readonly dndb?: readonly object[]
  readonly ofacMatch?: string
}

const found: Messages = {
  IDENTITY_LOCATED_ON_TERTIARY_DATA_SOURCE_GOOD_MATCH: 'Identity found in a secondary source, good match',
}
const equifaxStates: Messages = { ACCEPTED: 'ACCEPT', REJECTED: 'REJECT' }

/** The result of a screening with the outcome `state`. */
export function screeningResult(state: string, { equifax = {}, dowJones = [], dndb = [], ofacMatch }: Findings) {
  const { accept = found, indeterminate = {}, reject = {} } = equifax
  return {
    evaluation: { evaluatedState: state, dataSources: ['EQUIFAX', 'DOW_JONES', 'DNDB', 'OFAC'], comment: null },
    equifaxResult: {
      state: equifaxStates[state] ?? 'INDETERMINATE',
      reasons: { ...indeterminate, ...reject },
      results: { accept, indeterminate, reject },
      errorCode: null,
      errorMessage: null,
    },
    dowJonesResult: { profiles: dowJones },
    dndbResult: { profiles: dndb },
    ofacResult: { ofacMatch: ofacMatch ?? 'NO_MATCH' },
  }
}

export interface Applicant {
  readonly accountId: number
  readonly accountNo: string | null
  /** 1 is the second owner of a joint account. */
  readonly applicant: 0 | 1
  readonly given: string
  readonly family: string
  readonly home: Particulars
  /** Phone, date of birth and SSN of the applicant; absent: those in `home`. */
  readonly own?: Particulars
}

/** The members of a case that describe the applicant and the run of the checks that began at `startedAt`. */
export function investigationBase(about: Applicant, status: string, startedAt: number) {
  const { accountId, accountNo, applicant, given, family, home, own = home } = about
  const change = (seconds: number, stateChange: string) => ({
    user: 'system',
    timestamp: utcSeconds(startedAt + seconds * 1000),
    stateChange,
    comment: null,
    archived: false,
  })
  return {
    id: accountId * 10 + applicant + 1,
    sketchId: sketchIdOf(accountId, applicant),
    status,
    archived: false,
    error: null,
    history: [change(2, 'PENDING'), ...(status === 'PENDING' ? [] : [change(5, status)])],
    request: {
      identity: {
        name: { prefix: null, givenName: given, additionalNames: [], familyName: family, suffix: null },
        homeAddress: {
          streetAddress: [home.address],
          city: home.city,
          state: home.state,
          postalCode: home.zip,
          country: 'USA',
        },
        mailingAddress: null,
        phoneNumber: own.phone,
        socialSecurityNumber: own.ssn,
        citizenshipCountry: 'USA',
        dateOfBirth: own.dateOfBirth,
      },
      includeIdentityVerification: true,
      correspondentCode: 'ZZZZ',
      branch: accountNo?.slice(0, 3) ?? null,
      account: accountNo,
      source: 'ATLAS',
      sourceId: `req-${accountId}${applicant + 1}`,
    },
  }
}
