import { valueAt } from '../../language/pointer.ts'
import {
  addressApprovalConditions,
  caseConditions,
  isWholeAddress,
  obstaclesIn,
  openCases,
  type ApprovalCondition,
} from '../../schemas/verification/addressApproval.ts'
import type { Investigation } from '../../schemas/verification/investigation.ts'
import { readSnaps, type Snap } from '../../schemas/verification/rules.ts'
import { readVerification, type Verification } from '../../schemas/verification/verification.ts'
import { deadline } from '../../server/gateway/core/limits.ts'
import { GatewayError } from '../../server/gateway/core/errors.ts'
import type { GatewayContext } from '../../server/gateway/core/gatewayContext.ts'
import type { StaffRequest } from '../../server/gateway/audit/auditTrail.ts'
import type { Operations, PreparedOperation } from '../../server/gateway/operations/preparedOperations.ts'
import { AnsweredError, callForWhole } from '../../server/gateway/calls/operationCall.ts'

/** An account as the services know it at this moment. */
export interface ApprovalFacts {
  readonly id: number
  readonly accountNo: string
  readonly status: string
  /** Only an account that is said to be inactive is. */
  readonly isActive: boolean
  readonly verification: Verification
  readonly snaps: readonly Snap[]
}

/** The operation with this id. The definitions declare all that are asked for. */
export function preparedOf(operations: Operations, id: string): PreparedOperation {
  const prepared = operations.get(id)
  if (prepared === undefined) throw new Error(`no definition declares ${id}`)
  return prepared
}

async function read(context: GatewayContext, prepared: PreparedOperation, staff: StaffRequest, id: number) {
  const checked = { path: {}, query: { apex_account_id: id }, body: undefined }
  const signal = deadline(context.limits.readMs)
  try {
    return (await callForWhole(context, { prepared, checked, staff, idempotencyKey: null, signal })).body
  } catch (error) {
    throw error instanceof AnsweredError ? error.failure : error
  }
}

const textAt = (value: unknown, pointer: `/${string}`): string => {
  const found = valueAt(value, pointer)
  return typeof found === 'string' ? found.trim() : ''
}

/** Asks anew how the account, its cases and its documents stand, with the token of the member of staff. */
export async function readFacts(
  context: GatewayContext,
  operations: Operations,
  staff: StaffRequest,
  id: number,
): Promise<ApprovalFacts> {
  const [status, detail] = await Promise.all(
    ['accounts.verification', 'accounts.getOne'].map((name) => read(context, preparedOf(operations, name), staff, id)),
  )
  if (valueAt(detail, '/account/0/id') !== id) throw new GatewayError('UPSTREAM_FORMAT')
  return {
    id,
    accountNo: textAt(detail, '/account/0/account_no'),
    status: textAt(detail, '/account/0/status'),
    isActive: valueAt(detail, '/account/0/is_active') !== false,
    verification: readVerification(status),
    snaps: readSnaps(detail),
  }
}

/** The home addresses of open cases that lack a part (D-127). */
export const withoutWholeAddress = ({ verification }: ApprovalFacts): readonly Investigation[] =>
  openCases(verification).filter(({ homeAddress }) => !isWholeAddress(homeAddress))

/**
 * Everything that keeps the approval from going on now. Once a case has been appealed the account may have moved on,
 * and only the cases that are left are looked at.
 */
export function obstaclesNow(
  { id: _id, accountNo, status, isActive, verification }: ApprovalFacts,
  appealed: readonly string[],
): readonly ApprovalCondition[] {
  if (appealed.length > 0) {
    const left = openCases(verification).filter(({ sketchId }) => !appealed.includes(sketchId))
    return obstaclesIn(left.flatMap(caseConditions))
  }
  const hasNumber = { name: 'accountNo', text: 'The account has a number', holds: accountNo !== '' }
  return obstaclesIn([...addressApprovalConditions({ status, isActive, verification, validations: {} }), hasNumber])
}
