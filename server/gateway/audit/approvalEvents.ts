import type { GatewayContext } from '../core/gatewayContext.ts'
import { eventOf, type StaffRequest } from './auditTrail.ts'
import type { Approval } from '../../store/approvalRecord.ts'
import type { Approvals } from '../../store/approvals.ts'
import type { AuditEvent, AuditSubject } from '../../store/auditRecord.ts'
import type { AuditEntry } from '../../store/auditSearch.ts'

/** What people call the steps of an approval in a record's history, by the part of the operation after the resource. */
export const approvalLabels = {
  approvalRequested: 'Approval requested',
  approvalRefused: 'Approval refused',
  approvalRejected: 'Approval rejected',
  approvalWithdrawn: 'Approval withdrawn',
  approvalExpired: 'Approval expired',
  approvalCancelled: 'Approval cancelled',
  approvalDismissed: 'Outcome dismissed',
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

export function approvalStep(
  step: Step,
  approval: About,
  { staff, details = {} }: { readonly staff: StaffRequest; readonly details?: Readonly<Record<string, unknown>> },
): AuditEvent {
  const entry = entryOf(step, approval, details)
  return eventOf(entry.operation, staff, entry.details, subjectOf(approval))
}

type Targets = ReadonlyMap<unknown, unknown>

/** The targets of what these entries request, by the ids of the requests. */
const targetsIn = (entries: readonly AuditEntry[]): Targets =>
  new Map(
    entries.flatMap(({ record }) =>
      record.phase === 'event' && record.operation.endsWith('.approvalRequested')
        ? [[record.details['approval'], record.details['target']] as const]
        : [],
    ),
  )

/** Requests of one record between a request and the last step of it: a request waits for some days at most. */
const NEAR = 100

/**
 * The targets of what was requested, by the ids of the requests: the later steps do not name them.
 *
 * @param page entries about one record, newest first; older ones have the requests of its other steps
 */
export async function requestedTargets(
  { store }: Pick<GatewayContext, 'store'>,
  subject: AuditSubject,
  page: readonly AuditEntry[],
): Promise<Targets> {
  const own = targetsIn(page)
  const operations = page.flatMap(({ record }) => {
    const approval = record.phase === 'event' ? record.details['approval'] : undefined
    const [resource = ''] = record.operation.split('.', 1)
    return approval === undefined || own.has(approval) ? [] : [`${resource}.approvalRequested`]
  })
  if (operations.length === 0) return own
  const before = page.at(-1)?.seq
  const older = await store.audit.search({ subject, operations: [...new Set(operations)], before, limit: NEAR })
  return new Map([...own, ...targetsIn(older)])
}

/** Ends approvals that no person ends, on record. */
const endOnRecord = (
  { store }: Pick<GatewayContext, 'store'>,
  step: Step,
  end: (approvals: Approvals) => Promise<readonly Approval[]>,
): Promise<void> =>
  store.change(async ({ approvals }, record) => {
    for (const approval of await end(approvals)) {
      const subject = subjectOf(approval)
      const about = subject === undefined ? {} : { subject }
      const expiredAt = new Date(approval.expiresAt).toISOString()
      const details = {
        requestedBy: approval.request.requester,
        ...(step === 'approvalExpired' && { expiredAt }),
      }
      const noPerson = { actor: null, requestId: '', ip: '', sessionHash: null }
      await record({ ...entryOf(step, approval, details), ...noPerson, ...about })
    }
  })

/** Ends the approvals that have waited too long, on record, each once for all gateways. */
export async function expireApprovals(context: Pick<GatewayContext, 'store'>): Promise<void> {
  // Most often there are none, and then the lock of the trail is not taken.
  if (!(await context.store.approvals.hasRunOut())) return
  await endOnRecord(context, 'approvalExpired', (approvals) => approvals.expire())
}

/** When an entry happened, UTC milliseconds: an approval may have expired before that was recorded. */
export function happenedAt({ ts, record }: AuditEntry): number {
  const expiredAt = record.phase === 'event' ? record.details['expiredAt'] : undefined
  return typeof expiredAt === 'string' ? Date.parse(expiredAt) : ts
}

/**
 * Cancels what a person has requested who is no longer staff, on record.
 * @param subjectHash the person at the identity provider
 */
export const cancelApprovals = (context: Pick<GatewayContext, 'store'>, subjectHash: string): Promise<void> =>
  endOnRecord(context, 'approvalCancelled', (approvals) => approvals.cancelOf(subjectHash))
