import { allForYear } from '@18f/us-federal-holidays'
import { getHolidays } from 'nyse-holidays'
import type { Calendar } from '../../language/show.ts'

/** Weekdays on which the exchange was closed for one occasion; no rule finds them. */
const closures: readonly string[] = ['2018-12-05', '2025-01-09']

const datesIn = (holidays: readonly { readonly dateString: string }[]): readonly string[] =>
  holidays.map(({ dateString }) => dateString)

const holidaysOf: Readonly<Record<Calendar, (year: number) => readonly string[]>> = {
  market: (year) => [...datesIn(getHolidays(year)), ...closures.filter((day) => day.startsWith(`${year}-`))],
  // Unlike government offices, Federal Reserve Banks are open on the Friday before a Saturday's holiday.
  banking: (year) => datesIn(allForYear(year, { shiftSaturdayHolidays: false })),
}

const known = new Map<string, ReadonlySet<string>>()

/** Holidays of a calendar in a year, as `YYYY-MM-DD`. Some fall on a weekend. */
export function holidaysIn(calendar: Calendar, year: number): ReadonlySet<string> {
  const key = `${calendar} ${year}`
  const holidays = known.get(key) ?? new Set(holidaysOf[calendar](year))
  known.set(key, holidays)
  return holidays
}
