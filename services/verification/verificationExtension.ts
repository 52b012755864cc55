import type { GatewayExtension } from '../../server/gateway/gatewayExtension.ts'
import { registerAddressApproval } from './addressApproval.ts'
import { assertDecidable } from './assertDecidable.ts'

/** What identity verification adds to the gateway: matches are acknowledged, addresses approved by themselves. */
export const verificationExtension: GatewayExtension = {
  guards: [assertDecidable],
  registerRoutes: registerAddressApproval,
}
