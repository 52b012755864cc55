import { appealable, isAppealed, readSnaps, requiredCategories } from '../../schemas/verification/rules.ts'
import { type ApplicantCases, readVerification } from '../../schemas/verification/verification.ts'
import type { BannerTextProps } from '../../src/console/extensions.ts'
import { formatValue } from '../../src/format/formatValue.ts'
import { VERIFICATION } from './useVerification.ts'

const checksText = (checks: readonly string[]): string =>
  `${checks.map((check) => formatValue('words', check)).join(' and ')} ${checks.length === 1 ? 'check' : 'checks'}`

interface Checks {
  readonly applicant: ApplicantCases
  readonly checks: readonly string[]
}

/** Names rejected checks, each with its person where there are several. */
const checksOf = (found: readonly Checks[], areSeveral: boolean): string =>
  found
    .map(({ applicant: { current, label }, checks }) => {
      const person = areSeveral ? ` of ${current.applicant || `the ${label.toLowerCase()} applicant`}` : ''
      return `${checksText(checks)}${person}`
    })
    .join(' and the ')

/**
 * What a suspended account needs: first a decision about the documents that were uploaded, then documents for the checks
 * that have none approved. Once every rejected check has one, it names the checks that are to be appealed; once they are
 * appealed, it says who is to act.
 */
export function DocumentsNeeded({ detail, answers, text }: BannerTextProps) {
  const verification = readVerification(answers[VERIFICATION])
  const { applicants } = verification
  const snaps = readSnaps(detail)
  const stopped = applicants.filter(
    ({ current }) => current.status !== 'ACCEPTED' && requiredCategories(current).length > 0,
  )
  const open = stopped.filter(({ current }) => !isAppealed(current))
  const waiting = snaps.filter(
    ({ sketch_id, status }) =>
      status === 'uploaded' && applicants.some(({ current: { sketchId } }) => sketchId === sketch_id),
  )
  if (waiting.length > 0) {
    const uploaded = waiting.length === 1 ? 'the uploaded document' : `the ${waiting.length} uploaded documents`
    const then = open.length > 0 ? ' A rejected check can be appealed once its documents are approved.' : ''
    return `What's needed: decide ${uploaded}.${then}`
  }
  if (stopped.length === 0) return text
  if (open.length === 0) return 'Suspended: the appeal waits for the clearing firm.'
  const ready = appealable(verification, 'SUSPENDED', snaps)
  const lacking = open.flatMap((applicant) => {
    const answered = ready.find((one) => one.applicant === applicant)?.checks ?? []
    const checks = requiredCategories(applicant.current).flatMap(({ name }) => (answered.includes(name) ? [] : [name]))
    return checks.length === 0 ? [] : [{ applicant, checks }]
  })
  const areSeveral = applicants.length > 1
  if (lacking.length === 0)
    return `What's needed: appeal the rejected ${checksOf(ready, areSeveral)}. All required documents are approved.`
  const isOne = lacking.length === 1 && lacking[0]?.checks.length === 1
  const [documents, their] = isOne ? ['a document', 'its'] : ['documents', 'their']
  return `What's needed: ${documents} for the rejected ${checksOf(lacking, areSeveral)}, then ${their} appeal.`
}
