import type { AccountStatus } from './statuses.ts'
import type { Status } from '../../../schemas/shared/enumerations.ts'
import {
  categoriesWith,
  investigationBase,
  proves,
  screeningResult,
  type CategoryName,
  type Investigation,
} from './investigation.ts'
import { particularsFor, type Person } from './person.ts'
import { Random } from '../../../server/embedded/random.ts'
import { sketchIdOf, type Snap } from './wire.ts'
import type { Account } from './account.ts'

const waitingForResult: ReadonlySet<AccountStatus> = new Set([
  null,
  '',
  'NEW',
  'PENDING',
  'INVESTIGATION_SUBMITTED',
  'ERROR',
])
const investigated: Readonly<Partial<Record<string, Status<'investigation'>>>> = {
  SUSPENDED: 'REJECTED',
  REJECTED: 'REJECTED',
  ACTION_REQUIRED: 'INDETERMINATE',
} satisfies Partial<Record<Status<'account'>, Status<'investigation'>>>

function outcomeOf(status: AccountStatus): Status<'investigation'> {
  return waitingForResult.has(status) ? 'PENDING' : (investigated[status ?? ''] ?? 'ACCEPTED')
}

/** The categories in which checks fail, the most frequent first. */
const usualFailures: readonly CategoryName[] = ['SSN', 'ADDRESS', 'DATE_OF_BIRTH', 'NAME']

/** One category per pending document, at least one; those that the uploaded documents prove come first. */
function failingCategories(random: Random, account: Account, snaps: readonly Snap[]): readonly CategoryName[] {
  const isMeant = (name: CategoryName): boolean => snaps.some(({ proof }) => proves(proof, name))
  const order = [...usualFailures.filter(isMeant), ...usualFailures.filter((name) => !isMeant(name))]
  const count = Math.max(1, account.pendingDocuments)
  return isMeant(order[0] ?? 'ADDRESS') ? order.slice(0, count) : [random.pick(usualFailures)]
}

const unverified: Readonly<Record<CategoryName, readonly [key: string, message: string]>> = {
  NAME: ['NAME_NOT_VERIFIED', 'Name could not be verified'],
  DATE_OF_BIRTH: ['DOB_NOT_VERIFIED', 'Date of birth could not be verified'],
  SSN: ['SSN_NOT_VERIFIED', 'SSN could not be verified'],
  ADDRESS: ['ADDRESS_NOT_VERIFIED', 'Address could not be verified'],
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

/** The result of a screening. Only undecided applicants may have matches on a list. */
function screening(random: Random, person: Person, state: string, failing: readonly CategoryName[]) {
  const isOpen = state === 'INDETERMINATE'
  const reasons = Object.fromEntries(failing.map((name) => unverified[name]))
  return screeningResult(state, {
    equifax: { ...(failing.length < 4 ? {} : { accept: {} }), [isOpen ? 'indeterminate' : 'reject']: reasons },
    dowJones: isOpen && random.chance(0.35) ? [dowJones(random, person)] : [],
    dndb: isOpen && random.chance(0.2) ? [dndb(random, person)] : [],
    ofacMatch: isOpen && random.chance(0.08) ? 'POTENTIAL_MATCH' : 'NO_MATCH',
  })
}

interface Own {
  readonly applicant: 0 | 1
  readonly person: Person
  readonly outcome: string
  readonly snaps: readonly Snap[]
}

function investigationOf(seed: number, account: Account, { applicant, person, outcome, snaps }: Own): Investigation {
  const random = new Random(seed, account.id, 70 + applicant)
  const hasFailed = outcome === 'REJECTED' || outcome === 'INDETERMINATE'
  const failing = hasFailed ? failingCategories(random, account, snaps) : []
  const asks = account.pendingDocuments > 0
  const home = account.particulars ?? particularsFor(seed, account.personKey)
  const own = applicant === 0 ? home : particularsFor(seed, account.position, 1)
  const { given, family } = person
  const about = { accountId: account.id, accountNo: account.accountNo, applicant, given, family, home, own }
  return {
    ...investigationBase(about, outcome, Date.parse(account.requestTime ?? '2026-02-20T12:00:00Z')),
    cipCategories: outcome === 'PENDING' ? [] : categoriesWith(failing, asks ? 'REJECTED' : outcome, asks),
    result: outcome === 'PENDING' ? null : screening(random, person, outcome, failing),
  }
}

/**
 * The cases of an account, one per applicant, derived from the seed and its current status; none before the first
 * submission. Of joint owners the one who uploaded documents fails and the other is accepted. A closed account keeps
 * its cases.
 */
export function investigationsFor(
  seed: number,
  account: Account,
  status: AccountStatus,
  snaps: readonly Snap[],
): readonly Investigation[] {
  if (account.investigations) return account.investigations
  if (account.accountNo === null) return []
  const basis = status === 'CLOSED' ? account.status : status
  const snapsOf = (applicant: 0 | 1): readonly Snap[] =>
    snaps.filter(({ sketch_id: sketchId }) => sketchId === sketchIdOf(account.id, applicant))
  const failing = account.joint && snapsOf(1).length > 0 ? 1 : 0
  const outcome = outcomeOf(basis)
  const passing = outcome === 'PENDING' ? 'PENDING' : 'ACCEPTED'
  return [account.primary, account.joint].flatMap((person, index) => {
    if (!person) return []
    const applicant = index === 0 ? 0 : 1
    const own = {
      applicant,
      person,
      outcome: applicant === failing ? outcome : passing,
      snaps: snapsOf(applicant),
    } as const
    const made = investigationOf(seed, account, own)
    return [basis === 'ERROR' ? { ...made, error: 'The check could not be run' } : made]
  })
}
