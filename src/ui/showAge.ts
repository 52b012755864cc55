import { parseInstant } from '../../language/parseInstant.ts'

const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** How long ago a moment was, or how far ahead it is, in its largest whole unit: '3 hours ago'. */
export function ageText(at: Date, now: Date): string {
  const seconds = (at.getTime() - now.getTime()) / 1000
  const found = units.find(([, size]) => Math.abs(seconds) >= size)
  if (found === undefined) return 'just now'
  const [unit, size] = found
  return new Intl.RelativeTimeFormat('en-US').format(Math.trunc(seconds / size), unit)
}

const DAY_ALONE = /^\d{4}-\d{2}-\d{2}$/

/**
 * Adds the age of a moment to the title of its cell, or else to its own, when a pointer or the focus reaches it: an age
 * is only right when it is asked for. A day alone has none.
 */
export function showAge({ target }: Event): void {
  const time = target instanceof Element ? (target.closest('time') ?? target.querySelector(':scope > time')) : null
  if (!(time instanceof HTMLTimeElement) || DAY_ALONE.test(time.dateTime.trim())) return
  const at = parseInstant(time.dateTime)
  if (at === undefined) return
  const titled = time.closest('td') ?? time
  titled.title = `${time.textContent} · ${ageText(at, new Date())}`
}
