import { approvalLack, decisionsFor, isAppealed, readSnaps, type Snap } from '../../schemas/verification/rules.ts'
import type { Verification } from '../../schemas/verification/verification.ts'
import type { BannerTextProps } from '../../src/console/extensions.ts'
import { formatValue } from '../../src/format/formatValue.ts'
import { useAddressWay } from './addressApproval/useAddressApproval.ts'
import {
  checksNeeded,
  keptText,
  namedCases,
  type NamedCase,
  openIn,
  useRequestedCases,
  waitingText,
  withoutCases,
} from './needs.ts'
import { useVerification } from './useVerification.ts'
import { useWaitingStore } from './useWaiting.ts'

const STATUS = 'ACTION_REQUIRED'

/** How long an answer counts as current, in ms. An action on the account makes it stale at once. */
const STALE_MS = 60_000

/** The cases that are to be approved or rejected; `undefined` where there are none. */
function decisionText(undecided: readonly NamedCase[]): string | undefined {
  if (undecided.length === 0) return undefined
  const verifications = undecided.length === 1 ? 'verification' : 'verifications'
  return `approve or reject the indeterminate ${verifications} of ${undecided.map(({ name }) => name).join(' and ')}`
}

interface Needs {
  readonly verification: Verification
  readonly cases: readonly NamedCase[]
  readonly snaps: readonly Snap[]
  /** The case whose decision was sent and has no answer yet. */
  readonly sentId: string | undefined
  /** The cases with a decision that waits for a second person. */
  readonly requested: readonly string[]
  /** The other way to what rejected checks need. */
  readonly way: string
}

/**
 * What is to be decided about the documents and cases; else what the rejected checks need, or how the cases are. Empty if
 * that is only that decisions wait for a second person.
 */
function casesNeeded({ verification, cases, snaps, sentId, requested, way }: Needs): string {
  const left = cases.filter(({ current: { sketchId } }) => sketchId !== sentId && !requested.includes(sketchId))
  const undecided = left.filter(({ current }) => decisionsFor(current, STATUS, snaps).approve)
  const waiting = waitingText(verification, snaps)
  const steps = [waiting && `decide ${waiting}`, decisionText(undecided)].filter((step) => step !== undefined)
  const lack = undecided.map(({ current }) => approvalLack(current, snaps)).find((each) => each !== undefined)
  if (steps.length > 0) return `What's needed: ${steps.join(', then ')}.${lack === undefined ? '' : ` ${lack}.`}`
  const open = withoutCases(verification, [sentId, ...requested])
  if (openIn(open).length > 0) return `${checksNeeded(open, STATUS, snaps, cases.length > 1)}${way}`
  if (cases.some(({ current }) => isAppealed(current))) return 'The appeal waits for the clearing firm.'
  if (cases.some(({ current }) => current.sketchId === sentId)) return 'The decision waits for the clearing firm.'
  if (left.length < cases.length) return ''
  const others = cases.filter(({ current: { status } }) => status !== '' && status !== 'ACCEPTED')
  const states = others.map(
    ({ name, current: { status } }) =>
      ` The verification of ${name} is “${formatValue('words', status)}”, which cannot be decided here.`,
  )
  return `What's needed: the clearing firm requires action.${states.join('')}`
}

/** What an account needs that requires action: decisions about its documents and cases. */
export function ActionNeeded({ definition, record, detail, text }: BannerTextProps) {
  const { verification } = useVerification(definition, record, { staleMs: STALE_MS })
  const { waiting } = useWaitingStore(definition, record)
  const requested = useRequestedCases(definition, record)
  const way = useAddressWay(record, verification)
  if (verification === undefined || verification.applicants.length === 0) return text
  const cases = namedCases(verification, { record, detail })
  const needed = casesNeeded({ verification, cases, snaps: readSnaps(detail), sentId: waiting?.caseId, requested, way })
  return `${needed}${keptText(cases, requested)}`.trim()
}
