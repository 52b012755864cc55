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

const isSpoken = ({ code, message }: Failure): boolean =>
  code !== undefined && SPOKEN.includes(code) && !UNSPOKEN.some((sentence) => sentence === message)

/**
 * The notice of a failed action that declares one: the service's own words where it had any, else the definition's
 * title with its detail on a second line (D-65).
 */
export const failureNotice = ({ title, detail }: NonNullable<AnyAction['failure']>, failure: Failure): string =>
  isSpoken(failure) ? failure.message : `${title}\n${detail}`
