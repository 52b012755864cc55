import { once } from '../language/once.ts'
import { valueAt } from '../language/pointer.ts'
import type { Console } from '../schemas/console.ts'
import type { Extensions } from '../src/console/extensions.ts'
import { formatValue, NOTHING } from '../src/format/formatValue.ts'

const dollars = once(
  () => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 }),
)

const bound = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** `{min, max}` as a range in dollars (D-79). */
function incomeBand(value: unknown): string {
  const [min, max] = [bound(valueAt(value, '/min')), bound(valueAt(value, '/max'))]
  return min === undefined || max === undefined ? NOTHING : `${dollars().format(min)} – ${dollars().format(max)}`
}

/** The reason of a bank relationship in words. Unknown reasons are shown raw (account review, section 8; D-93). */
const achReason = (value: unknown): string =>
  value === 'UPDATED_ROUTING_NUMBER_BY_NOC'
    ? 'The account routing number has been updated.'
    : formatValue('text', value)

export const formats: Extensions<Console>['formats'] = {
  achReason: {
    write: achReason,
    note: async () => (await import('./requests/Clock.tsx')).BankChangeNote,
  },
  incomeBand: { write: incomeBand },
  tradingDay: {
    write: (value) => formatValue('text', value),
    caution: async () => (await import('./tradingDay.ts')).judgeTradingDay,
  },
}
