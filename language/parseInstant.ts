const INSTANT =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|[+-]\d{2}(?::?\d{2})?)?$/i

const MINUTE = 60_000

/** Minutes east of Greenwich: `-05:00` → -300. No offset is UTC (D-53). */
function offsetMinutes(offset: string | undefined): number {
  if (offset === undefined || offset.toUpperCase() === 'Z') return 0
  const digits = offset.slice(1).replace(':', '')
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2) || '0')
  return offset.startsWith('-') ? -minutes : minutes
}

/** True when the calendar has this day and the clock this time: 30 February and 24:61 are typing errors, not dates. */
const exists = (date: Date, parts: readonly number[]): boolean =>
  date.getUTCFullYear() === parts[0] &&
  date.getUTCMonth() + 1 === parts[1] &&
  date.getUTCDate() === parts[2] &&
  date.getUTCHours() === parts[3] &&
  date.getUTCMinutes() === parts[4] &&
  date.getUTCSeconds() === parts[5]

/**
 * The instant of an ISO-like timestamp, or `undefined` for anything else. A timestamp without an offset is UTC (D-53),
 * whatever the machine's own zone is.
 */
export function parseInstant(value: unknown): Date | undefined {
  const match = typeof value === 'string' ? INSTANT.exec(value.trim()) : null
  if (match === null) return undefined
  const parts = [1, 2, 3, 4, 5, 6].map((index) => Number(match[index] ?? '0'))
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
  const local = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  if (!exists(local, parts)) return undefined
  const milliseconds = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'))
  return new Date(local.getTime() + milliseconds - offsetMinutes(match[8]) * MINUTE)
}

/** True for a day of the calendar, as `YYYY-MM-DD`. */
export const isCalendarDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && parseInstant(text) !== undefined
