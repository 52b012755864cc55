import { changes, end } from 'virtual:newYorkOffsets'
import { offsetFromIntl } from './newYorkOffsets.ts'

/**
 * The offset of New York in milliseconds. It comes from a table, because the first use of `Intl` is too slow for the
 * first list of a visit.
 */
function offsetAt(instant: Date): number {
  const time = instant.getTime()
  const change = time < end ? changes.findLast(([since]) => since <= time) : undefined
  return change === undefined ? offsetFromIntl(instant) : change[1]
}

/** The local time in New York at an instant, in the UTC fields of the returned date. */
export const newYorkClock = (instant: Date): Date => new Date(instant.getTime() + offsetAt(instant))

/** The date in New York at an instant, as `YYYY-MM-DD`. */
export const newYorkDay = (instant: Date): string => newYorkClock(instant).toISOString().slice(0, 10)

/** The instant at which a day, `YYYY-MM-DD`, begins in New York. */
export function newYorkMidnight(day: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const near = midnight - offsetAt(new Date(midnight))
  return new Date(midnight - offsetAt(new Date(near)))
}
