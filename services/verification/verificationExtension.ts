import { APPROVAL_PERMISSION } from '../../schemas/verification/addressApproval.ts'
import type { GatewayExtension } from '../../server/gateway/gatewayConsole.ts'
import { APPROVE, BEGIN, registerAddressApproval } from './addressApproval.ts'
import { defaultFigures, type ApprovalFigures, type ApprovalSettings } from './approvalContext.ts'
import { approvalTable } from './approvals.ts'
import { assertAttachable } from './assertAttachable.ts'
import { assertDecidable, reviewDecision } from './assertDecidable.ts'

/**
 * The gateway extension of identity verification: matches must be acknowledged, and the configured staff may approve
 * addresses automatically (D-124, U6).
 */
export const createVerificationExtension = (
  { addressApiKey, autoApprovalStaffIds }: ApprovalSettings,
  figures: ApprovalFigures = defaultFigures,
): GatewayExtension => ({
  guards: [assertDecidable, assertAttachable],
  reviews: [reviewDecision],
  registerRoutes: (app, context, operations) => {
    const approvals = context.store.table(approvalTable)
    registerAddressApproval(app, { ...context, approvals, addressApiKey, figures }, operations)
  },
  labels: {
    beginAddress: 'Start address approval',
    askAddress: 'Ask address validator',
    validateAddress: 'Validate address',
    approveAddress: 'Approve address',
  },
  changes: [BEGIN, APPROVE],
  sweep: ({ store }) => store.table(approvalTable).sweep(),
  grants: (permission, { userId }) => permission !== APPROVAL_PERMISSION || autoApprovalStaffIds.includes(userId),
})
