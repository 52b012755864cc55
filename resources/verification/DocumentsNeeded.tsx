import type { Status } from '../../schemas/shared/enumerations.ts'
import { isAppealed, readDocuments } from '../../schemas/verification/rules.ts'
import type { Investigation } from '../../schemas/verification/investigation.ts'
import { readVerification } from '../../schemas/verification/verification.ts'
import type { BannerTextProps } from '../../src/console/extensions.ts'
import { useAddressWay } from './addressApproval/useAddressApproval.ts'
import {
  checksNeeded,
  keptText,
  openIn,
  stoppedIn,
  useRequestedCases,
  waitingText,
  withNames,
  withoutCases,
} from './needs.ts'
import { VERIFICATION } from './useVerification.ts'
import { useWaitingStore } from './useWaiting.ts'

/**
 * What a suspended account needs: first a decision about the documents that were uploaded, then documents for the checks
 * that have none approved, then their appeal. Once they are appealed, it says who is to act, in the calmer tone of what asks nothing.
 */
export function DocumentsNeeded({ definition, record, detail, answers, text, draw }: BannerTextProps) {
  const verification = withNames(readVerification(answers[VERIFICATION]), { record, detail })
  const documents = readDocuments(detail)
  const way = useAddressWay(record, verification)
  const requested = useRequestedCases(definition, record)
  const kept = keptText(verification, requested)
  const { isAwaited, awaitedIn } = useWaitingStore(definition, record)
  const undecided = withoutCases(verification, requested)
  const left = withoutCases(undecided, awaitedIn(verification))
  if (way.underWay !== '') return draw(`${way.underWay}${kept}`, 'advisory')
  const waiting = waitingText(verification, documents.snaps, way.isEvidence)
  const isOpen = openIn(left).length > 0
  if (waiting !== undefined) {
    const then = isOpen ? ' A rejected check can be appealed once its documents are approved.' : ''
    return draw(`What's needed: decide ${waiting}.${then}${way.goOn}${kept}`)
  }
  if (stoppedIn(verification).length === 0) return draw(`${text}${kept}`)
  if (isOpen) {
    const start = documents.unread === '' ? way.start : ''
    return draw(`${checksNeeded(left, 'SUSPENDED' satisfies Status<'account'>, documents)}${start}${way.goOn}${kept}`)
  }
  const stopped = stoppedIn(undecided).map(({ current }) => current)
  const isDecided = (each: Investigation) => isAwaited(each) && each.status === 'INDETERMINATE'
  const isSent = (each: Investigation) => isAppealed(each) || (isAwaited(each) && !isDecided(each))
  const withFirm = stopped.some(isSent) ? 'the appeal' : stopped.some(isDecided) ? 'the decision' : undefined
  const waits = withFirm === undefined ? '' : `Suspended: ${withFirm} waits for the clearing firm.`
  return draw(`${waits}${kept}`.trim(), 'advisory')
}

/** That no check of a suspended account asks for documents, or that it has none; nothing where they could not be read in full. */
export function NoneNeeded({ answers, text, draw }: BannerTextProps) {
  const { areCasesRead, applicants } = readVerification(answers[VERIFICATION])
  if (!areCasesRead || applicants.some(({ current }) => Object.keys(current.unread).length > 0)) return null
  return draw(applicants.length === 0 ? 'Suspended: no verification has been started.' : text)
}
