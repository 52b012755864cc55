import { useSyncExternalStore } from 'react'
import type { BusinessDays } from '../format/businessDays.ts'
import { formatValue } from '../format/formatValue.ts'
import { alertAge, startOf, transferClock } from '../format/clockText.ts'
import type { ClockReading, Deadline, Start } from '../format/clockText.ts'
import './clock.css'

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

/** The next whole minute, while somebody looks. */
function schedule(): void {
  clearTimeout(timer)
  timer = isWatched() ? setTimeout(tick, MINUTE_MS - (Date.now() % MINUTE_MS)) : undefined
}

/** Nothing runs behind a hidden page; a page that is looked at again is right at once. */
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

/** The time now (ms), told anew with every minute. All clocks of the page share one timer. */
const useMinute = (): number => useSyncExternalStore(subscribe, read)

/** The exact moment, for those who point at the clock. */
const momentOf = (start: Start | undefined): string | undefined =>
  start &&
  `${start.isFirstSeen ? 'First seen' : 'Since'} ${formatValue('dateTime', start.at.toISOString())}, New York time`

const Reading = ({ reading, start }: { readonly reading: ClockReading; readonly start: Start | undefined }) => (
  <span className="cs-clock" data-due={reading.isDue || undefined} title={momentOf(start)}>
    <time dateTime={start?.at.toISOString()}>{reading.text}</time>
  </span>
)

interface TransferClockProps {
  readonly clock: Deadline
  /** When the state began, as the service says it. */
  readonly since: unknown
  /** When this console first saw it. */
  readonly firstSeen: unknown
}

/** How much time a transfer's state leaves, or how late it is. */
export const TransferClock = ({ clock, since, firstSeen }: TransferClockProps) => {
  const now = useMinute()
  const start = startOf(since, firstSeen)
  return <Reading reading={transferClock(clock, start, new Date(now))} start={start} />
}

interface AlertNoteProps {
  readonly text: string
  /** When it began, as the service says it. */
  readonly since: unknown
  /** When this console first saw it. */
  readonly firstSeen: unknown
  /** How long it may last before it turns red. Its age is counted in the same calendar. */
  readonly dueAfter: BusinessDays
}

/** A warning below a value: its words and how long it has lasted, red when that is too long. */
export const AlertNote = ({ text, since, firstSeen, dueAfter }: AlertNoteProps) => {
  const now = useMinute()
  const start = startOf(since, firstSeen)
  const reading = alertAge(start, dueAfter, new Date(now))
  return (
    <span className="cs-alert-note" data-due={reading.isDue || undefined}>
      <span>{text}</span>
      <Reading reading={reading} start={start} />
    </span>
  )
}
