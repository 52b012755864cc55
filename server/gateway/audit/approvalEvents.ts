import type { GatewayContext } from '../core/gatewayContext.ts'
import { recordEvent, type StaffRequest } from './auditTrail.ts'
import type { Approval } from '../../store/approvals.ts'
import type { AuditSubject } from '../../store/auditRecord.ts'

/** What people call the steps of an approval in a record's history, by the part of the operation after the resource. */
export const approvalLabels = {
  approvalRequested: 'Approval requested',
  approvalRefused: 'Approval refused',
  approvalRejected: 'Approval rejected',
  approvalWithdrawn: 'Approval withdrawn',
  approvalExpired: 'Approval expired',
  approvalCancelled: 'Approval cancelled',
} as const

type Step = keyof typeof approvalLabels

type About = Pick<Approval, 'id' | 'operation' | 'subject'>

/** The record of an approval, from its place in the store: `books/4108`. */
export function subjectOf({ subject }: Pick<Approval, 'subject'>): AuditSubject | undefined {
  const [resource = '', id = ''] = subject?.split(/\/(.*)/s) ?? []
  return subject === null ? undefined : { resource, id }
}

const entryOf = (step: Step, approval: About, details: Readonly<Record<string, unknown>>) => ({
  operation: `${approval.operation.split('.', 1)[0] ?? ''}.${step}`,
  details: { result: 'ok', action: approval.operation, approval: approval.id, ...details },
})

/** Records a step of an approval by a person. @throws GatewayError AUDIT_UNAVAILABLE */
export function recordApprovalStep(
  { store }: Pick<GatewayContext, 'store'>,
  step: Step,
  approval: About,
  { staff, details = {} }: { readonly staff: StaffRequest; readonly details?: Readonly<Record<string, unknown>> },
): Promise<void> {
  const entry = entryOf(step, approval, details)
  return recordEvent(store, entry.operation, staff, entry.details, subjectOf(approval))
}

/** Records that approvals ended by themselves. */
async function recordEnds({ store }: Pick<GatewayContext, 'store'>, step: Step, ended: readonly Approval[]) {
  for (const approval of ended) {
    const subject = subjectOf(approval)
    const about = subject === undefined ? {} : { subject }
    const details = { requestedBy: approval.request.requester }
    const noPerson = { actor: null, requestId: '', ip: '', sessionHash: null }
    await store.audit.event({ ...entryOf(step, approval, details), ...noPerson, ...about })
  }
}

/** Ends the approvals that have waited too long, on record. */
export const expireApprovals = async (context: Pick<GatewayContext, 'store'>): Promise<void> =>
  recordEnds(context, 'approvalExpired', await context.store.approvals.expire())

/**
 * Cancels what a person has requested who is no longer staff, on record.
 * @param subjectHash the person at the identity provider
 */
export const cancelApprovals = async (context: Pick<GatewayContext, 'store'>, subjectHash: string): Promise<void> =>
  recordEnds(context, 'approvalCancelled', await context.store.approvals.cancelOf(subjectHash))
