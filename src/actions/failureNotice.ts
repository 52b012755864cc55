import type { ResolvedAction } from '../../language/resource.ts'
import type { Failure } from '../failure.ts'

/** Codes with which the gateway passes on what the service itself said. */
const SPOKEN = ['UPSTREAM_REFUSED', 'UPSTREAM_FORBIDDEN', 'NOT_FOUND']

/** What the gateway says under those codes where the service said nothing. */
const UNSPOKEN = [
  'The service refused the request.',
  'The service does not permit this.',
  'There is nothing here.',
] as const

/** Failures after which the call may still have been made. */
const UNANSWERED = ['NETWORK', 'IN_FLIGHT']

/** Whether nothing is known of the attempt: a further one must be the same intent, and nobody may call it undone. */
export const isUnanswered = ({ code }: Failure): boolean => code !== undefined && UNANSWERED.includes(code)

/** Whether the words of a failure are the service's own. */
export const isSpoken = ({ code, message }: Failure): boolean =>
  code !== undefined && SPOKEN.includes(code) && !UNSPOKEN.some((sentence) => sentence === message)

/**
 * What is said of a failed action: the definition's title above the service's own words, or above its detail where the
 * service had none (D-65), and on a further line what a broken connection leaves open.
 */
export function failureText(declared: ResolvedAction['failure'], failure: Failure): string {
  if (declared === undefined) return failure.message
  const { title, detail, words } = declared
  if (isSpoken(failure)) return words === 'alone' ? failure.message : `${title}\n${failure.message}`
  return [title, detail, ...(isUnanswered(failure) ? [failure.message] : [])].join('\n')
}
