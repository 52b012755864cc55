import type { ErrorCode } from '../../language/errorCode.ts'
import { failureOf, type Failure } from './failure.ts'

const AWAY = 'The service that has the file doesn’t answer. Try again in a few minutes.'
export const BUSY = 'Too many requests were made at once. Wait a minute, then try again.'

/** What went wrong and what to do, by the code of a failure whose default message is about other calls. */
const texts: Readonly<Record<string, string>> = {
  STEP_UP: 'This file needs a fresh sign-in, which was not made. Try again and sign in when you’re asked.',
  RATE_LIMITED: BUSY,
  OVERLOADED: BUSY,
  UPSTREAM_UNAVAILABLE: AWAY,
  UPSTREAM_TIMEOUT: AWAY,
  UPSTREAM_FAILED: AWAY,
  NOT_FOUND: 'The service has no such file any more. Reload the page.',
  UPSTREAM_FORBIDDEN: 'The service does not give the console this file. Report it to an administrator.',
  UPSTREAM_FORMAT: 'The service sent something else than a file. Try again; if it stays so, report it.',
} satisfies Partial<Record<ErrorCode, string>>

/** Reads why a file could not be made: what went wrong, and what to do. The service's own words are kept. */
export function fileFailureOf(error: unknown): Failure {
  const failure = failureOf(error)
  const text = failure.isDefaultMessage && texts[failure.code ?? '']
  return text === undefined ? failure : { ...failure, message: text }
}
