import type { Locale } from '../registry.ts'
import { type Finding, foundUnless } from './problem.ts'

/** The name of a time zone as `Intl` has it, which takes it in any case; `undefined` when there is none. */
function zoneNameOf(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: `${name}` }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** What is wrong with a name that screens show as it is written. `Intl` has another name for an alias, in its usual case. */
function zoneFlaw(name: string): string | undefined {
  const own = zoneNameOf(name)
  if (own === undefined) return `is '${name}', which is no IANA name, such as 'Europe/Berlin'`
  if (own === name) return undefined
  if (own.toLowerCase() === name.toLowerCase()) return `is '${name}', which is written '${own}'`
  return /(^|\/)[a-z]/.test(name) ? `is '${name}', whose parts begin with capitals, as in 'Europe/Berlin'` : undefined
}

export const isCurrency = (code: string): boolean => Intl.supportedValuesOf('currency').includes(code)

/** How many decimals an amount of a currency has: 2 for `EUR`, 0 for `JPY`. */
export const placesOf = (currency: string): number =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2

/** What is wrong with a console's time zone and currency. */
export const localeFlaws = ({ timeZone, currency }: Locale): readonly Finding[] => [
  ...[zoneFlaw(timeZone) ?? []].flat().map((message) => ({ where: 'locale.timeZone', message })),
  ...foundUnless(
    isCurrency(currency),
    'locale.currency',
    `is '${currency}', which is no code of ISO 4217, such as 'EUR'`,
  ),
]
