import { readSnaps } from '../../schemas/verification/rules.ts'
import { readVerification } from '../../schemas/verification/verification.ts'
import type { BannerTextProps } from '../../src/console/extensions.ts'
import { useAddressWay } from './addressApproval/useAddressApproval.ts'
import { checksNeeded, openIn, stoppedIn, waitingText } from './needs.ts'
import { VERIFICATION } from './useVerification.ts'

/**
 * What a suspended account needs: first a decision about the documents that were uploaded, then documents for the checks
 * that have none approved, then their appeal. Once they are appealed, it says who is to act.
 */
export function DocumentsNeeded({ record, detail, answers, text }: BannerTextProps) {
  const verification = readVerification(answers[VERIFICATION])
  const snaps = readSnaps(detail)
  const way = useAddressWay(record, verification)
  const waiting = waitingText(verification, snaps)
  const isOpen = openIn(verification).length > 0
  if (waiting !== undefined) {
    const then = isOpen ? ' A rejected check can be appealed once its documents are approved.' : ''
    return `What's needed: decide ${waiting}.${then}`
  }
  if (stoppedIn(verification).length === 0) return text
  if (!isOpen) return 'Suspended: the appeal waits for the clearing firm.'
  return `${checksNeeded(verification, 'SUSPENDED', snaps)}${way}`
}
