const DAY = 24 * 3600 * 1000

/** The n-th Sunday of a month of a year, as a day of the month. */
function sunday(year: number, month: number, nth: number): number {
  const first = new Date(Date.UTC(year, month, 1)).getUTCDay()
  return 1 + ((7 - first) % 7) + (nth - 1) * 7
}

/** The moment at which a day (YYYY-MM-DD) begins in New York, in milliseconds since 1970; clocks change after midnight. */
export function startOfNewYorkDay(day: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const year = Number(day.slice(0, 4))
  const spring = Date.UTC(year, 2, sunday(year, 2, 2))
  const autumn = Date.UTC(year, 10, sunday(year, 10, 1))
  const isSummer = midnight > spring && midnight <= autumn
  return midnight + (isSummer ? 4 : 5) * 3600 * 1000
}

/** The day (YYYY-MM-DD) `by` days after another. */
export const dayAfter = (day: string, by = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * DAY).toISOString().slice(0, 10)

/** Whether text is a day of the calendar, as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** The first day from `day` on that is no Saturday or Sunday. */
export function weekdayFrom(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return weekday === 6 ? dayAfter(day, 2) : weekday === 0 ? dayAfter(day) : day
}
