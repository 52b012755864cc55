import { readHeaderCredential } from '../../server/config/headerCredential.ts'
import { settingsFrom } from '../../server/config/settings.ts'
import type { EmbeddedOptions } from './start.ts'

/** The options in the environment, or all its problems. */
export type Environment =
  | { readonly options: EmbeddedOptions; readonly problems?: never }
  | { readonly options?: never; readonly problems: readonly string[] }

/** The largest number of accounts that loads within a minute, as measured. */
const MOST_ACCOUNTS = 1_000_000
/** The largest number of trade lines that was measured; their ids stay well above 0. */
const MOST_TRADES = 500_000

/**
 * Reads EMBEDDED_ACCOUNTS, EMBEDDED_TRADES, EMBEDDED_SEED, DATA_DIR, PUBLIC_URL, PORT, SERVICE_TOKEN and
 * SERVICE_TOKEN_HEADER, and reports all problems at once.
 */
export function embeddedEnvironment(env: Readonly<Record<string, string | undefined>>): Environment {
  const settings = settingsFrom(env)
  const accounts = settings.integer('EMBEDDED_ACCOUNTS', 5000, 10, MOST_ACCOUNTS)
  const trades = settings.integer('EMBEDDED_TRADES', 200_000, 0, MOST_TRADES)
  const seed = settings.integer('EMBEDDED_SEED', 1, 0, 2_147_483_647)
  const port = settings.integer('PORT', 8080, 0, 65_535)
  const publicUrl = new URL(settings.address('PUBLIC_URL') ?? `http://localhost:${port}`).origin
  const serviceToken = readHeaderCredential(settings, {
    variable: 'SERVICE_TOKEN',
    noun: 'token',
    header: { variable: 'SERVICE_TOKEN_HEADER' },
    requiredFor: undefined,
  })
  if (settings.problems.length > 0) return { problems: settings.problems }
  const dataDir = settings.text('DATA_DIR') ?? './data'
  return { options: { dataDir, accounts, trades, seed, publicUrl, ...(serviceToken && { serviceToken }) } }
}
