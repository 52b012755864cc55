import type { ApprovalDetail, ApprovalRow } from '../../../language/approval.ts'
import { valueAt } from '../../../language/pointer.ts'
import { isMasked, maskValue } from '../../../language/pii.ts'
import { askedOf } from '../../../language/secondApprover.ts'
import { subjectOf } from '../audit/approvalEvents.ts'
import type { StaffNames } from '../core/staffNames.ts'
import { inputsIn } from '../operations/operationRequest.ts'
import type { Approval } from '../../store/approvalRecord.ts'
import type { OpenedApproval, RecordNow } from './openedApproval.ts'

const moment = (time: number): string => new Date(time).toISOString()

/** The id of the record that the first person saw. */
const recordIdOf = ({ request: { seen } }: Approval): string | null => {
  const id = seen?.['id']
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null
}

/** The values of what the first person relied on; none where the action takes no evidence. */
function reliedOnIn({ request: { raw } }: Approval): readonly string[] {
  const found = valueAt(raw.body, '/evidence/reliedOn')
  return Array.isArray(found) ? found.map((each) => String(valueAt(each, '/value'))) : []
}

/** The person who reads approvals, and how people are called. */
export interface Reader {
  readonly userId: number
  readonly nameOf: StaffNames
}

/** An approval in a list. @param problem why it can't be approved, where that is known */
export function rowOf(approval: Approval, { userId, nameOf }: Reader, problem = ''): ApprovalRow {
  const { id, operation, state, request, requestedAt, expiresAt, decidedAt, decision } = approval
  return {
    id,
    operation,
    title: request.title,
    recordId: recordIdOf(approval),
    about: request.about ?? null,
    subject: subjectOf(approval) ?? null,
    state,
    requester: nameOf(request.requester),
    isOwn: request.requester.userId === userId,
    requestedAt: moment(requestedAt),
    expiresAt: moment(expiresAt),
    decider: decision === undefined ? '' : nameOf(decision.person),
    decidedAt: decidedAt === null ? null : moment(decidedAt),
    comment: decision?.comment ?? '',
    message: decision?.message ?? '',
    problem,
    isDismissed: approval.isDismissed,
    reliedOn: reliedOnIn(approval),
  }
}

/** What the first person filled in, as the screens of others may have it. */
function shownInputs({ prepared: { operation }, checked }: OpenedApproval): ApprovalDetail['inputs'] {
  const { action, definition } = operation
  const asked = action === undefined ? {} : askedOf(definition, action)
  const entries = Object.entries(inputsIn(operation, checked)).filter(([name]) => Object.hasOwn(asked, name))
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const { schema } = asked[name] ?? {}
      const pii = typeof schema === 'object' ? schema.pii : undefined
      return [name, isMasked(pii) ? maskValue(value, pii) : value]
    }),
  )
}

export const detailOf = (
  found: OpenedApproval,
  { record, version, changes, problem }: RecordNow,
  reader: Reader,
): ApprovalDetail => ({
  ...rowOf(found.approval, reader, problem),
  reason: found.approval.request.reason ?? '',
  inputs: shownInputs(found),
  evidence: found.checked.evidence ?? null,
  seen: found.approval.request.seen ?? null,
  record,
  version,
  changes,
})
