import { foundVersion, recordVersion } from '../../../language/recordVersion.ts'
import type { StaffRequest } from '../audit/auditTrail.ts'
import { whyNotPossible, type Review, type Reviewed } from '../calls/admit.ts'
import { recordNow } from '../calls/currentRecord.ts'
import { ABOUT_NONE, NO_LONGER_NONE, presentRecord } from '../calls/formRecord.ts'
import type { OperationCall } from '../calls/operationCall.ts'
import { createReadings, type Readings } from '../calls/readings.ts'
import { GatewayError } from '../core/errors.ts'
import { type GatewayContext, grantedPermissions } from '../core/gatewayContext.ts'
import { deadline } from '../core/limits.ts'
import type { CheckedRequest } from '../operations/checkedRequest.ts'
import { readRequest } from '../operations/operationRequest.ts'
import type { Operations, PreparedOperation } from '../operations/preparedOperations.ts'
import { subjectOf } from '../audit/approvalEvents.ts'
import type { Approval } from '../../store/approvalRecord.ts'
import type { AuditSubject } from '../../store/auditRecord.ts'
import type { Values } from '../../../language/pointer.ts'

/** An approval with its operation, as this gateway would send it now. */
export interface OpenedApproval {
  readonly approval: Approval
  readonly prepared: PreparedOperation
  readonly checked: CheckedRequest
}

/** The request of an approval, checked by the definitions of now. @throws GatewayError NOT_FOUND, BAD_REQUEST */
export function opened(operations: Operations, approval: Approval): OpenedApproval {
  const prepared = operations.get(approval.operation)
  if (prepared === undefined) throw new GatewayError('NOT_FOUND')
  return { approval, prepared, checked: readRequest(prepared, approval.request.raw) }
}

/** The record of an approval as it is now, with its version; or why it can't be shown. */
export interface RecordNow {
  /** Which record it is, where a form is about another one now. */
  readonly subject?: AuditSubject
  readonly record: Values | null
  readonly version: string | null
  /** What else has changed since the request, in words. */
  readonly changes: readonly string[]
  readonly problem: string
  /** True where it couldn't be read: the problem is of that reading, and may not be one of the approval. */
  readonly isUnread?: true
}

const unchanged = { changes: [], problem: '' }

const without = (problem: string): RecordNow => ({ ...unchanged, record: null, version: null, problem })

const unread = (problem: string): RecordNow => ({ ...without(problem), isUnread: true })

const refusedText = (why: string): string => `${why}, so it can’t be approved. It can only be rejected or withdrawn.`

/** What is read of an approval, with the reviews of the console. */
export interface ReadingParts {
  readonly context: GatewayContext
  readonly operations: Operations
  readonly reviews: readonly Review[]
}

/** Whether the person may read the record that an approval is about. */
function mayRead({ context, operations }: ReadingParts, { approval, prepared }: OpenedApproval, staff: StaffRequest) {
  const { resource = '' } = subjectOf(approval) ?? prepared.operation.definition.form?.about ?? {}
  const read = operations.get(`${resource}.getOne`) ?? operations.get(`${resource}.list`)
  return read !== undefined && grantedPermissions(context, staff.session.data).includes(read.operation.permission)
}

/** The record that a form would be about if it were sent now. */
async function formRecordNow(readings: Readings, call: OpenedApproval): Promise<RecordNow> {
  const found = await presentRecord(readings, call)
  if (call.approval.request.seen === null) return without(found === ABOUT_NONE ? '' : refusedText(NO_LONGER_NONE))
  if (found === undefined || found === ABOUT_NONE) {
    const { resource = '' } = call.prepared.operation.definition.form?.about ?? {}
    const many = found === ABOUT_NONE ? 'No record' : 'Not exactly one record'
    return without(
      refusedText(
        `${many} in ${readings.whole.definitionOf(resource)?.label} has ${call.approval.request.about ?? 'this value'} now`,
      ),
    )
  }
  const { definition, form, record, subject } = found
  return { ...unchanged, record, subject, version: await foundVersion(definition, form, record) }
}

/** What has changed apart from the record, as far as the change waits; the first problem is the one to solve. */
async function reviewed(
  { reviews }: ReadingParts,
  { approval, ...found }: OpenedApproval,
  readings: Readings,
  call: Pick<OperationCall, 'staff' | 'signal'>,
): Promise<Reviewed> {
  if (approval.state !== 'waiting') return unchanged
  const { request } = approval
  const waiting = { ...found, ...call, request, idempotencyKey: null, subject: subjectOf(approval) }
  const all = await Promise.all(reviews.map((review) => review(readings, waiting)))
  return {
    changes: all.flatMap(({ changes }) => changes),
    problem: all.find(({ problem }) => problem !== '')?.problem ?? '',
  }
}

/** Reads the record with the session of the person who looks at it, as for the change itself. */
export async function readNow(parts: ReadingParts, found: OpenedApproval, staff: StaffRequest): Promise<RecordNow> {
  const { context, operations } = parts
  const { approval, prepared, checked } = found
  const { action, definition } = prepared.operation
  const { seen, owner } = approval.request
  if (action === undefined || seen === undefined) return without('')
  if (!mayRead(parts, found, staff)) return unread('You may not read this record.')
  const signal = deadline(context.limits.readMs)
  try {
    const readings = createReadings(context, operations, { staff, signal })
    if (definition.kind === 'form') return await formRecordNow(readings, found)
    const now = await recordNow(readings, { prepared, checked, owner, version: '' })
    if (now === undefined) return without('This record is no longer there.')
    const { record } = now
    const version = await recordVersion(definition, action, record)
    const { changes, problem } = await reviewed(parts, found, readings, { staff, signal })
    const reason = approval.state === 'waiting' ? whyNotPossible(action, record) : undefined
    return { record, version, changes, problem: reason === undefined ? problem : refusedText(reason) }
  } catch (error) {
    if (error instanceof GatewayError && error.code !== 'SESSION_OVER') return unread(error.message)
    throw error
  }
}

/** Why a waiting approval can't be approved now; empty where it can, or where that is not known. */
export async function problemNow(parts: ReadingParts, approval: Approval, staff: StaffRequest): Promise<string> {
  if (approval.state !== 'waiting') return ''
  try {
    const { isUnread, problem } = await readNow(parts, opened(parts.operations, approval), staff)
    return isUnread === true ? '' : problem
  } catch (error) {
    if (error instanceof GatewayError && error.code !== 'SESSION_OVER') return ''
    throw error
  }
}
