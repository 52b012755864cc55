import type { AnyAction } from '../../schemas/meta/defineResource.ts'
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

const isSpoken = ({ code, message }: Failure): boolean =>
  code !== undefined && SPOKEN.includes(code) && !UNSPOKEN.some((sentence) => sentence === message)

/**
 * What a dialog that stays open says of a failure: the definition's title above the service's own words, or above its
 * detail where the service had none.
 */
export function failureWords(declared: AnyAction['failure'], failure: Failure): string {
  if (declared === undefined) return failure.message
  return isSpoken(failure) ? `${declared.title}\n${failure.message}` : failureNotice(declared, failure)
}

/**
 * The notice of a failed action that declares one: the service's own words where it had any, else the definition's
 * title with its detail on a second line (D-65), and on a third what a broken connection leaves open.
 */
export const failureNotice = ({ title, detail }: NonNullable<AnyAction['failure']>, failure: Failure): string => {
  if (isSpoken(failure)) return failure.message
  return [title, detail, ...(isUnanswered(failure) ? [failure.message] : [])].join('\n')
}
