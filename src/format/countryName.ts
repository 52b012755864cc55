import { codes } from 'virtual:countryCodes'
import { once } from '../../language/once.ts'

const names = once(() => new Intl.DisplayNames('en', { type: 'region' }))

/** Two-letter codes by three-letter code. */
const regions = once(
  () => new Map([...codes.matchAll(/(..)(...)/g)].map(([, alpha2 = '', alpha3 = '']) => [alpha3, alpha2] as const)),
)

/** The two-letter code of a numeric one, which `Intl` knows, as it does other regions. */
function regionOf(numeric: string): string | undefined {
  const { region } = new Intl.Locale(`und-${numeric.padStart(3, '0')}`)
  return [...regions().values()].find((each) => each === region)
}

/**
 * The name of a country by its three-letter or numeric code (account review, section 9; D-82). `undefined` for anything
 * else. Numeric codes may lack their leading zeros.
 */
export function countryName(code: string | number): string | undefined {
  const text = String(code).trim().toUpperCase()
  const region = /^\d{1,3}$/.test(text) ? regionOf(text) : regions().get(text)
  return region === undefined ? undefined : names().of(region)
}
