import type { Status } from '../shared/enumerations.ts'
import type { HomeAddress, Investigation } from './investigation.ts'
import type { Verification } from './verification.ts'
import type { ApprovalRun } from './approvalRun.ts'
import { isAppealed, requiredCategories } from './rules.ts'

/** The permission that the approval needs. Only staff named in the configuration have it (D-124). */
export const APPROVAL_PERMISSION = 'verification.autoApprove'

/** The proof type of the evidence at the clearing firm, and the texts sent with it (account review, section 4). */
export const approvalTexts = {
  proof: 'ALL_PASSING_CIP_RESULTS',
  comment: 'Verified residential address through 3rd party address validator',
  appeal: 'auto appealing identity verification',
  missing: 'MISSING homeAddress data',
} as const

/** Statuses in which an account qualifies (D-123). */
const eligibleStatuses: readonly string[] = ['SUSPENDED', 'ACTION_REQUIRED'] satisfies Status<'account'>[]

/**
 * Credit bureau reasons that indicate fraud or an address without residents: these are never appealed automatically
 * (D-126).
 */
const SUSPICIOUS = /FRAUD|DECEASED|NON[-_ ]?RESIDENTIAL|POST[-_ ]?OFFICE|CHECK[-_ ]?CASHING/i

/** The address validator's answer about a home address; `undefined` before the first request. */
export interface AddressValidation {
  readonly status: string
  /** 'R' for a residential address. */
  readonly rdi: string
}

/** One condition of the automatic address approval, whether it is met, and the applicant it is about. */
export interface ApprovalCondition {
  readonly name: string
  readonly text: string
  /** The value found instead, when it says more than the condition. */
  readonly found?: string
  /** `undefined` while it is not known. */
  readonly holds: boolean | undefined
}

/** The data that eligibility depends on. `validations` are by sketchId. */
export interface ApprovalCase {
  readonly status: string
  readonly isActive: boolean
  readonly verification: Verification
  readonly validations: Readonly<Record<string, AddressValidation>>
}

/** True when all five parts of the address are present (D-127). */
export const isWholeAddress = (address: HomeAddress): boolean =>
  [address.street, address.city, address.state, address.postalCode, address.country].every((part) => part.trim() !== '')

const rejectedNames = ({ categories }: Investigation): readonly string[] =>
  categories.filter(({ state }) => state === 'REJECTED').map(({ name }) => name)

const isOnlyAddress = (investigation: Investigation): boolean => {
  const names = rejectedNames(investigation)
  return names.length > 0 && names.every((name) => name === 'ADDRESS')
}

/** True when the rejected category asks for what the approval uploads: the clearing firm refuses the appeal of any other (D-117). */
const asksForEvidence = (investigation: Investigation): boolean =>
  requiredCategories(investigation).some(({ documents }) =>
    documents.some(({ proof }) => proof === approvalTexts.proof),
  )

const hasSuspicion = ({ equifax }: Investigation): boolean =>
  [...equifax.reject, ...equifax.indeterminate].some(({ key, text }) => SUSPICIOUS.test(`${key} ${text}`))

/** True when a list is empty. Without an answer the result is unknown, not clean. */
const isClean = (hasAnswered: boolean, isEmpty: boolean): boolean | undefined => (hasAnswered ? isEmpty : undefined)

const isResidential = (validation: AddressValidation | undefined): boolean | undefined =>
  validation === undefined ? undefined : validation.status === 'VALID' && validation.rdi === 'R'

/** The cases the approval covers: those that are not accepted (D-131). */
export const openCases = ({ applicants }: Verification): readonly Investigation[] =>
  applicants.map(({ current }) => current).filter(({ status }) => status !== 'ACCEPTED')

const matchesText = (count: number): string => (count === 1 ? '1 match' : `${count} matches`)

function conditionsOf(
  open: Investigation,
  validation: AddressValidation | undefined,
  who: string,
): ApprovalCondition[] {
  const { answered, ofacMatch } = open
  const isRead = Object.keys(open.unread).length === 0
  return [
    ...(isRead ? [] : [{ name: 'read', text: `The whole case could be read${who}`, holds: false }]),
    { name: 'onlyAddress', text: `ADDRESS is the only rejected category${who}`, holds: isOnlyAddress(open) },
    ...(isOnlyAddress(open) && !asksForEvidence(open)
      ? [{ name: 'asksForEvidence', text: `ADDRESS asks for third-party results${who}`, holds: false }]
      : []),
    {
      name: 'noDowJones',
      text: `There is no Dow Jones match${who}`,
      found: `Dow Jones: ${matchesText(open.dowJones.length)}${who}`,
      holds: isClean(answered.dowJones, open.dowJones.length === 0),
    },
    {
      name: 'noOfac',
      text: `The Ofac result is clean${who}`,
      holds: isClean(ofacMatch !== '', ofacMatch === 'NO_MATCH'),
    },
    {
      name: 'noDndb',
      text: `There is no DNDB match${who}`,
      found: `DNDB: ${matchesText(open.dndb.length)}${who}`,
      holds: isClean(answered.dndb, open.dndb.length === 0),
    },
    {
      name: 'noFraud',
      text: `Equifax names no fraud and no suspicious address${who}`,
      holds: isClean(answered.equifax, !hasSuspicion(open)),
    },
    { name: 'notAppealed', text: `No appeal waits for an answer${who}`, holds: !isAppealed(open) },
    {
      name: 'wholeAddress',
      text: `The home address has street, city, state, postal code and country${who}`,
      holds: isWholeAddress(open.homeAddress),
    },
    {
      name: 'residential',
      text: `The address validator finds a residential, valid address${who}`,
      holds: isResidential(validation),
    },
  ]
}

/**
 * The conditions of the automatic address approval, each with its answer (account review, section 4; D-123 to D-131).
 * This function is pure: it makes no calls and changes nothing.
 */
export function addressApprovalConditions({
  status,
  isActive,
  verification,
  validations,
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
    { name: 'openCase', text: "At least one case isn't accepted", holds: open.length > 0 },
    ...open.flatMap((one) => conditionsOf(one, validations[one.sketchId], who(one))),
  ]
}

/** The conditions of one case alone, for a run in which another applicant's case has already been appealed. */
export const caseConditions = (open: Investigation): readonly ApprovalCondition[] =>
  conditionsOf(open, undefined, '').filter(({ name }) => name !== 'residential')

/**
 * The conditions that prevent the start: each one that is not met or not known, except the address validator's answer,
 * which is requested only after the start.
 */
export const obstaclesIn = (conditions: readonly ApprovalCondition[]): readonly ApprovalCondition[] =>
  conditions.filter(({ name, holds }) => holds === false || (holds === undefined && name !== 'residential'))

/** The home address of a case to approve automatically, as a part of the work on an account. */
export const addressPart = (sketchId: string): string => `address.${sketchId}`

/** The text of an obstacle: what was found instead, or that its condition is not met or not known. */
export const obstacleText = ({ text, found, holds }: ApprovalCondition): string =>
  holds === undefined ? `Not known: ${text}` : (found ?? `Not met: ${text}`)

/** The steps of a run that are about these cases. */
export const stepsOf = ({ steps }: ApprovalRun, cases: readonly Investigation[]): ApprovalRun['steps'] =>
  steps.filter((step) => cases.some(({ sketchId }) => sketchId === step.sketchId))

/** What the step that has uploaded the evidence says of it. */
export const evidenceText = (snapId: string): string => `Document ${snapId}`

/** True for the document that a run has uploaded. */
export const isEvidence = ({ steps }: ApprovalRun, snapId: string): boolean =>
  steps.some(({ name, state, message }) => name === 'upload' && state === 'done' && message === evidenceText(snapId))

/** True when a current case was started, whatever became of it. */
export const isBegun = (run: ApprovalRun, { applicants }: Verification): boolean =>
  stepsOf(
    run,
    applicants.map(({ current }) => current),
  ).some(({ state }) => state !== 'open')

/** True when an open case was started but not finished, so the run can continue. */
export const isUnfinished = ({ steps }: ApprovalRun, verification: Verification): boolean =>
  openCases(verification).some(({ sketchId }) => {
    const states = steps.flatMap((step) => (step.sketchId === sketchId ? [step.state] : []))
    return states.some((state) => state !== 'open') && states.some((state) => state !== 'done')
  })

/** True when every condition is met. An unknown condition is not met. */
export const qualifies = (conditions: readonly ApprovalCondition[]): boolean =>
  conditions.length > 0 && conditions.every(({ holds }) => holds === true)
