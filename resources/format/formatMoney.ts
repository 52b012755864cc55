const DECIMAL = /^([+-]?)(\d+)(?:\.(\d+))?$/

const grouped = (digits: string): string => digits.replaceAll(/\B(?=(\d{3})+$)/g, ',')

const plain = new Intl.NumberFormat('en-US', { useGrouping: false, maximumFractionDigits: 20 })

/** A number's digits, also where JavaScript would write it with an exponent. */
const digitsOf = (value: number): string => (/e/.test(String(value)) ? plain.format(value) : String(value))

const increment = (digits: string): string => String(BigInt(digits) + 1n)

/**
 * A decimal in dollars, worked out on its digits (D-94): '41.2300' → '$41.23', rounded half away from zero.
 * `undefined` for anything that is not a decimal.
 */
export function formatMoney(value: unknown): string | undefined {
  const text = typeof value === 'number' ? digitsOf(value) : value
  const [, sign = '', whole = '', fraction = ''] = (typeof text === 'string' && DECIMAL.exec(text.trim())) || []
  if (whole === '') return undefined
  const cents = `${whole}${fraction.slice(0, 2).padEnd(2, '0')}`
  const rounded = Number(fraction[2] ?? '0') >= 5 ? increment(cents) : String(BigInt(cents))
  const digits = rounded.padStart(3, '0')
  const isNegative = sign === '-' && /[1-9]/.test(digits)
  return `${isNegative ? '-' : ''}$${grouped(digits.slice(0, -2))}.${digits.slice(-2)}`
}
