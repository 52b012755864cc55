import type { HeaderCredential } from '../server/config/config.ts'
import { readHeaderCredential } from '../server/config/headerCredential.ts'
import type { ApprovalSettings } from './verification/approvalContext.ts'
import { ADDRESS_KEY, ADDRESS_KEY_HEADER } from './verification/validateAddress.ts'
import type { Settings } from '../server/config/settings.ts'

export interface ConsoleSettings extends ApprovalSettings {
  /** For operations with `header: 'service'` (D-64); null where it is not configured, and then they answer so. */
  readonly serviceToken: HeaderCredential | null
  /** How much data the embedded services make up, and from which seed. */
  readonly embedded: { readonly accounts: number; readonly trades: number; readonly seed: number }
}

function readAutoApprovalStaffIds(settings: Settings): readonly number[] {
  const parts = (settings.text('AUTO_APPROVAL_STAFF_IDS') ?? '').split(',').map((part) => part.trim())
  const given = parts.filter((part) => part !== '')
  if (given.some((part) => !/^[1-9]\d{0,14}$/.test(part)))
    settings.problems.push('AUTO_APPROVAL_STAFF_IDS names staff by the ids of their users: write it as 1,27')
  return given.map(Number)
}

function readAddressApiKey(settings: Settings, isRequired: boolean): string | null {
  const credential = readHeaderCredential(settings, {
    variable: ADDRESS_KEY,
    noun: 'key',
    header: ADDRESS_KEY_HEADER,
    requiredFor: isRequired ? 'AUTO_APPROVAL_STAFF_IDS is set, and addresses are validated with this key' : undefined,
  })
  return credential?.value ?? null
}

/** Reads the variables that only this console knows. Notes every problem in `settings`. */
export function readConsoleSettings(settings: Settings, isDev: boolean): ConsoleSettings {
  const autoApprovalStaffIds = readAutoApprovalStaffIds(settings)
  return {
    serviceToken: readHeaderCredential(settings, {
      variable: 'SERVICE_TOKEN',
      noun: 'token',
      header: { variable: 'SERVICE_TOKEN_HEADER' },
      requiredFor: isDev ? undefined : 'with SERVICE_TOKEN_HEADER, what requests to close an account are sent with',
    }),
    addressApiKey: readAddressApiKey(settings, !isDev && autoApprovalStaffIds.length > 0),
    autoApprovalStaffIds,
    embedded: {
      accounts: settings.integer('EMBEDDED_ACCOUNTS', 5000, 1, 2_000_000),
      trades: settings.integer('EMBEDDED_TRADES', 200_000, 0, 500_000),
      seed: settings.integer('EMBEDDED_SEED', 1, 0, 2_147_483_647),
    },
  }
}
