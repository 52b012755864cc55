import { changes, end, timeZone } from 'virtual:locale'
import { offsetsByIntl } from './localeModule.ts'

const offsetByIntl = offsetsByIntl(timeZone)

/**
 * The offset of the console's time zone in milliseconds. It comes from a table, because the first use of `Intl` is too
 * slow for the first list of a visit.
 */
function offsetAt(instant: Date): number {
  const time = instant.getTime()
  const change = time < end ? changes.findLast(([since]) => since <= time) : undefined
  return change === undefined ? offsetByIntl(instant) : change[1]
}

/** The local time in the console's time zone at an instant, in the UTC fields of the returned date. */
export const zoneClock = (instant: Date): Date => new Date(instant.getTime() + offsetAt(instant))

/** The date in the console's time zone at an instant, as `YYYY-MM-DD`. */
export const zoneDay = (instant: Date): string => zoneClock(instant).toISOString().slice(0, 10)

/** The instant at which a day, `YYYY-MM-DD`, begins in the console's time zone. */
export function zoneMidnight(day: string): Date {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const near = new Date(midnight - offsetAt(new Date(midnight)))
  const found = new Date(midnight - offsetAt(near))
  // Where clocks skip midnight, the day begins an hour later.
  return zoneDay(found) === day ? found : near
}
