import type { JudgeValue } from '../src/format/consoleFormats.ts'
import { zoneDay } from '../src/format/zoneClock.ts'
import { isBusinessDay } from './requests/businessDays.ts'

/** Traded on every day. */
const ALWAYS_OPEN = 'CRYPTO'

/** What to check about the day of a trade, `YYYY-MM-DD`, before it is booked. */
export const judgeTradingDay: JudgeValue = (day, { security_type: vehicle }) => {
  if (day > zoneDay(new Date())) return { text: 'Lies in the future', warning: 'dated in the future' }
  return vehicle === ALWAYS_OPEN || isBusinessDay(day, 'market')
    ? undefined
    : { text: 'The exchange was closed on this day', warning: 'dated on a day when the exchange was closed' }
}
