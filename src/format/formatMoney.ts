import { roundDecimal } from './roundDecimal.ts'

/** A decimal in dollars (D-94): '41.2300' → '$41.23'. `undefined` for anything that is not a decimal. */
export function formatMoney(value: unknown): string | undefined {
  const rounded = roundDecimal(value, 2)
  return rounded === undefined ? undefined : `${rounded.sign}$${rounded.whole}.${rounded.fraction}`
}
