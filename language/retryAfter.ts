const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`

/** How long a wait is, in words, and never too short: '5 seconds', '2 minutes', '1 hour'. */
export function waitText(seconds: number): string {
  if (seconds < 60) return counted(seconds, 'second')
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60 ? counted(minutes, 'minute') : counted(Math.ceil(minutes / 60), 'hour')
}

/**
 * The seconds to wait that a Retry-After header names, one at least: as a number or as a time (RFC 9110, 10.2.3).
 * `undefined` where it says neither.
 */
export function secondsIn(said = ''): number | undefined {
  const seconds = /^\d+$/.test(said) ? Number(said) : Math.ceil((Date.parse(said) - Date.now()) / 1000)
  return Number.isNaN(seconds) ? undefined : Math.max(seconds, 1)
}
