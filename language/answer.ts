import type { ErrorCode } from './errorCode.ts'
import type { DeclaredFailure } from './binding.ts'
import { isValues, valueAt } from './pointer.ts'
import { holds, isPresent } from './predicate.ts'
import { redactSsn } from './pii.ts'
import type { Pointer } from './schema.ts'

const LONGEST_MESSAGE = 1000

/** The code of a service that answered that it failed, perhaps halfway through a change. */
export const SERVICE_FAILED = 'UPSTREAM_FAILED'

/** The codes of answers that leave open whether a change was made: of a service that failed, or that is not understood. */
export const unclearAnswers: readonly ErrorCode[] = [SERVICE_FAILED, 'UPSTREAM_FORMAT']

/** The places of a server's message, in the order they are searched (X6). */
const messagePlaces: readonly Pointer[] = [
  '/errors/0/message',
  '/errors/0/detail',
  '/errors/0/title',
  '/errors/0',
  '/message',
  '/error/message',
  '/error_description',
  '/error',
  '/detail',
  '/result',
  '/data/message',
  '/ERROR/message',
  '/ERROR',
]

/** A long text cut after its last whole word, with an ellipsis. */
function shortened(text: string): string {
  if (text.length <= LONGEST_MESSAGE) return text
  const start = text.slice(0, LONGEST_MESSAGE)
  const words = start.slice(0, Math.max(start.search(/\s\S*$/), 0))
  // Half of a surrogate pair at the cut would be unreadable.
  return `${words === '' ? start.replace(/[\uD800-\uDBFF]$/, '') : words}…`
}

/**
 * The message of a server's answer, as plain text of about 1,000 characters at most; `undefined` when there is none.
 * @param declared the place where its service writes messages; other usual places are searched after it
 * @param cleaned removes what may not be shown
 */
export function messageIn(body: unknown, declared?: Pointer, cleaned = redactSsn): string | undefined {
  for (const place of declared === undefined ? messagePlaces : [declared, ...messagePlaces]) {
    const found = valueAt(body, place)
    if (typeof found === 'string' && found.trim() !== '') return shortened(cleaned(found.trim()))
  }
  return undefined
}

const isErrorCode = (value: unknown): boolean => typeof value === 'number' && value >= 400 && value < 600

/** A value in capitals would be the state of a record: accounts can be in ERROR. */
const isErrorWord = (value: unknown): boolean =>
  typeof value === 'string' &&
  value !== value.toUpperCase() &&
  ['error', 'fail', 'failed', 'failure'].includes(value.toLowerCase())

/**
 * True when a body says that the call failed although its HTTP status says otherwise (X7): by an error in it, by an
 * HTTP status code, or in words.
 */
export function isFailure(body: unknown): boolean {
  const at = (name: string): unknown => valueAt(body, `/${name}`)
  const status = at('status')
  return (
    at('success') === false ||
    status === false ||
    (typeof status === 'number' && status >= 400) ||
    isErrorWord(status) ||
    isErrorCode(at('code')) ||
    isErrorCode(at('statusCode')) ||
    ['error', 'errors', 'ERROR'].some((name) => at(name) !== false && isPresent(at(name)))
  )
}

export function isDeclaredFailure(body: unknown, { path = '', when }: DeclaredFailure): boolean {
  const found = valueAt(body, path)
  return isValues(found) && holds(when, found)
}
