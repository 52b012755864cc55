import { formatValue } from '../../src/format/formatValue.ts'
import { zoneDay } from '../../src/format/zoneClock.ts'
import { parseInstant } from '../../language/parseInstant.ts'
import { businessDaysSince, type BusinessDays } from './businessDays.ts'

export interface ClockReading {
  readonly text: string
  /** True when an answer is late or the time is over. */
  readonly isDue: boolean
}

/** When a state began, and whether that is only when this console first saw it. */
export interface Start {
  readonly at: Date
  readonly isFirstSeen: boolean
}

/** The time the service reports, otherwise when the console first saw the state; `undefined` without either. */
export function startOf(said: unknown, firstSeen: unknown): Start | undefined {
  const at = parseInstant(said)
  if (at !== undefined) return { at, isFirstSeen: false }
  const seen = parseInstant(firstSeen)
  return seen === undefined ? undefined : { at: seen, isFirstSeen: true }
}

/** '3 business days', '1 business day', or less than one. */
export const businessDaysText = (days: number): string =>
  days === 0 ? 'less than 1 business day' : days === 1 ? '1 business day' : `${days} business days`

/** An age counted from when the console first saw the state is a minimum. */
function leastAge(days: number, at: Date, now: Date): string {
  if (days > 0) return `at least ${businessDaysText(days)} since first seen`
  const day = zoneDay(at)
  const isToday = day === zoneDay(now)
  return `Changed on an unknown date; first seen ${isToday ? 'today' : formatValue('date', day)}`
}

/** How long a bank's change of details may wait (R10). Its age uses the same calendar. */
export const bankChangeDue = { days: 6, calendar: 'banking' } as const satisfies BusinessDays

/** The age of a warning, and whether it is too old. */
export function alertAge(start: Start | undefined, dueAfter: BusinessDays, now: Date): ClockReading {
  if (start === undefined) return { text: 'Start not known', isDue: false }
  const days = businessDaysSince(start.at, now, dueAfter.calendar)
  return {
    text: start.isFirstSeen ? leastAge(days, start.at, now) : businessDaysText(days),
    isDue: days > dueAfter.days,
  }
}
