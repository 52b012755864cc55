import { once } from '../../language/once.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** The years of the table, without the last one. */
const FIRST_YEAR = 2010
const END_YEAR = 2040

const format = once(
  () => new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', timeZoneName: 'longOffset' }),
)

/** The offset of New York at an instant according to `Intl`, in milliseconds to add to UTC. */
export function offsetFromIntl(instant: Date): number {
  const name =
    format()
      .formatToParts(instant)
      .find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0', seconds = '0'] = /([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(name) ?? []
  const offset = Number(hours) * HOUR_MS + Number(minutes) * 60_000 + Number(seconds) * 1000
  return sign === '-' ? -offset : offset
}

/**
 * Returns the source text of the module `virtual:newYorkOffsets`: the changes of New York's offset, read from `Intl` at
 * build time. Clocks there change on the hour.
 */
export function newYorkOffsets(): string {
  const end = Date.UTC(END_YEAR, 0)
  const changes: [since: number, offset: number][] = []
  for (let day = Date.UTC(FIRST_YEAR, 0); day < end; day += DAY_MS) {
    const known = changes.at(-1)?.[1]
    if (offsetFromIntl(new Date(day + DAY_MS - HOUR_MS)) === known) continue
    for (let time = day; time < day + DAY_MS; time += HOUR_MS) {
      const offset = offsetFromIntl(new Date(time))
      if (offset !== changes.at(-1)?.[1]) changes.push([time, offset])
    }
  }
  return `export const changes = ${JSON.stringify(changes)}\nexport const end = ${end}\n`
}
