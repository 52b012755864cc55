import type { HomeAddress, Investigation } from './investigation.ts'
import { isOfacHit } from './rules.ts'
import type { Verification } from './verification.ts'

/** Statuses in which an account qualifies (D-123). */
const eligibleStatuses: readonly string[] = ['SUSPENDED', 'ACTION_REQUIRED']

/** Reasons of the credit bureau that speak of fraud or of an address nobody lives at: never appealed by itself (D-126). */
const SUSPICIOUS = /FRAUD|DECEASED|NONRESIDENTIAL|POST_OFFICE|CHECK_CASHING/

/** What the address validator said about a home address; `undefined` before it was asked. */
export interface AddressVerdict {
  readonly status: string
  /** 'R' for a residential address. */
  readonly rdi: string
}

/** One condition of the automatic address approval, whether it holds, and for whom it was asked. */
export interface ApprovalCondition {
  readonly name: string
  readonly text: string
  /** `undefined` while it is not known. */
  readonly holds: boolean | undefined
}

/** What eligibility is judged by. `verdicts` by sketchId. */
export interface ApprovalCase {
  readonly status: string
  readonly isActive: boolean
  readonly verification: Verification
  readonly verdicts: Readonly<Record<string, AddressVerdict>>
}

/** Whether all five parts of the address are there (D-127). */
export const isWholeAddress = (address: HomeAddress): boolean =>
  [address.street, address.city, address.state, address.postalCode, address.country].every((part) => part !== '')

const rejectedNames = ({ categories }: Investigation): readonly string[] =>
  categories.filter(({ state }) => state === 'REJECTED').map(({ name }) => name)

const isOnlyAddress = (investigation: Investigation): boolean => {
  const names = rejectedNames(investigation)
  return names.length > 0 && names.every((name) => name === 'ADDRESS')
}

const hasSuspicion = ({ equifax }: Investigation): boolean =>
  [...equifax.reject, ...equifax.indeterminate].some(({ key }) => SUSPICIOUS.test(key))

const isResidential = (verdict: AddressVerdict | undefined): boolean | undefined =>
  verdict === undefined ? undefined : verdict.status === 'VALID' && verdict.rdi === 'R'

/** The cases that the approval is about: those that are not accepted (D-131). */
export const openCases = ({ applicants }: Verification): readonly Investigation[] =>
  applicants.map(({ current }) => current).filter(({ status }) => status !== 'ACCEPTED')

const conditionsOf = (open: Investigation, verdict: AddressVerdict | undefined, who: string): ApprovalCondition[] => [
  { name: 'onlyAddress', text: `ADDRESS is the only rejected category${who}`, holds: isOnlyAddress(open) },
  { name: 'noDowJones', text: `There is no Dow Jones match${who}`, holds: open.dowJones.length === 0 },
  { name: 'noOfac', text: `The Ofac result is clean${who}`, holds: open.hasResult && !isOfacHit(open) },
  { name: 'noDndb', text: `There is no DNDB match${who}`, holds: open.dndb.length === 0 },
  { name: 'noFraud', text: `Equifax names no fraud and no suspicious address${who}`, holds: !hasSuspicion(open) },
  {
    name: 'wholeAddress',
    text: `The home address has street, city, state, postal code and country${who}`,
    holds: isWholeAddress(open.homeAddress),
  },
  {
    name: 'residential',
    text: `The address validator finds a residential, valid address${who}`,
    holds: isResidential(verdict),
  },
]

/**
 * The conditions of the automatic address approval, each with its answer (account review, section 4; D-123 to D-131).
 * Pure: it asks nobody, and looking at it changes nothing.
 */
export function addressApprovalConditions({
  status,
  isActive,
  verification,
  verdicts,
}: ApprovalCase): readonly ApprovalCondition[] {
  const open = openCases(verification)
  const who = (one: Investigation): string => (open.length > 1 ? ` (${one.applicant || one.sketchId})` : '')
  return [
    { name: 'inactive', text: 'The account is inactive', holds: !isActive },
    {
      name: 'status',
      text: `The account is ${eligibleStatuses.join(' or ')}`,
      holds: eligibleStatuses.includes(status),
    },
    { name: 'openCase', text: 'A case is not accepted', holds: open.length > 0 },
    ...open.flatMap((one) => conditionsOf(one, verdicts[one.sketchId], who(one))),
  ]
}

/** Whether every condition holds. What is not known does not hold. */
export const qualifies = (conditions: readonly ApprovalCondition[]): boolean =>
  conditions.length > 0 && conditions.every(({ holds }) => holds === true)
