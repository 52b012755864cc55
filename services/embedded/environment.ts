import type { EmbeddedOptions } from './start.ts'

/** The options in the environment, or all its problems. */
export type Environment =
  | { readonly options: EmbeddedOptions; readonly problems?: never }
  | { readonly options?: never; readonly problems: readonly string[] }

type Variables = Readonly<Record<string, string | undefined>>

/** The largest number of accounts that loads within a minute, as measured. */
const MOST_ACCOUNTS = 1_000_000
/** The largest number of trade lines that was measured; their ids stay well above 0. */
const MOST_TRADES = 500_000

/** The origin of an http or https URL; undefined for anything else. */
function originOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  return /^https?:$/.test(url.protocol) ? url.origin : undefined
}

/** The service token that closing an account requires, when the environment sets one. */
function serviceTokenIn(env: Variables, problems: string[]): Pick<EmbeddedOptions, 'serviceToken'> {
  const [header, value] = [env['SERVICE_TOKEN_HEADER'], env['SERVICE_TOKEN']]
  if (header && value) return { serviceToken: { header, value } }
  if (header || value) problems.push('SERVICE_TOKEN and SERVICE_TOKEN_HEADER belong together: set both or neither')
  return {}
}

/**
 * Reads EMBEDDED_ACCOUNTS, EMBEDDED_TRADES, EMBEDDED_SEED, DATA_DIR, PUBLIC_URL, PORT, SERVICE_TOKEN and
 * SERVICE_TOKEN_HEADER, and reports all problems at once.
 */
export function embeddedEnvironment(env: Variables): Environment {
  const problems: string[] = []
  const integer = (name: string, fallback: number, least: number, most: number): number => {
    const text = env[name]
    if (text === undefined || text === '') return fallback
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    problems.push(`${name} must be a whole number from ${least} to ${most}`)
    return fallback
  }
  const accounts = integer('EMBEDDED_ACCOUNTS', 5000, 10, MOST_ACCOUNTS)
  const trades = integer('EMBEDDED_TRADES', 200_000, 0, MOST_TRADES)
  const seed = integer('EMBEDDED_SEED', 1, 0, 2_147_483_647)
  const port = integer('PORT', 8080, 0, 65_535)
  const publicUrl = originOf(env['PUBLIC_URL'] || `http://localhost:${port}`)
  if (publicUrl === undefined) problems.push('PUBLIC_URL must be an http or https URL')
  const token = serviceTokenIn(env, problems)
  if (problems.length > 0 || publicUrl === undefined) return { problems }
  return { options: { dataDir: env['DATA_DIR'] || './data', accounts, trades, seed, publicUrl, ...token } }
}
