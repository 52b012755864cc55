import type { Registry } from '../../../language/registry.ts'
import type { Resource } from '../../../language/resource.ts'
import type { GatewayConsole } from '../../../server/gateway/gatewayConsole.ts'
import { backOffice } from '../../../services/console.ts'
import type { ConsoleSettings } from '../../../services/settings.ts'
import { defaultFigures, type ApprovalFigures } from '../../../services/verification/approvalContext.ts'
import { createVerificationExtension } from '../../../services/verification/verificationExtension.ts'

/** What a test has different at the console's gateway. */
export interface GatewayConsoleOptions {
  readonly own?: Partial<ConsoleSettings>
  readonly definitions?: readonly Resource[]
  /** Services that the definitions call in addition to the console's. */
  readonly services?: Registry['services']
  readonly figures?: Partial<ApprovalFigures>
}

const plain: ConsoleSettings = {
  serviceToken: { header: 'x-service-token', value: 'canary-service-token' },
  addressApiKey: null,
  autoApprovalStaffIds: [],
  embedded: { accounts: 0, trades: 0, seed: 1 },
}

/** What the console registers at a gateway, with other settings, definitions and figures where a test needs them. */
export function gatewayConsole(options: GatewayConsoleOptions = {}): GatewayConsole {
  const settings = { ...plain, ...options.own }
  const { model, extensions, ...rest } = backOffice.gateway(settings)
  return {
    ...rest,
    model: {
      ...model,
      registry: { ...model.registry, services: { ...model.registry.services, ...options.services } },
      definitions: options.definitions ?? model.definitions,
    },
    extensions: [
      createVerificationExtension(settings, { ...defaultFigures, ...options.figures }),
      ...extensions.slice(1),
    ],
  }
}
