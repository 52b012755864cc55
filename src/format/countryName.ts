import { iso31661Alpha3ToAlpha2, iso31661NumericToAlpha2 } from 'iso-3166'
import { once } from '../../language/once.ts'

const names = once(() => new Intl.DisplayNames('en', { type: 'region' }))

const regions: Readonly<Record<string, string>> = { ...iso31661Alpha3ToAlpha2, ...iso31661NumericToAlpha2 }

/**
 * The name of a country by its three-letter or numeric code (account review, section 9; D-82). `undefined` for anything
 * else. Numeric codes may lack their leading zeros.
 */
export function countryName(code: string | number): string | undefined {
  const text = String(code).trim().toUpperCase()
  const padded = /^\d{1,3}$/.test(text) ? text.padStart(3, '0') : text
  const region = Object.hasOwn(regions, padded) ? regions[padded] : undefined
  return region === undefined ? undefined : names().of(region)
}
