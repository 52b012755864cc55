const zone = 'America/New_York'
/** Writes days as YYYY-MM-DD. */
const dayFormat = new Intl.DateTimeFormat('en-CA', {
  timeZone: zone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

const DAY_MS = 24 * 60 * 60 * 1000
const SUNDAY = 0
const SATURDAY = 6

/** Number of the calendar day in New York, counted from 1 January 1970. */
const dayNumber = (instant: Date): number => Date.parse(dayFormat.format(instant)) / DAY_MS

const isBusinessDay = (day: number): boolean => {
  const weekday = new Date(day * DAY_MS).getUTCDay()
  return weekday !== SUNDAY && weekday !== SATURDAY
}

/**
 * How many business days have begun in New York since the day of an instant: from Friday to Monday it is one, within a
 * weekend none, and none before the instant. Business days are Monday to Friday; market holidays are not known, so that
 * around one of them a day too many is counted.
 */
export function businessDaysSince(start: Date, now: Date): number {
  const [first, last] = [dayNumber(start), dayNumber(now)]
  const weeks = Math.max(0, Math.floor((last - first) / 7))
  let count = weeks * 5
  for (let day = first + weeks * 7 + 1; day <= last; day += 1) if (isBusinessDay(day)) count += 1
  return count
}

/** The day, as `YYYY-MM-DD`, on which so many business days have begun since the day of an instant. */
export function businessDayAfter(start: Date, days: number): string {
  let day = dayNumber(start)
  for (let left = days; left > 0;) {
    day += 1
    if (isBusinessDay(day)) left -= 1
  }
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}
