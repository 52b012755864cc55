import type { GatewayContext } from '../../server/gateway/core/gatewayContext.ts'
import type { Rate } from '../../server/gateway/core/limits.ts'
import type { Approvals } from './approvals.ts'

/** What the address approval takes from the environment. */
export interface ApprovalSettings {
  /** What the address validator demands of its callers (U8); null where it is not configured. */
  readonly addressApiKey: string | null
  /** Staff who may have an address approved automatically (D-124). Empty by default, and then it is off. */
  readonly autoApprovalStaffIds: readonly number[]
}

/** Every figure of the address approval that is a choice. Times in ms. */
export interface ApprovalFigures {
  /** Cases whose address may be approved automatically (U6). */
  readonly approvals: Rate
  /** How long an answer of the address validator counts as fresh (U7, U8). */
  readonly validationMs: number
  /** A step with an unknown outcome is looked at again this long after it was sent: until then it may still arrive. */
  readonly settleMs: number
}

const MINUTE = 60_000

/** The figures in force unless a test scales them. */
export const defaultFigures: ApprovalFigures = {
  approvals: { max: 200, windowMs: 24 * 60 * MINUTE },
  validationMs: 24 * 60 * MINUTE,
  settleMs: MINUTE,
}

/** What every part of the address approval works with. */
export interface ApprovalContext extends GatewayContext {
  readonly approvals: Approvals
  readonly addressApiKey: string | null
  readonly figures: ApprovalFigures
}
