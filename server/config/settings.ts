import { readFileSync, statSync } from 'node:fs'
import { distance } from '../../language/check/problem.ts'
import { isLinkLocal } from './linkLocal.ts'

/** Timeouts of PostgreSQL's driver, which have no code. */
const TIMEOUT = /^(?:Query read timeout|timeout exceeded|Connection terminated due to connection timeout)/

/** The code of an error of Node.js or PostgreSQL, such as ENOENT, or SQLite's words for it; 'error' where it has none. */
export function errorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'error'
  // All errors of node:sqlite have the same code.
  if ('errstr' in error && typeof error.errstr === 'string') return error.errstr
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.name === 'TimeoutError' || TIMEOUT.test(error.message) ? 'ETIMEDOUT' : 'error'
}

/** The variable with a service's address: `MAIN_URL` for `main`. */
export const addressVariable = (service: string): string => `${service.toUpperCase()}_URL`

/** The process cannot start with its settings. The message names every problem and needs no stack. */
export class StartError extends Error {
  constructor(problems: readonly string[]) {
    super(
      problems.length === 1
        ? problems[0]
        : `${problems.length} problems:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    )
    this.name = 'StartError'
  }
}

/** Reads variables and collects every problem, so that an operator can correct them all at once. */
export interface Settings {
  readonly problems: string[]
  /** Warnings of files with secrets that everyone on the machine can read or write. */
  readonly exposed: readonly string[]
  /** The trimmed value, `undefined` where it is unset or empty. */
  text(name: string): string | undefined
  /** As `text`, but also from the file that `{name}_FILE` names: for secrets. */
  secret(name: string): string | undefined
  integer(name: string, fallback: number, least: number, most: number): number
  oneOf<const T extends string>(name: string, allowed: readonly T[], fallback: T): T
  /** An http(s) address without a trailing slash. */
  address(name: string): string | undefined
  /** Notes a required variable that is missing, with its purpose. */
  missing(name: string, purpose: string): void
  /** What to say of variables that no one reads and whose names are nearly those of variables that were read so far. */
  misspelled(): readonly string[]
}

/** The bits of a file's mode by which others than its owner and its group read and write it. */
const EVERYONE = 0o006

/** Long names may differ in two characters; of short ones, others would be taken for misspelled. */
const isNear = (name: string, known: string): boolean => distance(name, known) <= (known.length < 8 ? 1 : 2)

const misspelledIn = (names: readonly string[], known: ReadonlySet<string>): readonly string[] =>
  names.flatMap((name) => {
    const near = known.has(name) ? undefined : [...known].find((each) => isNear(name, each))
    return near === undefined ? [] : [`${name} is ignored, as there is no such variable: did you mean ${near}?`]
  })

const hasAddressForm = (value: string): boolean =>
  URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol) && new URL(value).username === ''

export function settingsFrom(env: Readonly<Record<string, string | undefined>>): Settings {
  const problems: string[] = []
  const exposed: string[] = []
  const known = new Set<string>()
  const text = (name: string): string | undefined => {
    known.add(name)
    return env[name]?.trim() || undefined
  }
  return {
    problems,
    exposed,
    text,
    secret(name) {
      const file = text(`${name}_FILE`)
      if (file === undefined) return text(name)
      if (text(name) !== undefined) problems.push(`${name} and ${name}_FILE are both set: keep one of them`)
      try {
        if ((statSync(file).mode & EVERYONE) !== 0)
          exposed.push(`${name}_FILE names '${file}', which everyone on this machine can read or write: chmod 600 it`)
        return readFileSync(file, 'utf8').trim() || undefined
      } catch (error) {
        problems.push(`${name}_FILE names '${file}', which cannot be read (${errorCode(error)})`)
        return undefined
      }
    },
    integer(name, fallback, least, most) {
      const value = text(name)
      if (value === undefined) return fallback
      const number = Number(value)
      if (Number.isInteger(number) && number >= least && number <= most) return number
      problems.push(`${name} is '${value}': give a whole number from ${least} to ${most}`)
      return fallback
    },
    oneOf(name, allowed, fallback) {
      const value = text(name)
      const known = allowed.find((candidate) => candidate === value)
      if (value !== undefined && known === undefined)
        problems.push(`${name} is '${value}': give one of ${allowed.join(', ')}`)
      return known ?? fallback
    },
    address(name) {
      const value = text(name)
      if (value === undefined) return undefined
      const isAddress = hasAddressForm(value)
      if (isAddress && !isLinkLocal(new URL(value).hostname)) return value.replace(/\/+$/, '')
      problems.push(
        isAddress
          ? `${name} leads to a link-local address, where a cloud keeps the machine's credentials: name another host`
          : `${name} is not an address: write it as https://host/path, without a user name`,
      )
      return undefined
    },
    missing(name, purpose) {
      problems.push(`${name} is missing: ${purpose}`)
    },
    misspelled: () => misspelledIn(Object.keys(env), known),
  }
}
