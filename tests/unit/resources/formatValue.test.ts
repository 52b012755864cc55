import { describe, expect, it } from 'vitest'
import { formatValue } from '../../../resources/format/formatValue.ts'

describe('dateTime', () => {
  it.each([
    ['2026-03-04T18:22:10Z', '03/04/2026, 01:22 PM'],
    ['2026-03-04T04:30:00Z', '03/03/2026, 11:30 PM'],
    ['2026-03-04 18:22:10', '03/04/2026, 01:22 PM'],
    ['2026-03-04T18:22:10.123456', '03/04/2026, 01:22 PM'],
    ['2026-03-04T18:22', '03/04/2026, 01:22 PM'],
    ['2026-03-04T18:22:10+02:00', '03/04/2026, 11:22 AM'],
    ['2026-03-04T18:22:10-0530', '03/04/2026, 06:52 PM'],
    ['2026-01-01T05:00:00Z', '01/01/2026, 12:00 AM'],
    ['2026-07-01T16:00:00Z', '07/01/2026, 12:00 PM'],
  ])('shows %s in New York as %s', (wire, shown) => {
    expect(formatValue('dateTime', wire)).toBe(shown)
  })

  it.each([
    ['2026-03-08T06:59:00Z', '03/08/2026, 01:59 AM'],
    ['2026-03-08T07:00:00Z', '03/08/2026, 03:00 AM'],
    ['2026-11-01T05:59:00Z', '11/01/2026, 01:59 AM'],
    ['2026-11-01T06:00:00Z', '11/01/2026, 01:00 AM'],
  ])('follows the change of the clocks: %s is %s', (wire, shown) => {
    expect(formatValue('dateTime', wire)).toBe(shown)
  })

  it.each([null, undefined, '', 'yesterday', '2026-02-30T10:00:00Z', '2026-03-04T25:00:00Z', 1_772_648_530, {}])(
    'shows a dash for %j',
    (wire) => {
      expect(formatValue('dateTime', wire)).toBe('-')
    },
  )
})

describe('date', () => {
  it('keeps the day of a date without a time', () => {
    expect(formatValue('date', '2026-03-04')).toBe('03/04/2026')
  })

  it('takes the day in New York of an instant', () => {
    expect(formatValue('date', '2026-03-04T04:30:00Z')).toBe('03/03/2026')
  })
})

describe('yesNo', () => {
  it.each([[[]], ['0'], ['false'], [{}], [1], [-1], [true]])('is Yes for %j, as JavaScript sees it', (wire) => {
    expect(formatValue('yesNo', wire)).toBe('Yes')
  })

  it.each([[''], [0], [null], [undefined], [false], [Number.NaN]])('is No for %j', (wire) => {
    expect(formatValue('yesNo', wire)).toBe('No')
  })
})

describe('text, code and number', () => {
  it.each([[null], [undefined], ['  '], [{}], [[]]])('shows a dash for %j', (wire) => {
    expect(formatValue('text', wire)).toBe('-')
    expect(formatValue('code', wire)).toBe('-')
    expect(formatValue('number', wire)).toBe('-')
  })

  it('groups the thousands of a number, also of one sent as text', () => {
    expect(formatValue('number', 1234567.5)).toBe('1,234,567.5')
    expect(formatValue('number', '1200')).toBe('1,200')
  })

  it('shows text as it was sent', () => {
    expect(formatValue('text', 'Żaneta Wójcik')).toBe('Żaneta Wójcik')
    expect(formatValue('text', 0)).toBe('0')
  })
})
