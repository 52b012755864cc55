import type { GatewayExtension } from '../../server/gateway/gatewayExtension.ts'
import { registerAddressApproval } from './addressApproval.ts'
import { assertAcknowledged } from './assertAcknowledged.ts'

/** What identity verification adds to the gateway: matches are acknowledged, addresses approved by themselves. */
export const verificationExtension: GatewayExtension = {
  guards: [assertAcknowledged],
  registerRoutes: registerAddressApproval,
}
