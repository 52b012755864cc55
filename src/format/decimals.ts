import { places, sign as currencySign } from 'virtual:locale'
import { once } from '../../language/once.ts'
import type { ResolvedColumn } from '../../language/resource.ts'

const DECIMAL = /^([+-]?)(\d+)(?:\.(\d+))?$/

const plain = once(() => new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 20 }))

/** A number's digits, without an exponent. */
export const digitsOf = (value: number): string => (/e/.test(String(value)) ? plain().format(value) : String(value))

const increment = (digits: string): string => String(BigInt(digits) + 1n)

const grouped = (digits: string): string => digits.replaceAll(/\B(?=(\d{3})+$)/g, ',')

/** A decimal rounded to its places, with the whole part in groups of three. */
interface RoundedDecimal {
  readonly sign: '-' | ''
  readonly whole: string
  readonly fraction: string
}

/**
 * Rounds a decimal half away from zero, on its digits instead of a float (D-94, D-142). `undefined` for anything that
 * is not a decimal.
 */
function roundDecimal(value: unknown, places: number): RoundedDecimal | undefined {
  const text = typeof value === 'number' ? digitsOf(value) : value
  const [, sign = '', whole = '', fraction = ''] = (typeof text === 'string' && DECIMAL.exec(text.trim())) || []
  if (whole === '') return undefined
  const kept = `${whole}${fraction.slice(0, places).padEnd(places, '0')}`
  const rounded = Number(fraction[places] ?? '0') >= 5 ? increment(kept) : String(BigInt(kept))
  const digits = rounded.padStart(places + 1, '0')
  return {
    sign: sign === '-' && /[1-9]/.test(digits) ? '-' : '',
    whole: grouped(digits.slice(0, digits.length - places)),
    fraction: digits.slice(digits.length - places),
  }
}

const joined = (whole: string, fraction: string): string => (fraction === '' ? whole : `${whole}.${fraction}`)

/**
 * A decimal with a fixed number of places (D-142), or with the places that were sent, in a range (D-143). `undefined`
 * for anything that is not a decimal.
 */
export function formatDecimal(value: unknown, places: NonNullable<ResolvedColumn['decimals']>): string | undefined {
  const sent = /\.(\d+)\s*$/.exec(String(value))?.[1]?.length ?? 0
  const rounded = roundDecimal(value, typeof places === 'number' ? places : Math.min(places[1], sent))
  return rounded && `${rounded.sign}${joined(rounded.whole, rounded.fraction)}`
}

/** A decimal in the console's currency (D-94): '41.2300' → '$41.23'. `undefined` for anything that is not a decimal. */
export function formatMoney(value: unknown): string | undefined {
  const rounded = roundDecimal(value, places)
  return rounded && `${rounded.sign}${currencySign}${joined(rounded.whole, rounded.fraction)}`
}
