import { allForYear } from '@18f/us-federal-holidays'
import { getHolidays } from 'nyse-holidays'
import dayjs, { type Dayjs } from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { zoneDay } from '../../src/format/zoneClock.ts'

/** Which weekdays count: those when the New York Stock Exchange is open, or when Federal Reserve Banks are. */
type Calendar = 'market' | 'banking'

/** Weekdays on which the exchange closed for a one-time event, which no rule can compute. */
const closures: readonly string[] = ['2018-12-05', '2025-01-09']

const datesIn = (holidays: readonly { readonly dateString: string }[]): readonly string[] =>
  holidays.map(({ dateString }) => dateString)

const holidaysOf: Readonly<Record<Calendar, (year: number) => readonly string[]>> = {
  market: (year) => [...datesIn(getHolidays(year)), ...closures.filter((day) => day.startsWith(`${year}-`))],
  // Unlike government offices, Federal Reserve Banks are open on the Friday before a Saturday holiday.
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

dayjs.extend(utc)

export interface BusinessDays {
  readonly days: number
  readonly calendar: Calendar
}

const DAY = 'YYYY-MM-DD'
const WEEKDAYS = 5
const SUNDAY = 0
const SATURDAY = 6

/** The day in New York, as a UTC day. UTC days always have 24 hours, so clock changes don't affect the arithmetic. */
const dayOf = (instant: Date): Dayjs => dayjs.utc(zoneDay(instant))

const isWeekday = (day: Dayjs): boolean => day.day() !== SUNDAY && day.day() !== SATURDAY

/** True for a day, `YYYY-MM-DD` or a UTC day, that counts. */
export function isBusinessDay(when: string | Dayjs, calendar: Calendar): boolean {
  const day = dayjs.utc(when)
  return isWeekday(day) && !holidaysIn(calendar, day.year()).has(day.format(DAY))
}

function weekdaysAfter(first: Dayjs, last: Dayjs): number {
  const weeks = Math.floor(last.diff(first, 'day') / 7)
  let count = weeks * WEEKDAYS
  for (let day = first.add(weeks * 7 + 1, 'day'); !day.isAfter(last); day = day.add(1, 'day')) {
    if (isWeekday(day)) count += 1
  }
  return count
}

function holidaysAfter(first: Dayjs, last: Dayjs, calendar: Calendar): number {
  const [from, to] = [first.format(DAY), last.format(DAY)]
  let count = 0
  for (let year = first.year(); year <= last.year(); year += 1) {
    for (const day of holidaysIn(calendar, year)) if (day > from && day <= to && isWeekday(dayjs.utc(day))) count += 1
  }
  return count
}

/**
 * The number of business days that have begun in New York since the day of an instant: one from Friday to Monday, zero
 * within a weekend, and zero before the instant.
 */
export function businessDaysSince(start: Date, now: Date, calendar: Calendar): number {
  const [first, last] = [dayOf(start), dayOf(now)]
  return last.isAfter(first) ? weekdaysAfter(first, last) - holidaysAfter(first, last, calendar) : 0
}

/** The day (`YYYY-MM-DD`) on which this many business days have begun since the day of an instant. */
export function businessDayAfter(start: Date, days: number, calendar: Calendar): string {
  let day = dayOf(start)
  for (let left = days; left > 0;) {
    day = day.add(1, 'day')
    if (isBusinessDay(day, calendar)) left -= 1
  }
  return day.format(DAY)
}
