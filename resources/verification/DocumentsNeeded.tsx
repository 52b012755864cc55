import { appealable, isAppealed, readSnaps, requiredCategories } from '../../schemas/verification/rules.ts'
import { readVerification } from '../../schemas/verification/verification.ts'
import type { BannerTextProps } from '../../src/console/extensions.ts'
import { formatValue } from '../../src/format/formatValue.ts'
import { VERIFICATION } from './useVerification.ts'

const checksText = (checks: readonly string[]): string =>
  `${checks.map((check) => formatValue('words', check)).join(' and ')} ${checks.length === 1 ? 'check' : 'checks'}`

/**
 * What a suspended account needs: first a decision about the documents that were uploaded. Once every rejected check has an
 * approved document, it names the checks that are to be appealed; once they are appealed, it says who is to act.
 */
export function DocumentsNeeded({ detail, answers, text }: BannerTextProps) {
  const verification = readVerification(answers[VERIFICATION])
  const { applicants } = verification
  const stopped = applicants.filter(
    ({ current }) => current.status !== 'ACCEPTED' && requiredCategories(current).length > 0,
  )
  const open = stopped.filter(({ current }) => !isAppealed(current))
  const waiting = readSnaps(detail).filter(
    ({ sketch_id, status }) =>
      status === 'uploaded' && applicants.some(({ current: { sketchId } }) => sketchId === sketch_id),
  )
  if (waiting.length > 0) {
    const uploaded = waiting.length === 1 ? 'the uploaded document' : `the ${waiting.length} uploaded documents`
    const then = open.length > 0 ? ' A rejected check can be appealed once its documents are approved.' : ''
    return `What's needed: decide ${uploaded}.${then}`
  }
  if (stopped.length > 0 && open.length === 0) return 'Suspended: the appeal waits for the clearing firm.'
  const ready = appealable(verification, 'SUSPENDED', readSnaps(detail))
  const found = open.map((applicant) => ready.find((one) => one.applicant === applicant))
  const isWhole = found.every(
    (one) => one !== undefined && one.checks.length === requiredCategories(one.applicant.current).length,
  )
  if (stopped.length === 0 || !isWhole) return text
  const named = found.flatMap((one) => {
    if (one === undefined) return []
    const { current, label } = one.applicant
    const person = applicants.length > 1 ? ` of ${current.applicant || `the ${label.toLowerCase()} applicant`}` : ''
    return [`${checksText(one.checks)}${person}`]
  })
  return `What's needed: appeal the rejected ${named.join(' and the ')}. All required documents are approved.`
}
