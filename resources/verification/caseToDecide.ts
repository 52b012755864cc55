import type { Status } from '../../schemas/shared/enumerations.ts'
import type { NestedResource } from '../../language/resource.ts'
import { valueAt } from '../../language/pointer.ts'
import type { Investigation } from '../../schemas/verification/investigation.ts'
import { appealable, approvable, isDue, isWithFirm, readSnaps } from '../../schemas/verification/rules.ts'
import type { Verification } from '../../schemas/verification/verification.ts'
import type { PageModel } from '../../src/console/extensions.ts'
import { waitingMark } from '../../src/data/permissions.ts'
import { controlOf } from '../../src/model/controlOf.ts'

const SUSPENDED = 'SUSPENDED' satisfies Status<'account'>

export interface Cases extends Pick<PageModel, 'detail' | 'permissions'> {
  /** The definition of the cases. */
  readonly part: NestedResource
  readonly verification: Verification
}

const canDo = ({ part, detail, permissions }: Cases, { sketchId, status }: Investigation, name: string): boolean => {
  const record = { id: sketchId, sketchId, status, account_status: valueAt(detail, '/account/0/status') }
  return sketchId !== '' && controlOf(part, name, record, permissions).state === 'ready'
}

/** True while a decision about a case waits for a second person, who can still approve it. */
export const isRequested = ({ part, permissions }: Pick<Cases, 'part' | 'permissions'>, { sketchId }: Investigation) =>
  approvable.some((name) => permissions?.includes(waitingMark(`${part.name}.${name}`, sketchId)) === true)

/** The grants for a case: while one decision about it waits for a second person, no other is requested. */
export const caseGrants = (
  { part, permissions }: Pick<Cases, 'part' | 'permissions'>,
  current: Investigation,
): Cases['permissions'] =>
  isRequested({ part, permissions }, current)
    ? [...(permissions ?? []), ...approvable.map((name) => waitingMark(`${part.name}.${name}`, current.sketchId))]
    : permissions

/** The cases that the person can approve or reject, and about which no decision is on its way. */
export const casesToDecide = (cases: Cases): readonly Investigation[] =>
  cases.verification.applicants
    .map(({ current }) => current)
    .filter((current) => current.status === 'INDETERMINATE' && !isWithFirm(current) && !isRequested(cases, current))
    .filter((current) => canDo(cases, current, 'approve') || canDo(cases, current, 'reject'))

/** The first case that the person can decide, or appeal with success, now. */
export function caseToDecide(cases: Cases): string | undefined {
  const { detail, verification } = cases
  const due = appealable(verification, SUSPENDED, readSnaps(detail))
    .filter(isDue)
    .map(({ applicant }) => applicant.current)
  const appeals = valueAt(detail, '/account/0/status') === SUSPENDED ? due : []
  const [first] = [...casesToDecide(cases), ...appeals.filter((current) => canDo(cases, current, 'appeal'))]
  return first?.sketchId
}
