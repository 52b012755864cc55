import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatMoney } from '../../../src/format/decimals.ts'
import { filterText } from '../../../src/query/filterTexts.ts'

const SCALE = 10n ** 20n

const decimals = fc.record({
  sign: fc.constantFrom('', '-', '+'),
  whole: fc.bigInt({ min: 0n, max: 10n ** 30n }),
  zeros: fc.nat(3),
  fraction: fc.stringMatching(/^\d{0,20}$/),
})

/** The amount in cents, half away from zero, worked out in whole numbers alone. */
function centsOf(whole: bigint, fraction: string): bigint {
  const scaled = whole * SCALE + BigInt(fraction.padEnd(20, '0'))
  const cent = SCALE / 100n
  return (scaled + cent / 2n) / cent
}

const centsIn = (shown: string): bigint => BigInt(shown.replaceAll(/[$,.]/g, ''))

describe('an amount of money', () => {
  it.each([
    ['250.00', '$250.00'],
    ['41.2300', '$41.23'],
    ['1234567.5', '$1,234,567.50'],
    ['0', '$0.00'],
    ['.5', undefined],
    ['007', '$7.00'],
    ['1.005', '$1.01'],
    ['2.675', '$2.68'],
    ['0.994', '$0.99'],
    ['0.995', '$1.00'],
    ['999.999', '$1,000.00'],
    ['-12.30', '-$12.30'],
    ['-0.001', '$0.00'],
    ['-0.005', '-$0.01'],
    ['+3', '$3.00'],
    [' 3 ', '$3.00'],
    ['9007199254740993.01', '$9,007,199,254,740,993.01'],
    [250, '$250.00'],
    [0.1, '$0.10'],
    [-0, '$0.00'],
  ])('%j is shown as %s', (wire, shown) => {
    expect(formatMoney(wire)).toBe(shown)
  })

  it.each([
    [''],
    [' '],
    ['1,000.00'],
    ['$5'],
    ['1.2.3'],
    ['5.'],
    ['1e3'],
    ['--1'],
    ['٣'],
    [Number.NaN],
    [Infinity],
    [null],
    [undefined],
    [true],
    [{}],
    [[5]],
  ])('%j is none', (wire) => {
    expect(formatMoney(wire)).toBeUndefined()
  })

  it.each([
    [1e21, '$1,000,000,000,000,000,000,000.00'],
    [1e-7, '$0.00'],
    [-2.5e-3, '$0.00'],
  ])('takes the number %j, which JavaScript writes with an exponent', (wire, shown) => {
    expect(formatMoney(wire)).toBe(shown)
  })

  it('is exact to the cent at any size, as whole numbers are', () => {
    fc.assert(
      fc.property(decimals, ({ sign, whole, zeros, fraction }) => {
        const wire = `${sign}${'0'.repeat(zeros)}${whole}${fraction === '' ? '' : `.${fraction}`}`
        const shown = formatMoney(wire) ?? ''
        const cents = centsOf(whole, fraction)
        expect(centsIn(shown.replace('-', ''))).toBe(cents)
        expect(shown.startsWith('-')).toBe(sign === '-' && cents > 0n)
        expect(shown).toMatch(/^-?\$\d{1,3}(,\d{3})*\.\d{2}$/)
      }),
    )
  })
})

it('is what an active filter of an amount says', () => {
  const schema = { type: 'string', coerce: 'cents', display: 'money' } as const
  expect(filterText(schema, '1000')).toBe('$1,000.00')
  expect(filterText({ ...schema, display: 'decimal' }, '1000.50')).toBe('1,000.50')
  expect(filterText({ type: 'string' }, '1000')).toBe('1000')
})
