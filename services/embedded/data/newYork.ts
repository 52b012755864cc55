import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone.js'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)
dayjs.extend(timezone)

const DAY = 'YYYY-MM-DD'

/** The moment at which a day (YYYY-MM-DD) begins in New York, in milliseconds since 1970. */
export const startOfNewYorkDay = (day: string): number => dayjs.tz(day, 'America/New_York').valueOf()

/** The day (YYYY-MM-DD) `by` days after another. */
export const dayAfter = (day: string, by = 1): string => dayjs.utc(day).add(by, 'day').format(DAY)

const isWeekend = (day: string): boolean => [0, 6].includes(dayjs.utc(day).day())

/** The first day from `day` on that is no Saturday or Sunday. */
export const weekdayFrom = (day: string): string => (isWeekend(day) ? weekdayFrom(dayAfter(day)) : day)

/** The day (YYYY-MM-DD) some weekdays after another. */
export const weekdayAfter = (day: string, by: number): string =>
  by === 0 ? day : weekdayAfter(weekdayFrom(dayAfter(day)), by - 1)
