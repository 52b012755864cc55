import type { Random } from './random.ts'
import type { CategoryName } from './cipCategories.ts'
import type { Person } from './person.ts'

const unverified: Readonly<Record<CategoryName, readonly [key: string, message: string]>> = {
  NAME: ['NAME_NOT_VERIFIED', 'Name could not be verified'],
  DATE_OF_BIRTH: ['DOB_NOT_VERIFIED', 'Date of birth could not be verified'],
  SSN: ['SSN_NOT_VERIFIED', 'SSN could not be verified'],
  ADDRESS: ['ADDRESS_NOT_VERIFIED', 'Address could not be verified'],
}
const found = {
  IDENTITY_LOCATED_ON_TERTIARY_DATA_SOURCE_GOOD_MATCH: 'Identity found in a secondary source, good match',
}
const equifaxStates: Readonly<Record<string, string>> = { ACCEPTED: 'ACCEPT', REJECTED: 'REJECT' }

function equifax(state: string, failing: readonly CategoryName[]) {
  const reasons = Object.fromEntries(failing.map((name) => unverified[name]))
  return {
    state: equifaxStates[state] ?? 'INDETERMINATE',
    reasons,
    results: {
      accept: failing.length < 4 ? found : {},
      indeterminate: state === 'INDETERMINATE' ? reasons : {},
      reject: state === 'REJECTED' ? reasons : {},
    },
    errorCode: null,
    errorMessage: null,
  }
}

function dowJones(random: Random, person: Person) {
  return {
    name: `${person.family.toUpperCase()}, ${person.given}`,
    certainty: String(random.integer(40, 95)),
    shortSummary: 'PEP, local office, former',
    summary: ['Held a seat on a county board until 2014'],
    reasons: [
      { field: 'NAME', strength: 'EXACT' },
      { field: 'BIRTH_DATE', strength: random.pick(['PARTIAL', 'NONE']) },
    ],
  }
}

function dndb(random: Random, person: Person) {
  return {
    record: {
      givenName: person.given.charAt(0),
      familyName: person.family,
      socialSecurityNumber: `9${random.digits(2)}-${random.digits(2)}-${random.digits(4)}`,
      dateOfBirth: `${random.integer(1950, 1999)}-06-15`,
      id: random.integer(10, 900),
      comments: 'returned deposit',
      createdBy: 'desk',
    },
    certainty: random.pick(['LOW', 'MEDIUM']),
    reasons: [{ field: 'NAME', strength: 'FUZZY' }],
  }
}

/** What the screening services said about an applicant; only undecided ones may have hits on a watchlist. */
export function screening(random: Random, person: Person, state: string, failing: readonly CategoryName[]) {
  const isOpen = state === 'INDETERMINATE'
  const watched = isOpen && random.chance(0.35) ? [dowJones(random, person)] : []
  const barred = isOpen && random.chance(0.2) ? [dndb(random, person)] : []
  return {
    evaluation: { evaluatedState: state, dataSources: ['EQUIFAX', 'DOW_JONES', 'DNDB', 'OFAC'], comment: null },
    equifaxResult: equifax(state, failing),
    dowJonesResult: { profiles: watched },
    dndbResult: { profiles: barred },
    ofacResult: { ofacMatch: isOpen && random.chance(0.08) ? 'POTENTIAL_MATCH' : 'NO_MATCH' },
  }
}
