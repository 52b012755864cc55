import { failureOf, type Failure } from './failure.ts'

const AWAY = 'The service that has the file doesn’t answer. Try again in a few minutes.'
export const BUSY = 'Too many requests were made at once. Wait a minute, then try again.'

/** What went wrong and what to do, by the code of a failure whose usual message is about other calls. */
const texts: Readonly<Record<string, readonly [usual: string, text: string]>> = {
  STEP_UP: [
    'Sign in again to confirm that it is you. Nothing was sent.',
    'This file needs a fresh sign-in, which was not made. Try again and sign in when you’re asked.',
  ],
  RATE_LIMITED: ['Too many requests. Try again in a moment.', BUSY],
  OVERLOADED: ['The gateway is overloaded. Try again in a moment.', BUSY],
  UPSTREAM_UNAVAILABLE: ['The service cannot be reached. Nothing was changed.', AWAY],
  UPSTREAM_TIMEOUT: ['The service did not answer in time.', AWAY],
  UPSTREAM_FAILED: ['The service failed.', AWAY],
  NOT_FOUND: ['There is nothing here.', 'The service has no such file any more. Reload the page.'],
  UPSTREAM_FORBIDDEN: [
    'The service does not permit this.',
    'The service does not give the console this file. Report it to an administrator.',
  ],
  UPSTREAM_FORMAT: [
    'The service answered in a form that is not understood.',
    'The service sent something else than a file. Try again; if it stays so, report it.',
  ],
}

/** Reads why a file could not be made: what went wrong, and what to do. The service's own words are kept. */
export function fileFailureOf(error: unknown): Failure {
  const failure = failureOf(error)
  const { code = '', message } = failure
  const [usual, text] = texts[code] ?? []
  return text !== undefined && message === usual ? { ...failure, message: text } : failure
}
