import { join } from 'node:path'
import { authored, model } from '../schemas/index.ts'
import type { Permission } from '../schemas/shared/permissions.ts'
import type { ConsoleServer, EmbeddedServices } from '../server/console.ts'
import { EMBEDDED_PASSWORD } from '../server/embedded/identity/passwords.ts'
import { staff } from './embedded/shared/callers.ts'
import { type ConsoleSettings, readConsoleSettings } from './settings.ts'
import { createStaffCheck } from './staffCheck.ts'
import { overviewExtension } from './overview/overviewExtension.ts'
import { overviewRoutes } from './overview/overviewRoutes.ts'
import { approvalRoutes } from './verification/addressApproval.ts'
import { approvalTable } from './verification/approvals.ts'
import { createVerificationExtension } from './verification/verificationExtension.ts'

const signingIn = staff.filter(({ isStaff, passwordExpired }) => isStaff && !passwordExpired)

/** The clearing firm and everything around it, for a machine without upstreams. */
export const embeddedServices = {
  module: join(import.meta.dirname, 'embedded', 'main.ts'),
  services: ['main', 'admin', 'trade', 'profile', 'go'],
  env: ({ embedded: { accounts, trades, seed } }) => ({
    EMBEDDED_ACCOUNTS: String(accounts),
    EMBEDDED_TRADES: String(trades),
    EMBEDDED_SEED: String(seed),
    // A token in this environment is for real services; the embedded ones make their own and report it.
    SERVICE_TOKEN: '',
    SERVICE_TOKEN_FILE: '',
    SERVICE_TOKEN_HEADER: '',
  }),
  complete: (settings, { credentials: { service, address } }, isEmbedded) => ({
    ...settings,
    serviceToken: isEmbedded('main') ? (service ?? null) : settings.serviceToken,
    addressApiKey: isEmbedded('address') ? (address?.value ?? null) : settings.addressApiKey,
  }),
  greeting: [`Sign in as ${signingIn.map(({ email }) => email).join(', ')}`, `Password of all: ${EMBEDDED_PASSWORD}`],
} satisfies EmbeddedServices<ConsoleSettings>

export const backOffice = {
  authored,
  recorded: 'tests/console/support/fixtures/recorded',
  model,
  readSettings: readConsoleSettings,
  gateway: (settings: ConsoleSettings) => ({
    model,
    inspectPermission: 'accounts.inspect' satisfies Permission,
    createStaffCheck,
    credentials: { service: settings.serviceToken },
    extensions: [createVerificationExtension(settings), overviewExtension],
  }),
  routes: { ...approvalRoutes, ...overviewRoutes },
  tables: [approvalTable],
  embedded: embeddedServices,
  build: { config: 'vite.config.ts', folders: ['schemas', 'resources'], outDir: 'dist' },
} satisfies ConsoleServer<ConsoleSettings>
