import { codes } from 'virtual:countryCodes'
import { once } from '../../language/once.ts'

const names = once(() => new Intl.DisplayNames('en', { type: 'region' }))

/** Two-letter codes by three-letter and numeric code. */
const regions = once(() => {
  const found = new Map<string, string>()
  for (const [, alpha2 = '', alpha3 = '', numeric = ''] of codes.matchAll(/(..)(...)(...)/g)) {
    found.set(alpha3, alpha2).set(numeric, alpha2)
  }
  return found
})

/**
 * The name of a country by its three-letter or numeric code (account review, section 9; D-82). `undefined` for anything
 * else. Numeric codes may lack their leading zeros.
 */
export function countryName(code: string | number): string | undefined {
  const text = String(code).trim().toUpperCase()
  const region = regions().get(/^\d{1,3}$/.test(text) ? text.padStart(3, '0') : text)
  return region === undefined ? undefined : names().of(region)
}
