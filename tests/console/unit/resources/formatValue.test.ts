import fc from 'fast-check'
import { iso31661 } from 'iso-3166'
import { describe, expect, it } from 'vitest'
import { formatValue } from '../../../../src/format/formatValue.ts'
import { formats as consoleFormats } from '../../../../resources/formats.ts'
import { registerFormats } from '../../../../src/format/consoleFormats.ts'
import { abbreviations } from '../../../../schemas/shared/enumerations.ts'

registerFormats(consoleFormats, abbreviations)

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

  it.each([
    ['1989-**-**', '**/**/1989'],
    ['****-**-**', '**/**/****'],
    ['***-**-4410', '***-**-4410'],
    ['XXXXX6789', 'XXXXX6789'],
  ])('that is masked has its parts in the same places: %s is %s', (masked, shown) => {
    expect(formatValue('masked', masked)).toBe(shown)
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

describe('words', () => {
  it.each([
    ['SOMEWHAT_IMPORTANT', 'Somewhat important'],
    ['INDIVIDUAL', 'Individual'],
    ['ID_DOCUMENT', 'ID document'],
    ['FORM_3210', 'Form 3210'],
    ['buy', 'Buy'],
    ['SSN_CARD', 'SSN card'],
    ['Over 5 years', 'Over 5 years'],
    ['M', 'M'],
    [null, '-'],
    ['', '-'],
  ])('says %j as %s', (wire, shown) => {
    expect(formatValue('words', wire)).toBe(shown)
  })
})

describe('flag', () => {
  it.each([
    [true, 'Yes'],
    [false, 'No'],
    [null, '-'],
    [undefined, '-'],
    ['', '-'],
    ['unknown', 'unknown'],
  ])('says %j as %s, so that what was not answered is not a No', (wire, shown) => {
    expect(formatValue('flag', wire)).toBe(shown)
  })
})

describe('country', () => {
  it.each([
    ['USA', 'United States'],
    ['usa', 'United States'],
    [' CAN ', 'Canada'],
    ['840', 'United States'],
    [840, 'United States'],
    ['004', 'Afghanistan'],
    ['4', 'Afghanistan'],
    [4, 'Afghanistan'],
    ['036', 'Australia'],
    ['36', 'Australia'],
  ])('names the country of %j: %s (D-82)', (wire, shown) => {
    expect(formatValue('country', wire)).toBe(shown)
  })

  it('names every country alike by letters and by number', () => {
    for (const { alpha2, alpha3, numeric } of iso31661) {
      const name = new Intl.DisplayNames('en', { type: 'region' }).of(alpha2)
      expect([formatValue('country', alpha3), formatValue('country', numeric)]).toEqual([name, name])
    }
  })

  it.each([
    ['XYZ', 'XYZ'],
    ['US', 'US'],
    ['999', '999'],
    ['0840', '0840'],
    ['001', '001'],
    ['419', '419'],
    ['United States', 'United States'],
    ['constructor', 'constructor'],
    [null, '-'],
    ['', '-'],
  ])('shows %j, which is no such code, as %s', (wire, shown) => {
    expect(formatValue('country', wire)).toBe(shown)
  })
})

describe('gender', () => {
  it.each([
    ['M', 'Male'],
    ['f', 'Female'],
    ['X', 'X'],
    ['Non-binary', 'Non-binary'],
    ['toString', 'toString'],
    [null, '-'],
    ['', '-'],
  ])('says %j as %s (D-81)', (wire, shown) => {
    expect(formatValue('gender', wire)).toBe(shown)
  })
})

describe('incomeBand', () => {
  it.each([
    [{ min: 0, max: 25_000 }, '$0 – $25,000'],
    [{ min: 1_200_001, max: 9_999_999 }, '$1,200,001 – $9,999,999'],
    [{ min: '50001', max: '100000' }, '$50,001 – $100,000'],
    [{ min: 10, max: 77_777 }, '$10 – $77,777'],
  ])('shows %j as %s, listed or not (D-79)', (wire, shown) => {
    expect(formatValue('incomeBand', wire)).toBe(shown)
  })

  it.each([[{ min: 5 }], [{ max: 5 }], [{ min: null, max: 5 }], [{ min: 'a', max: 'b' }], [null], ['text'], [[1, 2]]])(
    'is a dash for %j: half a band is none',
    (wire) => {
      expect(formatValue('incomeBand', wire)).toBe('-')
    },
  )
})

describe('money', () => {
  it('shows what is no decimal as it was sent', () => {
    expect(formatValue('money', '250000')).toBe('$250,000.00')
    expect(formatValue('money', 'over a million')).toBe('over a million')
    expect(formatValue('money', null)).toBe('-')
  })
})

describe('achReason', () => {
  it.each([
    ['UPDATED_ROUTING_NUMBER_BY_NOC', 'The account routing number has been updated.'],
    ['EXHAUSTED_MICRO_DEPOSIT_ATTEMPTS', 'EXHAUSTED_MICRO_DEPOSIT_ATTEMPTS'],
    [null, '-'],
  ])('says %j as %s', (wire, shown) => {
    expect(formatValue('achReason', wire)).toBe(shown)
  })
})

describe('every format', () => {
  const formats = [
    'text',
    'code',
    'number',
    'dateTime',
    'date',
    'yesNo',
    'flag',
    'status',
    'words',
    'money',
    'incomeBand',
    'country',
    'gender',
    'achReason',
    'masked',
  ] as const

  it('gives some text for any value of the wire, and never an object or nothing', () => {
    fc.assert(
      fc.property(fc.constantFrom(...formats), fc.jsonValue(), (format, value) => {
        const shown = formatValue(format, value)
        expect(shown.trim()).not.toBe('')
        expect(shown).not.toContain('[object')
      }),
    )
  })
})
