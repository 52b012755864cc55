import dayjs from 'dayjs'
import type { Dayjs } from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import type { Calendar } from '../../language/show.ts'
import { newYorkDay } from '../format/newYorkClock.ts'
import { holidaysIn } from './calendars.ts'

dayjs.extend(utc)

const DAY = 'YYYY-MM-DD'
const WEEKDAYS = 5
const SUNDAY = 0
const SATURDAY = 6

/** The day in New York. A day of UTC has 24 hours, so no change of clocks disturbs the arithmetic. */
const dayOf = (instant: Date): Dayjs => dayjs.utc(newYorkDay(instant))

const isWeekday = (day: Dayjs): boolean => day.day() !== SUNDAY && day.day() !== SATURDAY

const isBusinessDay = (day: Dayjs, calendar: Calendar): boolean =>
  isWeekday(day) && !holidaysIn(calendar, day.year()).has(day.format(DAY))

function weekdaysAfter(first: Dayjs, last: Dayjs): number {
  const weeks = Math.floor(last.diff(first, 'day') / 7)
  let count = weeks * WEEKDAYS
  for (let day = first.add(weeks * 7 + 1, 'day'); !day.isAfter(last); day = day.add(1, 'day')) {
    if (isWeekday(day)) count += 1
  }
  return count
}

/** Holidays after a day, up to another one, that fall on no weekend. */
function holidaysAfter(first: Dayjs, last: Dayjs, calendar: Calendar): number {
  const [from, to] = [first.format(DAY), last.format(DAY)]
  let count = 0
  for (let year = first.year(); year <= last.year(); year += 1) {
    for (const day of holidaysIn(calendar, year)) if (day > from && day <= to && isWeekday(dayjs.utc(day))) count += 1
  }
  return count
}

/**
 * How many business days of a calendar have begun in New York since the day of an instant: from Friday to Monday it is
 * one, within a weekend none, and none before the instant.
 */
export function businessDaysSince(start: Date, now: Date, calendar: Calendar): number {
  const [first, last] = [dayOf(start), dayOf(now)]
  return last.isAfter(first) ? weekdaysAfter(first, last) - holidaysAfter(first, last, calendar) : 0
}

/** The day, as `YYYY-MM-DD`, on which so many business days have begun since the day of an instant. */
export function businessDayAfter(start: Date, days: number, calendar: Calendar): string {
  let day = dayOf(start)
  for (let left = days; left > 0;) {
    day = day.add(1, 'day')
    if (isBusinessDay(day, calendar)) left -= 1
  }
  return day.format(DAY)
}
