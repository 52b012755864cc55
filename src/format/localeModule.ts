import { localeFlaws, placesOf } from '../../language/check/localeRules.ts'
import { once } from '../../language/once.ts'
import type { Locale } from '../../language/registry.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** All zones change their clocks at a quarter of an hour of UTC. */
const STEP_MS = 15 * MINUTE_MS

/** The years of the table, without the last one. */
const FIRST_YEAR = 2010
const END_YEAR = 2040

/** Answers a zone's offset at an instant according to `Intl`: milliseconds to add to UTC. */
export function offsetsByIntl(timeZone: string): (instant: Date) => number {
  const format = once(() => new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }))
  return (instant) => {
    const name =
      format()
        .formatToParts(instant)
        .find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours = '0', minutes = '0', seconds = '0'] = /([+-])(\d\d):(\d\d)(?::(\d\d))?/.exec(name) ?? []
    const offset = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS + Number(seconds) * 1000
    return sign === '-' ? -offset : offset
  }
}

/** Each change of a zone's offset in the years of the table, read from `Intl`. */
function changesOf(offsetAt: (instant: Date) => number, end: number): readonly (readonly [number, number])[] {
  const changes: [since: number, offset: number][] = []
  for (let day = Date.UTC(FIRST_YEAR, 0); day < end; day += DAY_MS) {
    if (offsetAt(new Date(day + DAY_MS - STEP_MS)) === changes.at(-1)?.[1]) continue
    for (let time = day; time < day + DAY_MS; time += STEP_MS) {
      const offset = offsetAt(new Date(time))
      if (offset !== changes.at(-1)?.[1]) changes.push([time, offset])
    }
  }
  return changes
}

/** What is written before an amount: `$`. */
function signOf(currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  const parts = format.formatToParts(0)
  const sign = parts.slice(
    0,
    parts.findIndex(({ type }) => type === 'integer'),
  )
  return sign.map(({ value }) => value).join('')
}

/**
 * Returns the source text of the module `virtual:locale`, read from `Intl` at build time.
 *
 * @throws RangeError for a time zone or a currency that `Intl` does not know
 */
export function localeModule({ timeZone, currency }: Locale): string {
  const [flaw] = localeFlaws({ timeZone, currency })
  if (flaw !== undefined) throw new RangeError(`${flaw.where} ${flaw.message}`)
  const end = Date.UTC(END_YEAR, 0)
  const values = {
    timeZone,
    place: timeZone.replace(/^.*\//, '').replaceAll('_', ' '),
    changes: changesOf(offsetsByIntl(timeZone), end),
    end,
    sign: signOf(currency),
    places: placesOf(currency),
  }
  return Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}\n`)
    .join('')
}
