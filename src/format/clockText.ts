import { formatValue } from './formatValue.ts'
import { newYorkDay } from './newYorkClock.ts'
import { parseInstant } from '../../language/parseInstant.ts'
import { businessDayAfter, businessDaysSince, type BusinessDays } from './businessDays.ts'

/** How long a state may last before something is due: hours by the clock, or business days. */
export type Deadline = { readonly hours: number } | BusinessDays

/** What a clock says at one moment. */
export interface ClockReading {
  readonly text: string
  /** Somebody is late, or the time is over. */
  readonly isDue: boolean
}

/** Since when a state holds, and whether that is only when this console first saw it. */
export interface Start {
  readonly at: Date
  readonly isFirstSeen: boolean
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The moment the service names, else the one at which the console first saw the state; `undefined` without either. */
export function startOf(said: unknown, firstSeen: unknown): Start | undefined {
  const at = parseInstant(said)
  if (at !== undefined) return { at, isFirstSeen: false }
  const seen = parseInstant(firstSeen)
  return seen === undefined ? undefined : { at: seen, isFirstSeen: true }
}

/** '3 business days', '1 business day', and less than one. */
const businessDaysText = (days: number): string =>
  days === 0 ? 'less than 1 business day' : days === 1 ? '1 business day' : `${days} business days`

function remainingText(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS)
  if (minutes < 1) return 'less than 1 min'
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return hours === 0 ? `${rest} min` : `${hours} h ${rest} min`
}

function amendable(hours: number, { at }: Start, now: Date): ClockReading {
  const whole = hours * HOUR_MS
  const left = Math.min(whole, whole - (now.getTime() - at.getTime()))
  return left <= 0
    ? { text: 'Time to amend is over', isDue: true }
    : { text: `Amend within ${remainingText(left)}`, isDue: false }
}

function answerDue({ days, calendar }: BusinessDays, { at }: Start, now: Date): ClockReading {
  const passed = businessDaysSince(at, now, calendar)
  return passed > days
    ? { text: `Late: ${businessDaysText(passed)} without an answer`, isDue: true }
    : { text: `Answer due by ${formatValue('date', businessDayAfter(at, days, calendar))}`, isDue: false }
}

/** What the clock of a transfer's state says now (R9: one business day to answer, 24 hours to amend). */
export function transferClock(clock: Deadline, start: Start | undefined, now: Date): ClockReading {
  if (start === undefined) return { text: 'Start not known', isDue: false }
  return 'hours' in clock ? amendable(clock.hours, start, now) : answerDue(clock, start, now)
}

/** An age counted from when the console first saw it is the least it can be. */
function leastAge(days: number, at: Date, now: Date): string {
  if (days > 0) return `at least ${businessDaysText(days)} since first seen`
  const day = newYorkDay(at)
  const isToday = day === newYorkDay(now)
  return `Changed on an unknown date; first seen ${isToday ? 'today' : formatValue('date', day)}`
}

/** How long a warning has stood, and whether that is longer than it may (R10: six banking days for a NOC). */
export function alertAge(start: Start | undefined, dueAfter: BusinessDays, now: Date): ClockReading {
  if (start === undefined) return { text: 'Start not known', isDue: false }
  const days = businessDaysSince(start.at, now, dueAfter.calendar)
  return {
    text: start.isFirstSeen ? leastAge(days, start.at, now) : businessDaysText(days),
    isDue: days > dueAfter.days,
  }
}
