import type { NestedResource } from '../../language/resource.ts'
import { appealable, decisionsFor, isDue, readSnaps } from '../../schemas/verification/rules.ts'
import type { Verification } from '../../schemas/verification/verification.ts'
import type { PageModel } from '../../src/console/extensions.ts'
import { controlOf } from '../../src/model/controlOf.ts'
import type { Row } from '../../src/model/columns.ts'

const SUSPENDED = 'SUSPENDED'

interface Cases extends Pick<PageModel, 'detail' | 'permissions'> {
  readonly part: NestedResource
  readonly records: readonly Row[]
  readonly verification: Verification
}

/** The first case that the person can decide, or appeal with success, now. */
export function caseToDecide({ detail, permissions, part, records, verification }: Cases): string | undefined {
  const snaps = readSnaps(detail)
  const due = appealable(verification, SUSPENDED, snaps).filter(isDue)
  const cases = verification.applicants.map(({ current }) => current)
  return cases.find((current) => {
    const record = records.find(({ id }) => id === current.sketchId)
    if (record === undefined) return false
    const status = record['account_status']
    const may = (name: string) => controlOf(part, name, record, permissions).state === 'ready'
    const isOpen = decisionsFor(current, String(status), snaps).approve && (may('approve') || may('reject'))
    return (
      isOpen || (status === SUSPENDED && due.some(({ applicant }) => applicant.current === current) && may('appeal'))
    )
  })?.sketchId
}
