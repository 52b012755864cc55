import type { ResolvedColumn } from '../../language/resource.ts'
import { roundDecimal } from './roundDecimal.ts'

/**
 * A decimal with its places: exactly so many (D-142), or as many as were sent up to so many (D-143). `undefined` for
 * anything that is not a decimal.
 */
export function formatDecimal(value: unknown, places: NonNullable<ResolvedColumn['places']>): string | undefined {
  const most = typeof places === 'number' ? places : places.upTo
  const sent = /\.(\d+)\s*$/.exec(String(value))?.[1]?.length ?? 0
  const rounded = roundDecimal(value, typeof places === 'number' ? most : Math.min(most, sent))
  if (rounded === undefined) return undefined
  const { sign, whole, fraction } = rounded
  return fraction === '' ? `${sign}${whole}` : `${sign}${whole}.${fraction}`
}
