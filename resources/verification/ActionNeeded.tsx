import type { Status } from '../../schemas/shared/enumerations.ts'
import {
  approvalLack,
  decisionsFor,
  isAppealed,
  readDocuments,
  type Documents,
} from '../../schemas/verification/rules.ts'
import type { Investigation } from '../../schemas/verification/investigation.ts'
import type { Verification } from '../../schemas/verification/verification.ts'
import type { BannerTextProps } from '../../src/console/extensions.ts'
import { formatValue } from '../../src/format/formatValue.ts'
import { type AddressWay, useAddressWay } from './addressApproval/useAddressApproval.ts'
import { checksNeeded, keptText, openIn, useRequestedCases, waitingText, withNames, withoutCases } from './needs.ts'
import { useVerification } from './useVerification.ts'
import { useWaitingStore } from './useWaiting.ts'

const STATUS = 'ACTION_REQUIRED' satisfies Status<'account'>

/** The cases that are to be approved or rejected; `undefined` where there are none. */
function decisionText(undecided: readonly Investigation[]): string | undefined {
  if (undecided.length === 0) return undefined
  const verifications = undecided.length === 1 ? 'verification' : 'verifications'
  const names = undecided.map(({ applicant }) => applicant)
  return `approve or reject the indeterminate ${verifications} of ${names.join(' and ')}`
}

interface Needs {
  /** With the names of the applicants. */
  readonly verification: Verification
  readonly documents: Documents
  /** The cases with a decision that was sent and has no answer yet. */
  readonly sent: readonly string[]
  /** The cases with a decision that waits for a second person. */
  readonly requested: readonly string[]
  /** The other way to what rejected checks need. */
  readonly way: AddressWay
}

/**
 * What is to be decided about the documents and cases; else what the rejected checks need, or how the cases are. Empty if
 * that is only that decisions wait for a second person.
 */
function casesNeeded({ verification, documents, sent, requested, way }: Needs): string {
  if (way.underWay !== '') return way.underWay
  const cases = verification.applicants.map(({ current }) => current)
  const left = cases.filter(({ sketchId }) => !sent.includes(sketchId) && !requested.includes(sketchId))
  const undecided = left.filter((each) => decisionsFor(each, STATUS, documents.snaps).approve)
  const waiting = waitingText(verification, documents.snaps, way.isEvidence)
  const steps = [waiting && `decide ${waiting}`, decisionText(undecided)].filter((step) => step !== undefined)
  const lack = undecided.map((each) => approvalLack(each, documents)).find((each) => each !== undefined)
  if (steps.length > 0)
    return `What's needed: ${steps.join(', then ')}.${lack === undefined ? '' : ` ${lack}.`}${way.goOn}`
  const open = withoutCases(verification, [...sent, ...requested])
  if (openIn(open).length > 0)
    return `${checksNeeded(open, STATUS, documents, cases.length > 1)}${documents.unread === '' ? way.start : ''}${way.goOn}`
  if (cases.some(isAppealed)) return 'The appeal waits for the clearing firm.'
  if (sent.length > 0) return 'The decision waits for the clearing firm.'
  if (left.length < cases.length) return ''
  const others = cases.filter(({ status }) => status !== '' && status !== 'ACCEPTED')
  const states = others.map(
    ({ applicant, status }) =>
      ` The verification of ${applicant} is “${formatValue('words', status)}”, which cannot be decided here.`,
  )
  return `What's needed: the clearing firm requires action.${states.join('')}`
}

/** What an account needs that requires action: decisions about its documents and cases. */
export function ActionNeeded({ definition, record, detail, text, draw }: BannerTextProps) {
  const read = useVerification(definition, record)
  const { awaitedIn } = useWaitingStore(definition, record)
  const requested = useRequestedCases(definition, record)
  const way = useAddressWay(record, read.verification)
  if (read.verification === undefined || read.verification.applicants.length === 0) return draw(text)
  const verification = withNames(read.verification, { record, detail })
  const sent = awaitedIn(verification)
  const needed = casesNeeded({
    verification,
    documents: readDocuments(detail),
    sent,
    requested,
    way,
  })
  return draw(`${needed}${keptText(withoutCases(verification, sent), requested)}`.trim())
}
