import { messageIn } from '../../../language/answer.ts'
import { redact } from '../../../language/redact.ts'
import { approvalStep } from '../audit/approvalEvents.ts'
import { actorOf } from '../audit/auditEntries.ts'
import { changeOnRecord, type StaffRequest } from '../audit/auditTrail.ts'
import { admitChange, type Guard } from '../calls/admit.ts'
import { ABOUT_NONE } from '../calls/formRecord.ts'
import { effectOf, runMutation } from '../calls/runMutation.ts'
import type { ViewLog } from '../calls/viewLog.ts'
import { type Answer, failWith, GatewayError } from '../core/errors.ts'
import type { GatewayContext } from '../core/gatewayContext.ts'
import { staffNames } from '../core/staffNames.ts'
import { deadline } from '../core/limits.ts'
import { isPermitted } from '../signIn/permitted.ts'
import type { Approval, ApprovalDecision } from '../../store/approvalRecord.ts'
import { hashId } from '../../store/seal.ts'
import type { OpenedApproval, ReadingParts } from './openedApproval.ts'

export interface ApprovalParts extends ReadingParts {
  readonly guards: readonly Guard[]
  readonly views: ViewLog
}

/** What became of an approval that no longer waits, for the person who came too late. */
const ends: Readonly<Partial<Record<Approval['state'], (by: string) => string>>> = {
  sending: (by) => `${by} is approving this.`,
  approved: (by) => `${by} approved this first.`,
  failed: (by) => `${by} approved this first, and the service refused it.`,
  unknown: (by) => `${by} approved this first, and its outcome is unknown.`,
  rejected: (by) => `${by} rejected this first.`,
  withdrawn: (by) => `${by} withdrew this first.`,
  expired: () => 'This has expired.',
  cancelled: () => 'This was cancelled.',
}

/** The refusal of a decision that comes too late. Whether the change was sent depends on the earlier one. */
async function isOver(context: GatewayContext, { state, decision }: Approval): Promise<GatewayError> {
  const nameOf = await staffNames(context)
  const end = ends[state]?.(decision === undefined ? 'Another person' : nameOf(decision.person))
  return new GatewayError('APPROVAL_OVER', { message: end && `${end} Your decision was not recorded.` })
}

/** True for the person who made the request: by number, by address, and at the identity provider. */
export function isRequester({ request: { requester }, subjectHash }: Approval, { session }: StaffRequest): boolean {
  const { userId, email, subject } = session.data
  const isSameAddress = requester.email.toLowerCase() === email.toLowerCase()
  return requester.userId === userId || isSameAddress || subjectHash === hashId(subject)
}

/** Refuses a decision, on record. */
async function refuse(
  { store }: GatewayContext,
  approval: Approval,
  {
    staff,
    code,
    why,
  }: { readonly staff: StaffRequest; readonly code: 'OWN_REQUEST' | 'FORBIDDEN'; readonly why: string },
): Promise<never> {
  const refusal = approvalStep('approvalRefused', approval, { staff, details: { result: 'refused', why } })
  await store.audit.event(refusal).catch(failWith('AUDIT_UNAVAILABLE'))
  throw new GatewayError(code, { why })
}

/** Checks that this is another person, who may do the action itself. A refusal is recorded. */
export async function assertSecond(
  context: GatewayContext,
  { approval, prepared }: OpenedApproval,
  staff: StaffRequest,
): Promise<void> {
  if (isRequester(approval, staff)) await refuse(context, approval, { staff, code: 'OWN_REQUEST', why: 'own request' })
  const { permission } = prepared.operation
  if (!(await isPermitted(context, staff, permission)))
    await refuse(context, approval, { staff, code: 'FORBIDDEN', why: permission })
}

/** Checks that the request for approval is the person's own. A refusal is recorded. */
export async function assertFirst(
  context: GatewayContext,
  { approval }: OpenedApproval,
  staff: StaffRequest,
): Promise<void> {
  if (!isRequester(approval, staff))
    await refuse(context, approval, { staff, code: 'FORBIDDEN', why: "another person's request" })
}

async function tooLate(context: GatewayContext, approval: Approval): Promise<never> {
  const now = await context.store.approvals.find(approval.id).catch(failWith('STORE_UNAVAILABLE'))
  throw await isOver(context, now ?? approval)
}

const decisionOf = ({ session }: StaffRequest, comment: string): ApprovalDecision => ({
  person: actorOf(session.data),
  comment: redact(comment),
})

/** What the second person says and has seen. */
interface Consent {
  readonly comment: string
  /** The version of the record that they have seen. */
  readonly version: string | undefined
  /** They have checked the outcome of the same earlier request. */
  readonly isChecked: boolean
}

/** The change, in the session of the second person and checked by the record as it is now. */
function callOf(
  { context, operations, guards }: ApprovalParts,
  found: OpenedApproval,
  staff: StaffRequest,
  { comment, version, isChecked }: Consent,
) {
  const { approval, prepared, checked } = found
  const { id, request, requestedAt } = approval
  const requested = {
    id,
    requestedBy: request.requester,
    requestedAt,
    comment: redact(comment),
    ...(request.reason !== undefined && { reason: request.reason }),
  }
  const call = { prepared, checked, staff, signal: deadline(context.limits.mutateMs), approval: requested }
  const claimed = {
    ...call,
    request,
    idempotencyKey: null,
    owner: request.owner,
    confirmation: request.confirmation,
    version: request.seen === null ? ABOUT_NONE : version,
    guards,
  }
  return {
    ...call,
    // One key for each approval: what was sent under it is never sent again.
    idempotencyKey: id,
    admit: () => admitChange(context, operations, claimed),
    isChecked: isChecked || request.isChecked,
  }
}

/**
 * Sends an approved change, at most once: the approval is claimed before anything is checked or sent, and given back
 * only when nothing was sent. After a crash in between its outcome is unknown.
 */
export async function approve(
  parts: ApprovalParts,
  found: OpenedApproval,
  staff: StaffRequest,
  consent: Consent,
): Promise<Answer> {
  const { context } = parts
  const { approvals } = context.store
  const { id, request } = found.approval
  if (request.seen && consent.version === undefined)
    throw new GatewayError('BAD_REQUEST', { message: 'Name the version of the record in the X-Record-Version header.' })
  const decision = decisionOf(staff, consent.comment)
  if (!(await approvals.claim(id, decision).catch(failWith('STORE_UNAVAILABLE'))))
    return tooLate(context, found.approval)
  let isRecorded = false
  const onRecorded = (): void => {
    isRecorded = true
  }
  // What fails here leaves the claim, which turns to an unknown outcome: nothing is sent twice.
  const noted = (work: Promise<unknown>) =>
    work.catch((error: unknown) => staff.log.error({ err: error, approval: id }, 'approval not settled'))
  try {
    const answer = await runMutation(context, { ...callOf(parts, found, staff, consent), onRecorded })
    const said = messageIn(answer.body)
    await noted(approvals.finish(id, 'approved', { ...decision, message: said && redact(said) }))
    return answer
  } catch (error) {
    const effect = error instanceof GatewayError ? effectOf(error) : 'unknown'
    // Only a refusal has the service's own words.
    const message = error instanceof GatewayError && effect === 'failed' ? redact(error.message) : undefined
    if (!isRecorded || effect === 'none') await noted(approvals.release(id))
    else await noted(approvals.finish(id, effect, { ...decision, message }))
    throw error
  }
}

/**
 * Keeps, on record, that the first person has dismissed how their request ended.
 *
 * @throws GatewayError BAD_REQUEST while it has not ended; FORBIDDEN for others
 */
export async function dismissApproval(context: GatewayContext, approval: Approval, staff: StaffRequest): Promise<void> {
  if (approval.state === 'waiting' || approval.state === 'sending')
    throw new GatewayError('BAD_REQUEST', { message: 'This has not ended yet. What has ended can be dismissed.' })
  await changeOnRecord(context.store, async ({ approvals }, record) => {
    if (await approvals.dismiss(approval.id)) await record(approvalStep('approvalDismissed', approval, { staff }))
  })
}

const steps = { rejected: 'approvalRejected', withdrawn: 'approvalWithdrawn' } as const

/** Ends a waiting approval, on record; nothing is sent. */
export async function endApproval(
  context: GatewayContext,
  approval: Approval,
  staff: StaffRequest,
  { state, comment }: { readonly state: 'rejected' | 'withdrawn'; readonly comment: string },
): Promise<void> {
  const { id, request } = approval
  const decision = decisionOf(staff, comment)
  const details = { reason: decision.comment, requestedBy: request.requester }
  const isEnded = await changeOnRecord(context.store, async ({ approvals }, record) => {
    const isWaiting = await approvals.end(id, state, decision)
    if (isWaiting) await record(approvalStep(steps[state], approval, { staff, details }))
    return isWaiting
  })
  if (!isEnded) await tooLate(context, approval)
}
