import type { Locale } from '../registry.ts'
import { type Finding, foundUnless } from './problem.ts'

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: `${name}` }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** What is wrong with a console's time zone and currency. */
export const localeFlaws = ({ timeZone, currency }: Locale): readonly Finding[] => [
  ...foundUnless(
    isTimeZone(timeZone),
    'locale.timeZone',
    `is '${timeZone}', which is no IANA name, such as 'Europe/Berlin'`,
  ),
  ...foundUnless(
    Intl.supportedValuesOf('currency').includes(currency),
    'locale.currency',
    `is '${currency}', which is no code of ISO 4217, such as 'EUR'`,
  ),
]
