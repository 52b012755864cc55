import { join } from 'node:path'
import type { EmbeddedServices } from '../server/console.ts'
import { EMBEDDED_PASSWORD } from '../server/embedded/identity/passwords.ts'
import { staff } from './embedded/staff.ts'
import type { ConsoleSettings } from './settings.ts'

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
    SERVICE_TOKEN_HEADER: '',
  }),
  complete: (settings, { credentials: { service, address } }, isEmbedded) => ({
    ...settings,
    serviceToken: isEmbedded('main') ? (service ?? null) : settings.serviceToken,
    addressApiKey: isEmbedded('address') ? (address?.value ?? null) : settings.addressApiKey,
  }),
  greeting: [`Sign in as ${signingIn.map(({ email }) => email).join(', ')}`, `Password of all: ${EMBEDDED_PASSWORD}`],
} satisfies EmbeddedServices<ConsoleSettings>
