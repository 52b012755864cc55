import type { GatewayContext } from '../../server/gateway/core/gatewayContext.ts'
import type { Rate } from '../../server/gateway/core/limits.ts'
import type { Approvals } from './approvals.ts'

/** The settings of the address approval. */
export interface ApprovalSettings {
  /** The key that the address validator requires (U8); null where it is not configured. */
  readonly addressApiKey: string | null
  /** Staff who may have an address approved automatically (D-124). Empty by default, and then it is off. */
  readonly autoApprovalStaffIds: readonly number[]
}

/** The figures of the address approval. Times in ms. */
export interface ApprovalFigures {
  /** Cases whose address may be approved automatically (U6). */
  readonly approvals: Rate
  /** The time in which an answer of the address validator is fresh (U7, U8). */
  readonly validationMs: number
  /** The time in which a step with an unknown outcome may still arrive. */
  readonly settleMs: number
}

const MINUTE = 60_000

/** The figures in force unless a test scales them. */
export const defaultFigures: ApprovalFigures = {
  approvals: { max: 200, windowMs: 24 * 60 * MINUTE },
  validationMs: 24 * 60 * MINUTE,
  settleMs: MINUTE,
}

/** The dependencies of every part of the address approval. */
export interface ApprovalContext extends GatewayContext {
  readonly approvals: Approvals
  readonly addressApiKey: string | null
  readonly figures: ApprovalFigures
}
