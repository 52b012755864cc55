import { takesEvidence } from '../../language/evidence.ts'
import { createHash } from 'node:crypto'
import { valueAt } from '../../language/pointer.ts'
import type { ApprovalStepName } from '../../schemas/verification/approvalRun.ts'
import type { HomeAddress, Investigation } from '../../schemas/verification/investigation.ts'
import { canonicalJson } from '../../server/store/seal.ts'
import type { Store } from '../../server/store/openStore.ts'
import type { ApprovalContext } from './approvalContext.ts'
import type { ApprovalFacts } from './approvalFacts.ts'
import type { StepRecords } from './approvalPlan.ts'
import { deadline } from '../../server/gateway/core/limits.ts'
import { type Answer, GatewayError } from '../../server/gateway/core/errors.ts'
import type { StaffRequest } from '../../server/gateway/audit/auditTrail.ts'
import { explain } from '../../server/gateway/core/readInput.ts'
import { type Operations, preparedOf } from '../../server/gateway/operations/preparedOperations.ts'
import { knownRecord } from '../../server/gateway/calls/admit.ts'
import type { OperationCall } from '../../server/gateway/calls/operationCall.ts'
import { createReadings } from '../../server/gateway/calls/readings.ts'
import { runMutation } from '../../server/gateway/calls/runMutation.ts'

export interface StepContext {
  readonly context: ApprovalContext
  readonly operations: Operations
  /** The request acts as automation. */
  readonly staff: StaffRequest
  readonly facts: ApprovalFacts
  readonly book: StepRecords
  readonly theCase: Investigation
  readonly name: ApprovalStepName
  readonly attempt: number
  /** True when the conditions are met; otherwise nothing is sent, and the step only looks for its result. */
  readonly maySend: boolean
}

/** The result of a step: a message for people, and data for later steps. */
export interface StepResult {
  readonly message: string | null
  readonly data: unknown
}

/** Ends a step without effect because a person has to decide. The message has the reason. */
export class Stop extends Error {
  override readonly name = 'Stop'
}

/** A digest of the validated address, to notice a change. */
export const addressDigest = ({ audit }: Store, address: HomeAddress): string =>
  audit.digest(canonicalJson({ ...address }))

/** A text in the stored data of a step; empty when there is none. */
export function keptText(
  { book, theCase }: Pick<StepContext, 'book' | 'theCase'>,
  name: ApprovalStepName,
  at: `/${string}`,
) {
  const found = valueAt(book.of(theCase.sketchId, name)?.data, at)
  return typeof found === 'string' ? found : ''
}

/**
 * The idempotency key of one attempt at one step of one case (D-125), so that sending it twice makes the change once.
 */
function keyOf({ facts, theCase, name, attempt }: StepContext): string {
  const hash = createHash('sha256')
    .update(canonicalJson([facts.id, theCase.sketchId, name, attempt]))
    .digest('hex')
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-')
}

/** The body of an answer. @throws GatewayError for a replayed failure */
function bodyOf({ status, body }: Answer): unknown {
  if (status < 400) return body
  const message = valueAt(body, '/message')
  const code = valueAt(body, '/code') === 'OUTCOME_UNKNOWN' ? 'OUTCOME_UNKNOWN' : 'UPSTREAM_REFUSED'
  throw new GatewayError(code, { status, ...(typeof message === 'string' ? { message } : {}) })
}

/**
 * Makes one declared change upstream: recorded before and after, sent once.
 *
 * @param id the operation, `accounts.saveDocuments`
 * @throws GatewayError
 */
export async function change(
  stepContext: StepContext,
  id: string,
  body: Readonly<Record<string, unknown>>,
  form?: OperationCall['form'],
): Promise<unknown> {
  const { context, operations, staff } = stepContext
  const prepared = preparedOf(operations, id)
  // The spec fixes the texts of the automatic approval, so no evidence is appended to them.
  const evidence = takesEvidence(prepared.operation.action) ? { evidence: { reliedOn: [], acknowledged: [] } } : {}
  const checked = { path: {}, query: {}, body, ...evidence }
  const isValid = prepared.validator()
  if (!isValid(checked)) throw new GatewayError('BAD_REQUEST', { message: explain(isValid.errors) })
  const signal = deadline(context.limits.mutateMs)
  const subject = { resource: 'accounts', id: String(stepContext.facts.id) }
  const call = { prepared, checked, staff, idempotencyKey: keyOf(stepContext), signal, subject }
  const asked = { ...call, owner: subject.id, version: undefined, confirmation: undefined }
  const admit = async () => {
    const known = await knownRecord(context, operations, createReadings(context, operations, asked), asked)
    return { subject, known, whole: undefined, ifMatch: undefined }
  }
  return bodyOf(await runMutation(context, { ...call, admit, ...(form === undefined ? {} : { form }) }))
}
