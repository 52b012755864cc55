import { useSyncExternalStore } from 'react'
import { isValues } from '../../language/pointer.ts'
import type { FormatNoteProps } from '../../src/console/extensions.ts'
import { formatMoment } from '../../src/format/formatMoment.ts'
import { formatValue } from '../../src/format/formatValue.ts'
import { alertAge, bankChangeDue, startOf, businessDaysText, type ClockReading, type Start } from './clockText.ts'
import './clock.css'
import { businessDayAfter, businessDaysSince, type BusinessDays } from './businessDays.ts'
import type { Deadline } from './transferStates.ts'

const MINUTE_MS = 60_000

const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setTimeout> | undefined

const isWatched = (): boolean => listeners.size > 0 && document.visibilityState === 'visible'

function tick(): void {
  now = Date.now()
  schedule()
  for (const listener of listeners) listener()
}

/** Schedules the next whole minute while the page is visible. */
function schedule(): void {
  clearTimeout(timer)
  timer = isWatched() ? setTimeout(tick, MINUTE_MS - (Date.now() % MINUTE_MS)) : undefined
}

/** No timer runs while the page is hidden. The clocks update as soon as it is visible again. */
const look = (): void => (isWatched() ? tick() : schedule())

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now()
    document.addEventListener('visibilitychange', look)
  }
  listeners.add(listener)
  schedule()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    document.removeEventListener('visibilitychange', look)
    schedule()
  }
}

const read = (): number => now

/** The time now (ms), updated every minute. All clocks on the page share one timer. */
const useMinute = (): number => useSyncExternalStore(subscribe, read)

/** The exact moment, shown when hovering over the clock. */
const momentOf = (start: Start | undefined): string | undefined =>
  start && `${start.isFirstSeen ? 'First seen' : 'Since'} ${formatMoment(start.at)}, New York time`

/** The text of a clock, red when it is due. */
const Clock = ({ reading, start }: { readonly reading: ClockReading; readonly start: Start | undefined }) => (
  <span className="cs-clock cs-digits" data-due={reading.isDue || undefined} title={momentOf(start)}>
    <time dateTime={start?.at.toISOString()}>{reading.text}</time>
  </span>
)

interface StateProps {
  /** When the state began, as the service reports it. */
  readonly since: unknown
  /** When this console first saw it. */
  readonly firstSeen: unknown
}

/** The warning that a bank has changed details, and its age, red when it is too old. */
const BankChange = ({ since, firstSeen }: StateProps) => {
  const now = useMinute()
  const start = startOf(since, firstSeen)
  const reading = alertAge(start, bankChangeDue, new Date(now))
  return (
    <span className="cs-row cs-meta cs-warning cs-alert-note" data-due={reading.isDue || undefined}>
      <span>Bank details changed</span>
      <Clock reading={reading} start={start} />
    </span>
  )
}

const isBankChange = (reason: unknown): boolean => typeof reason === 'string' && /_NOC$/i.test(reason)

/** The note below the reason of a transfer or bank relationship: the bank has changed the details, and when (D-93). */
export const BankChangeNote = ({ item }: FormatNoteProps) =>
  isValues(item) && isBankChange(item['reason']) ? (
    <BankChange since={item['created_at']} firstSeen={item['first_seen_at']} />
  ) : null

const HOUR_MS = 60 * MINUTE_MS

function remainingText(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS)
  if (minutes < 1) return 'less than 1 min'
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return hours === 0 ? `${rest} min` : `${hours} h ${rest} min`
}

/** Follows what is counted from when this console first saw the state: the state may have begun before. */
const sinceFirstSeen = ({ isFirstSeen }: Start): string => (isFirstSeen ? ' (since first seen)' : '')

function amendable(hours: number, start: Start, now: Date): ClockReading {
  const whole = hours * HOUR_MS
  const left = Math.min(whole, whole - (now.getTime() - start.at.getTime()))
  return left <= 0
    ? { text: 'Time to amend is over', isDue: true }
    : { text: `Amend within ${remainingText(left)}${sinceFirstSeen(start)}`, isDue: false }
}

function answerDue({ days, calendar }: BusinessDays, start: Start, now: Date): ClockReading {
  const passed = businessDaysSince(start.at, now, calendar)
  const text =
    passed > days
      ? `Late: ${businessDaysText(passed)} without an answer`
      : `Answer due by ${formatValue('date', businessDayAfter(start.at, days, calendar))}`
  return { text: text + sinceFirstSeen(start), isDue: passed > days }
}

/** The clock text for a transfer's state (R9: one business day to answer, 24 hours to amend). */
export function transferClock(clock: Deadline, start: Start | undefined, now: Date): ClockReading {
  if (start === undefined) return { text: 'Start not known', isDue: false }
  return 'hours' in clock ? amendable(clock.hours, start, now) : answerDue(clock, start, now)
}

interface TransferClockProps extends StateProps {
  readonly clock: Deadline
}

/** The time left in a transfer's state, or how late it is. */
export const TransferClock = ({ clock, since, firstSeen }: TransferClockProps) => {
  const now = useMinute()
  const start = startOf(since, firstSeen)
  return <Clock reading={transferClock(clock, start, new Date(now))} start={start} />
}
