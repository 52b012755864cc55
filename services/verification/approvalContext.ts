import type { GatewayContext } from '../../server/gateway/core/gatewayContext.ts'
import type { Rate } from '../../server/gateway/core/limits.ts'
import type { Approvals } from './approvals.ts'

export interface ApprovalSettings {
  /** The key that the address validator requires (U8); null when it is not configured. */
  readonly addressApiKey: string | null
  /**
   * Staff who may have an address approved automatically (D-124). By default the list is empty, and the feature is off.
   */
  readonly autoApprovalStaffIds: readonly number[]
}

/** The limits and times of the address approval. Times in ms. */
export interface ApprovalFigures {
  /** How many cases may have their address approved automatically (U6). */
  readonly approvals: Rate
  /** How long an answer of the address validator is fresh (U7, U8). */
  readonly validationMs: number
  /** How long a step with an unknown outcome may still arrive. */
  readonly settleMs: number
}

const MINUTE = 60_000

/** The default limits and times; tests scale them. */
export const defaultFigures: ApprovalFigures = {
  approvals: { max: 200, windowMs: 24 * 60 * MINUTE },
  validationMs: 24 * 60 * MINUTE,
  settleMs: MINUTE,
}

export interface ApprovalContext extends GatewayContext {
  readonly approvals: Approvals
  readonly addressApiKey: string | null
  readonly figures: ApprovalFigures
}
