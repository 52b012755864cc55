import type { SchemaObject } from './input.ts'

/** The decimals that an amount may have: those of its unit; else any number, as prices have, where the currency has some. */
function mostDecimals({ coerce }: SchemaObject, places: number): number {
  if (coerce === 'cents') return 2
  if (coerce === 'thousandths') return 3
  return places === 0 ? 0 : 20
}

/**
 * True for a decimal with no smaller part than its unit, or than its currency where that has no parts.
 *
 * @param places the decimals of the console's currency
 */
export function isAmount(schema: SchemaObject, value: string | number, places: number): boolean {
  const [whole, decimals = ''] = /^-?\d+(?:\.(\d+))?$/.exec(`${value}`) ?? []
  return whole !== undefined && decimals.length <= mostDecimals(schema, places)
}

/** What to enter in place of what is no amount. */
export const amountText = (places: number): string =>
  places === 0 ? 'Enter an amount without decimals, such as 1250' : 'Enter an amount such as 1250.00'
