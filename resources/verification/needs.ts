import type { ListResource } from '../../language/resource.ts'
import {
  appealable,
  approvable,
  isAppealed,
  isDue,
  requiredCategories,
  type Documents,
  type Snap,
} from '../../schemas/verification/rules.ts'
import type { ApplicantCases, Verification } from '../../schemas/verification/verification.ts'
import { useWaitingRows } from '../../src/data/useGrants.ts'
import { formatValue } from '../../src/format/formatValue.ts'
import type { Row } from '../../src/model/columns.ts'
import type { AddressWay } from './addressApproval/useAddressApproval.ts'
import { applicantNames } from './useApplicantNames.ts'

/** The applicants with a rejected check that requires documents. */
export const stoppedIn = ({ applicants }: Verification): readonly ApplicantCases[] =>
  applicants.filter(({ current }) => current.status !== 'ACCEPTED' && requiredCategories(current).length > 0)

/** Those of them whose appeal is not with the clearing firm. */
export const openIn = (verification: Verification): readonly ApplicantCases[] =>
  stoppedIn(verification).filter(({ current }) => !isAppealed(current))

/**
 * The cases of an account with a decision that waits for approval by another person, and that they can still approve, as far
 * as the page has read that.
 */
export function useRequestedCases(definition: ListResource, record: Row): readonly string[] {
  const rows = useWaitingRows(definition.name, String(record.id)) ?? []
  const operations = approvable.map((name) => `accountInvestigations.${name}`)
  return rows.flatMap(({ operation, recordId, problem }) =>
    operations.includes(operation) && recordId !== null && problem === '' ? [recordId] : [],
  )
}

/** The verification without some of its cases. */
export const withoutCases = (verification: Verification, ids: readonly (string | undefined)[]): Verification => ({
  ...verification,
  applicants: verification.applicants.filter(({ current }) => !ids.includes(current.sketchId)),
})

/** The verification with a name for the applicant of each case. */
export function withNames(
  { applicants, ...rest }: Verification,
  account: Parameters<typeof applicantNames>[0],
): Verification {
  const names = applicantNames(account)
  const named = applicants.map((each, index) => {
    const applicant = each.current.applicant || (names[index] ?? `the ${each.label.toLowerCase()} applicant`)
    return { ...each, current: { ...each.current, applicant } }
  })
  return { ...rest, applicants: named }
}

/** A further sentence about the cases with a decision that waits for a second person; empty where there are none. */
export function keptText({ applicants }: Verification, requested: readonly string[]): string {
  const kept = applicants.filter(({ current }) => requested.includes(current.sketchId))
  if (kept.length === 0) return ''
  const names = kept.map(({ current }) => current.applicant)
  const [decisions, verifications, wait] =
    names.length === 1 ? ['decision', 'verification', 'waits'] : ['decisions', 'verifications', 'wait']
  return ` The ${decisions} about the ${verifications} of ${names.join(' and ')} ${wait} for approval by another person.`
}

/** The documents of the cases that wait for a decision, in words; `undefined` where there are none. @param isEvidence true for those that an address approval has uploaded */
export function waitingText(
  { applicants }: Verification,
  snaps: readonly Snap[],
  isEvidence: AddressWay['isEvidence'],
): string | undefined {
  const waiting = snaps.filter(
    ({ sketch_id, status }) =>
      status === 'uploaded' && applicants.some(({ current: { sketchId } }) => sketchId === sketch_id),
  )
  if (waiting.length === 0) return undefined
  const evidence = waiting.filter(({ snap_id }) => isEvidence(snap_id)).length
  const documents = waiting.length === 1 ? 'the uploaded document' : `the ${waiting.length} uploaded documents`
  if (evidence === 0) return documents
  return evidence === waiting.length
    ? `${documents} of the address approval`
    : `${documents} (${evidence} of the address approval)`
}

const checksText = (checks: readonly string[]): string =>
  `${checks.map((check) => formatValue('words', check)).join(' and ')} ${checks.length === 1 ? 'check' : 'checks'}`

interface Checks {
  readonly applicant: ApplicantCases
  readonly checks: readonly string[]
}

/** Names rejected checks, each with its person where there are several. */
const checksOf = (found: readonly Checks[], areSeveral: boolean): string =>
  found
    .map(({ applicant: { current }, checks }) => `${checksText(checks)}${areSeveral ? ` of ${current.applicant}` : ''}`)
    .join(' and the ')

/**
 * What the open rejected checks of named applicants need: first the appeal of those with an approved document, then
 * documents for the others.
 *
 * @param areSeveral the account has several applicants, so each check is said with its person
 */
export function checksNeeded(
  verification: Verification,
  status: string,
  { snaps, unread }: Documents,
  areSeveral = verification.applicants.length > 1,
): string {
  const possible = appealable(verification, status, snaps)
  const ready = possible.filter(isDue)
  const lacking = openIn(verification).flatMap((applicant) => {
    const answered = possible.find((one) => one.applicant === applicant)?.checks ?? []
    const checks = requiredCategories(applicant.current).flatMap(({ name }) => (answered.includes(name) ? [] : [name]))
    return checks.length === 0 ? [] : [{ applicant, checks }]
  })
  const rejected = (found: readonly Checks[]) => `rejected ${checksOf(found, areSeveral)}`
  if (lacking.length === 0) return `What's needed: appeal the ${rejected(ready)}.`
  const isOne = lacking.length === 1 && lacking[0]?.checks.length === 1
  if (unread !== '') {
    const first = ready.length === 0 ? '' : `What's needed: appeal the ${rejected(ready)}. `
    return `${first}${unread}, so it is not known what the ${rejected(lacking)} ${isOne ? 'needs' : 'need'}.`
  }
  const [documents, their, wait] = isOne ? ['a document', 'its', 'waits'] : ['documents', 'their', 'wait']
  if (ready.length === 0) return `What's needed: ${documents} for the ${rejected(lacking)}, then ${their} appeal.`
  return `What's needed: appeal the ${rejected(ready)}. The ${rejected(lacking)} ${wait} for ${documents} from the customer.`
}
