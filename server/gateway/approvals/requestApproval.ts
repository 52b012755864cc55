import { randomUUID } from 'node:crypto'
import { ssnError } from '../../../language/input.ts'
import { isMasked } from '../../../language/pii.ts'
import type { Values } from '../../../language/pointer.ts'
import { redact } from '../../../language/redact.ts'
import { approvalReason, asksWhy, askedOf, needsSecondApprover } from '../../../language/secondApprover.ts'
import { fillTemplate } from '../../../language/template.ts'
import { approvalStep, expireApprovals, subjectOf } from '../audit/approvalEvents.ts'
import { actorOf, auditInput, redactEvidence, lockOf, ownSubjectOf, reasonOf, targetOf } from '../audit/auditEntries.ts'
import { changeOnRecord, recordRefusal } from '../audit/auditTrail.ts'
import type { ChangeRequest } from '../calls/operationRoutes.ts'
import { type Answer, failWith, GatewayError } from '../core/errors.ts'
import type { GatewayContext } from '../core/gatewayContext.ts'
import { sentRequest } from '../operations/checkedRequest.ts'
import { inputsIn } from '../operations/operationRequest.ts'
import type { NewApproval } from '../../store/approvalRecord.ts'
import { subjectKey } from '../../store/auditRecord.ts'
import { canonicalJson, hashId } from '../../store/seal.ts'

/** True for a change that a second person has to approve here. */
export const needsApproval = (
  { config }: Pick<GatewayContext, 'config'>,
  { prepared: { operation }, checked }: Pick<ChangeRequest, 'prepared' | 'checked'>,
): boolean =>
  config.approvals.isOn &&
  needsSecondApprover(operation.action, { inputs: inputsIn(operation, checked), evidence: checked.evidence })

/** What is requested, in a sentence: the question that the person has confirmed. */
const titleOf = ({ prepared, checked }: ChangeRequest, record: Values): string => {
  const { action, definition } = prepared.operation
  const values = { ...(definition.kind === 'form' ? {} : record), ...inputsIn(prepared.operation, checked) }
  return action?.confirm == null ? definition.label : fillTemplate(action.confirm.title, values).replace(/\?$/, '')
}

/** What a form goes by, of which one request waits at a time: the value of the field that says whom it is about. */
function aboutOf({ prepared: { operation }, checked }: ChangeRequest): string | undefined {
  const field = operation.definition.form?.about?.field
  const value = field === undefined ? undefined : inputsIn(operation, checked)[field]
  return typeof value === 'string' ? value.trim().toLowerCase() : undefined
}

/** The same as others may have it; undefined where its class is masked. */
function shownAbout({ prepared: { operation } }: ChangeRequest, about: string | undefined): string | undefined {
  const { action, definition } = operation
  const { schema } = (action && askedOf(definition, action)[definition.form?.about?.field ?? '']) ?? {}
  return isMasked(typeof schema === 'object' ? schema.pii : undefined) ? undefined : about
}

const { schema: reasonSchema } = approvalReason

/**
 * Why the first person asks, where the action itself asks for no reason.
 * @throws GatewayError BAD_REQUEST or RULE_BROKEN; nothing has been kept
 */
function whyOf({ prepared: { operation }, approvalReason: reason = '' }: ChangeRequest): string | undefined {
  const { action, definition } = operation
  if (action === undefined || !asksWhy(definition, action)) return undefined
  const { minLength, maxLength } = reasonSchema
  if (reason.length < minLength || reason.length > maxLength)
    throw new GatewayError('BAD_REQUEST', {
      message: `Say in the X-Approval-Reason header why this should be approved, in ${minLength} to ${maxLength} characters.`,
    })
  const message = ssnError(reasonSchema, reason)
  if (message !== undefined) throw new GatewayError('RULE_BROKEN', { message })
  return redact(reason)
}

/** The record is checked now as for a change, so that no one waits for what can't be done. */
async function entryOf({ store }: GatewayContext, call: ChangeRequest): Promise<NewApproval> {
  const { prepared, checked, staff, raw, owner, confirmation, idempotencyKey, isChecked } = call
  const { operation } = prepared
  const reason = whyOf(call)
  const { subject = ownSubjectOf(operation, checked), known, isAboutNone, titleValues } = await call.admit()
  const digest = (asked: object) => store.audit.digest(canonicalJson(asked))
  const { data } = staff.session
  const about = aboutOf(call)
  const lock = about === undefined ? lockOf(operation, checked, store.audit) : `about=${store.audit.digest(about)}`
  return {
    id: randomUUID(),
    operation: operation.id,
    target: lock ?? digest(checked),
    subject: subject === undefined ? null : subjectKey(subject),
    subjectHash: hashId(data.subject),
    requestKey: idempotencyKey,
    requestHash: digest(reason === undefined ? checked : { ...checked, reason }),
    request: {
      requester: actorOf(data),
      raw,
      owner,
      confirmation,
      seen: known?.record ?? (isAboutNone === true ? null : undefined),
      title: titleOf(call, { ...known?.record, ...titleValues }),
      about: shownAbout(call, about),
      reason,
      isChecked,
    },
  }
}

function requestEvent({ store }: GatewayContext, { checked, staff, prepared }: ChangeRequest, entry: NewApproval) {
  const { operation } = prepared
  const details = {
    target: targetOf(operation, checked, store.audit),
    reason: reasonOf(operation, checked) ?? entry.request.reason ?? null,
    input: auditInput(operation, sentRequest(operation, checked), store.audit),
    ...(checked.evidence === undefined ? {} : { evidence: redactEvidence(checked.evidence) }),
  }
  return approvalStep('approvalRequested', entry, { staff, details })
}

/**
 * Keeps a change for a second person: nothing is sent. Of equal changes of one record only one waits.
 *
 * @returns 202 with the id of the approval
 */
export async function requestApproval(context: GatewayContext, call: ChangeRequest): Promise<Answer> {
  const { store, config } = context
  const { prepared, checked, staff, version } = call
  const { operation } = prepared
  if (operation.action?.recheck === true && version === undefined)
    throw new GatewayError('BAD_REQUEST', { message: 'Name the version of the record in the X-Record-Version header.' })
  await expireApprovals(context).catch(failWith('AUDIT_UNAVAILABLE'))
  const entry = await entryOf(context, call)
  const claimed = await changeOnRecord(store, async ({ approvals }, record) => {
    const kept = await approvals.request(entry, config.approvals.expiryMs)
    if (kept.state === 'kept') await record(requestEvent(context, call, entry))
    return kept
  })
  if (claimed.state === 'mismatch') throw new GatewayError('IDEMPOTENCY_MISMATCH')
  if (claimed.state === 'waiting') {
    const why = 'waits'
    await recordRefusal(store, { operation, checked, staff, subject: subjectOf(entry) }, { why })
    throw new GatewayError('APPROVAL_WAITING', { why })
  }
  const { id, expiresAt } = claimed.approval
  return { status: 202, body: { approval: { id, expiresAt: new Date(expiresAt).toISOString() } } }
}
