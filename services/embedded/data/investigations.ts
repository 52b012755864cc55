import { sketchIdOf } from './caseParts.ts'
import { categoriesWith, proves } from './cipCategories.ts'
import { maraQuillInvestigations } from './maraQuillInvestigations.ts'
import { particularsFor } from './person.ts'
import { Random } from './random.ts'
import { screening } from './screening.ts'
import { teoAndAnaBrandtInvestigations } from './teoAndAnaBrandtInvestigations.ts'
import type { Account } from './account.ts'
import type { CategoryName } from './cipCategories.ts'
import type { Investigation } from './investigation.ts'
import type { Person } from './person.ts'
import type { Snap } from './wire.ts'

const waitingForResult: ReadonlySet<string> = new Set(['', 'NEW', 'PENDING', 'INVESTIGATION_SUBMITTED', 'ERROR'])
const investigated: Readonly<Record<string, string>> = {
  SUSPENDED: 'REJECTED',
  REJECTED: 'REJECTED',
  ACTION_REQUIRED: 'INDETERMINATE',
}

/** What the checks of an account in this status came to. */
function outcomeOf(status: string | null): string {
  return waitingForResult.has(status ?? '') ? 'PENDING' : (investigated[status ?? ''] ?? 'ACCEPTED')
}

function identityOf(seed: number, account: Account, applicant: 0 | 1, person: Person) {
  const home = account.particulars ?? particularsFor(seed, account.personKey)
  const own = applicant === 0 ? home : particularsFor(seed, account.position, 1)
  return {
    name: { prefix: null, givenName: person.given, additionalNames: [], familyName: person.family, suffix: null },
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
  }
}

/** What checks fail on, the most usual first. */
const usualFailures: readonly CategoryName[] = ['SSN', 'ADDRESS', 'DATE_OF_BIRTH', 'NAME']

/** As many categories as documents are pending, at least one: those first that the uploaded documents speak to. */
function failingCategories(random: Random, account: Account, snaps: readonly Snap[]): readonly CategoryName[] {
  const isMeant = (name: CategoryName): boolean => snaps.some(({ proof }) => proves(proof, name))
  const order = [...usualFailures.filter(isMeant), ...usualFailures.filter((name) => !isMeant(name))]
  const count = Math.max(1, account.pendingDocuments)
  return isMeant(order[0] ?? 'ADDRESS') ? order.slice(0, count) : [random.pick(usualFailures)]
}

function historyOf(account: Account, status: string) {
  const start = Date.parse(account.requestTime ?? '2026-02-20T12:00:00Z')
  const change = (seconds: number, stateChange: string) => ({
    user: 'system',
    timestamp: `${new Date(start + seconds * 1000).toISOString().slice(0, 19)}Z`,
    stateChange,
    comment: null,
    archived: false,
  })
  return status === 'PENDING' ? [change(2, 'PENDING')] : [change(2, 'PENDING'), change(5, status)]
}

function investigationOf(
  seed: number,
  account: Account,
  status: string | null,
  { applicant, person, outcome, snaps }: Applicant,
): Investigation {
  const random = new Random(seed, account.id, 70 + applicant)
  const hasFailed = outcome === 'REJECTED' || outcome === 'INDETERMINATE'
  const failing = hasFailed ? failingCategories(random, account, snaps) : []
  const asks = account.pendingDocuments > 0
  return {
    id: account.id * 10 + applicant + 1,
    sketchId: sketchIdOf(account.id, applicant),
    status: outcome,
    archived: false,
    error: status === 'ERROR' ? 'The check could not be run' : null,
    history: historyOf(account, outcome),
    request: {
      identity: identityOf(seed, account, applicant, person),
      includeIdentityVerification: true,
      correspondentCode: 'ZZZZ',
      branch: account.accountNo?.slice(0, 3) ?? null,
      account: account.accountNo,
      source: 'ATLAS',
      sourceId: `req-${account.id}${applicant + 1}`,
    },
    cipCategories: outcome === 'PENDING' ? [] : categoriesWith(failing, asks ? 'REJECTED' : outcome, asks),
    result: outcome === 'PENDING' ? null : screening(random, person, outcome, failing),
  }
}

interface Applicant {
  readonly applicant: 0 | 1
  readonly person: Person
  readonly outcome: string
  readonly snaps: readonly Snap[]
}

/**
 * The cases of an account, one an applicant, derived from the seed and from its status now; none before the account
 * was first submitted. Of joint owners the one fails who uploaded documents, the other is accepted. A closed account
 * keeps the cases it had.
 */
export function investigationsFor(
  seed: number,
  account: Account,
  status: string | null,
  snaps: readonly Snap[],
): readonly Investigation[] {
  if (account.investigations) return account.investigations
  if (account.id === 4107) return maraQuillInvestigations
  if (account.id === 4108) return teoAndAnaBrandtInvestigations
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
    return [investigationOf(seed, account, basis, own)]
  })
}
