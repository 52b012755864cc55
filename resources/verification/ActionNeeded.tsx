import { isFound } from '../../language/readRecord.ts'
import { openTransfer } from '../../schemas/account/openTransfer.ts'
import type { Investigation } from '../../schemas/verification/investigation.ts'
import { decisionsFor, readSnaps, usableSnaps, type Snap } from '../../schemas/verification/rules.ts'
import type { Verification } from '../../schemas/verification/verification.ts'
import type { BannerTextProps } from '../../src/console/extensions.ts'
import { formatValue } from '../../src/format/formatValue.ts'
import { TabLink } from '../../src/show/TabLink.tsx'
import { checksNeeded, openIn, stoppedIn, waitingText } from './needs.ts'
import { applicantNames } from './useApplicantNames.ts'
import { useVerification } from './useVerification.ts'

const STATUS = 'ACTION_REQUIRED'

/** How long an answer counts as current, in ms. An action on the account makes it stale at once. */
const STALE_MS = 60_000

interface NamedCase {
  readonly name: string
  readonly current: Investigation
}

/** The cases that are to be approved or rejected; `undefined` where there are none. */
function decisionText(undecided: readonly NamedCase[]): string | undefined {
  if (undecided.length === 0) return undefined
  const verifications = undecided.length === 1 ? 'verification' : 'verifications'
  return `approve or reject the indeterminate ${verifications} of ${undecided.map(({ name }) => name).join(' and ')}`
}

/** What is to be decided about the documents and cases; else what the rejected checks need, or how the cases are. */
function casesNeeded(verification: Verification, cases: readonly NamedCase[], snaps: readonly Snap[]): string {
  const undecided = cases.filter(({ current }) => decisionsFor(current, STATUS, snaps).approve)
  const waiting = waitingText(verification, snaps)
  const steps = [waiting && `decide ${waiting}`, decisionText(undecided)].filter((step) => step !== undefined)
  const lacksDocument = undecided.some(({ current }) => usableSnaps(current, snaps).length === 0)
  if (steps.length > 0)
    return `What's needed: ${steps.join(', then ')}.${lacksDocument ? ' An approval needs an uploaded document.' : ''}`
  if (openIn(verification).length > 0) return checksNeeded(verification, STATUS, snaps)
  if (stoppedIn(verification).length > 0) return 'The appeal waits for the clearing firm.'
  const others = cases.filter(({ current: { status } }) => status !== '' && status !== 'ACCEPTED')
  const states = others.map(
    ({ name, current: { status } }) =>
      ` The verification of ${name} is “${formatValue('words', status)}”, which cannot be decided here.`,
  )
  return `What's needed: the clearing firm requires action.${states.join('')}`
}

/** What an account needs that requires action: decisions about its documents and cases, and about its transfer. */
export function ActionNeeded({ definition, record, detail, text }: BannerTextProps) {
  const { verification } = useVerification(definition, record, { staleMs: STALE_MS })
  const { applicants = [] } = verification ?? {}
  const names = applicantNames({ record, detail })
  const cases = applicants.map(({ current, label }, index) => ({
    current,
    name: current.applicant || (names[index] ?? `the ${label.toLowerCase()} applicant`),
  }))
  const hasTransfer = isFound(openTransfer, detail)
  return (
    <>
      {verification === undefined || cases.length === 0 ? text : casesNeeded(verification, cases, readSnaps(detail))}
      {hasTransfer && ' A transfer waits for a decision, too. '}
      {hasTransfer && definition.show !== null && (
        <TabLink tabs={definition.show.tabs} tab="requests">
          Go to Requests
        </TabLink>
      )}
    </>
  )
}
