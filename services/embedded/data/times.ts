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
const weekdayFrom = (day: string): string => (isWeekend(day) ? weekdayFrom(dayAfter(day)) : day)

/** The day (YYYY-MM-DD) some weekdays after another. */
export const weekdayAfter = (day: string, by: number): string =>
  by === 0 ? day : weekdayAfter(weekdayFrom(dayAfter(day)), by - 1)

export interface TradeTime {
  /** Milliseconds since 1970. */
  readonly time: number
  /** YYYY-MM-DD: the day in New York, the next one after the close, never on a weekend. */
  readonly tradeDate: string
}

interface TradingDay {
  readonly start: number
  readonly length: number
  readonly tradeDate: string
  readonly nextTradeDate: string
}

const LAST_DAY = '2026-03-04'
const LATEST = startOfNewYorkDay(dayAfter(LAST_DAY))
const OPEN = 9.5 / 24
const CLOSE = 16 / 24

/** A day that ends at a moment, in milliseconds since 1970. */
function tradingDay(day: string, end: number): TradingDay {
  const start = startOfNewYorkDay(day)
  return { start, length: end - start, tradeDate: weekdayFrom(day), nextTradeDate: weekdayFrom(dayAfter(day)) }
}

const lastDay = tradingDay(LAST_DAY, LATEST)
/** The generated days, the newest first, each worked out once. */
const days = [lastDay]

/** The number of generated days up to the one of a moment, in milliseconds since 1970. */
function daysSince(oldest: number): number {
  let last = lastDay
  let count = 1
  for (; last.start > oldest; count += 1) {
    last = days[count] ?? tradingDay(dayAfter(LAST_DAY, -count), last.start)
    days[count] = last
  }
  return count
}

/** More than half of a day's orders come while the market is open; earlier draws stay earlier. */
function partOfDay(draw: number): number {
  if (draw < 0.16) return (draw / 0.16) * OPEN
  if (draw < 0.74) return OPEN + ((draw - 0.16) / 0.58) * (CLOSE - OPEN)
  return CLOSE + ((draw - 0.74) / 0.26) * (1 - CLOSE)
}

/**
 * Spreads orders from the last generated day back to `oldest` (milliseconds since 1970). Returns the time of an order by
 * its `age`, from 0 for the newest to 1. Newer days have more orders, because the number of customers grew evenly.
 */
export function tradeTimes(oldest: number): (age: number) => TradeTime {
  const count = daysSince(oldest)
  return (age) => {
    const back = Math.min((1 - Math.sqrt(1 - age)) * count, count - 1e-6)
    const { start, length, tradeDate, nextTradeDate } = days[Math.floor(back)] ?? lastDay
    const part = partOfDay(1 - (back % 1))
    const time = Math.max(oldest, Math.min(start + Math.floor(part * length), LATEST - 1000))
    return { time, tradeDate: part < CLOSE ? tradeDate : nextTradeDate }
  }
}
