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
import { GatewayError } from '../../server/gateway/core/errors.ts'
import type { GatewayContext } from '../../server/gateway/core/gatewayContext.ts'
import type { StaffRequest } from '../../server/gateway/audit/auditTrail.ts'
import { type Operations, preparedOf } from '../../server/gateway/operations/preparedOperations.ts'
import { readWhole } from '../../server/gateway/calls/sendCall.ts'
import { readAsShown } from '../../server/gateway/calls/readings.ts'

/** An account according to the services' current data. */
export interface ApprovalFacts {
  readonly id: number
  readonly accountNo: string
  readonly status: string
  /** False only when the account has an explicit false. */
  readonly isActive: boolean
  readonly verification: Verification
  readonly snaps: readonly Snap[]
}

const textAt = (value: unknown, pointer: `/${string}`): string => {
  const found = valueAt(value, pointer)
  return typeof found === 'string' ? found.trim() : ''
}

/** Reads the current account, cases and documents, with the staff member's token. */
export async function readFacts(
  context: GatewayContext,
  operations: Operations,
  staff: StaffRequest,
  id: number,
): Promise<ApprovalFacts> {
  const [status, detail] = await Promise.all(
    ['accounts.verification', 'accounts.getOne'].map(async (name) => {
      const prepared = preparedOf(operations, name)
      return readAsShown((await readWhole(context, prepared, staff, String(id))).body, prepared)
    }),
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
 * The unmet conditions of the approval. After an appeal the account's status may have changed, so only the remaining
 * cases are checked.
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
