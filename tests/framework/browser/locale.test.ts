import type * as locale from 'virtual:locale'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { resolve } from '../../../language/resolve.ts'
import type { Locale } from '../../../language/registry.ts'
import type { Input } from '../../../language/input.ts'
import { model } from '../../../examples/library/schemas/index.ts'
import { checkModel } from '../../../language/check/checkModel.ts'
import { localeModule, offsetsByIntl } from '../../../src/format/localeModule.ts'
import { defineResource } from '../libraryLanguage.ts'

/** The module as the browser loads it. */
const loaded = (chosen: Locale) =>
  import(`data:text/javascript,${encodeURIComponent(localeModule(chosen))}`) as Promise<typeof locale>

const fees = resolve(
  defineResource({
    name: 'fees',
    label: 'Fees',
    record: {
      type: 'object',
      required: ['id'],
      properties: { id: { type: 'integer' }, fee: { type: 'string', title: 'Fee', display: 'money' } },
    },
    bindings: { list: { call: 'GET {library}/fees', permission: 'all' } },
    list: { columns: ['fee'], perPage: 10, sort: 'id', emptyText: 'Nothing' },
  }),
)

/** What shows and reads values in a console that was built for a time zone and a currency. */
async function consoleOf(chosen: Locale) {
  const module = await loaded(chosen)
  vi.doMock('virtual:locale', () => module)
  vi.resetModules()
  const { formatValue } = await import('../../../src/format/formatValue.ts')
  const { zoneMidnight } = await import('../../../src/format/zoneClock.ts')
  const { sentValue } = await import('../../../src/inputs/inputValue.ts')
  const { refusalOf } = await import('../../../src/inputs/inputError.ts')
  const { setConsoleModel } = await import('../../../src/model/consoleModel.ts')
  const { cellText, listTable } = await import('../../../src/export/listTable.ts')
  setConsoleModel({ ...model, locale: chosen })
  const { titles, cellsOf } = listTable(fees)
  const fileOf = (wire: string) => [...titles, ...cellsOf({ id: 1, fee: wire }).map(cellText)]
  const fee: Input = { label: 'Fee', control: 'money', schema: { type: 'string' } }
  const at: Input = { label: 'At', control: 'dateTime', schema: { type: 'string' } }
  return { formatValue, zoneMidnight, sentValue, refusalOf, fileOf, fee, at }
}

afterAll(() => {
  vi.doUnmock('virtual:locale')
  vi.resetModules()
})

describe('the time zone of a console', () => {
  it.each([
    ['Europe/Berlin', 'Berlin'],
    ['America/Argentina/Buenos_Aires', 'Buenos Aires'],
    // Their clocks change at half past an hour of UTC, the second by half an hour.
    ['Australia/Adelaide', 'Adelaide'],
    ['Australia/Lord_Howe', 'Lord Howe'],
    ['Asia/Kathmandu', 'Kathmandu'],
    ['UTC', 'UTC'],
  ])(
    '%s is called %s, and its table agrees with Intl',
    async (timeZone, name) => {
      const { place, changes } = await loaded({ timeZone, currency: 'USD' })
      expect(place).toBe(name)
      const offsetAt = offsetsByIntl(timeZone)
      const wrong: string[] = []
      for (let time = Date.UTC(2026, 0); time < Date.UTC(2027, 0); time += 15 * 60_000) {
        const change = changes.findLast(([since]) => since <= time)
        if (change?.[1] !== offsetAt(new Date(time))) wrong.push(new Date(time).toISOString())
      }
      expect(wrong).toEqual([])
    },
    20_000,
  )

  it('is that of moments, shown and typed', async () => {
    const { formatValue, sentValue, at } = await consoleOf({ timeZone: 'Asia/Kolkata', currency: 'INR' })
    expect(formatValue('dateTime', '2026-03-01T20:00:00Z')).toBe('03/02/2026, 01:30 AM')
    expect(sentValue(at, '2026-03-02T01:30')).toBe('2026-03-01T20:00:00.000Z')
  })

  it('begins a day after the midnight that its clocks skip', async () => {
    const { zoneMidnight } = await consoleOf({ timeZone: 'America/Havana', currency: 'USD' })
    expect(zoneMidnight('2026-03-07').toISOString()).toBe('2026-03-07T05:00:00.000Z')
    expect(zoneMidnight('2026-03-08').toISOString()).toBe('2026-03-08T05:00:00.000Z')
    expect(zoneMidnight('2026-03-09').toISOString()).toBe('2026-03-09T04:00:00.000Z')
  })

  it('is named where a time does not exist', async () => {
    const { refusalOf, at } = await consoleOf({ timeZone: 'Europe/Berlin', currency: 'EUR' })
    expect(refusalOf(at, '2026-03-29T02:30')).toBe('Enter a day and a time that exists in Berlin')
  })

  it.each([
    ['Berlin', 'which is no IANA name, such as'],
    ['Europe/berlin', 'which is written'],
    ['asia/Kolkata', 'whose parts begin with capitals, as in'],
  ])('has an IANA name as it is written, not %s', (timeZone, said) => {
    expect(() => localeModule({ timeZone, currency: 'EUR' })).toThrow(
      `locale.timeZone is '${timeZone}', ${said} 'Europe/Berlin'`,
    )
  })

  it('may have an older or a newer name', () => {
    expect(() => localeModule({ timeZone: 'Asia/Kolkata', currency: 'INR' })).not.toThrow()
    expect(() => localeModule({ timeZone: 'Asia/Calcutta', currency: 'INR' })).not.toThrow()
  })
})

describe('the currency of a console', () => {
  it.each([
    ['EUR', '1234.5', '€1,234.50', '-€ 1,234.50', '-1234.50'],
    ['CHF', '-2', '-CHF\u00a02.00', 'CHF 2', '2'],
    ['JPY', '1999.5', '¥2,000', '¥1,999', '1999'],
    ['KWD', '2.0005', 'KWD\u00a02.001', '2.000', '2.000'],
  ])('%s shows %s as %s, and reads %s as %s', async (currency, wire, shown, typed, sent) => {
    const { formatValue, sentValue, fee } = await consoleOf({ timeZone: 'UTC', currency })
    expect(formatValue('money', wire)).toBe(shown)
    expect(sentValue(fee, typed)).toBe(sent)
  })

  it.each([
    ['JPY', '1999.5', 'Enter an amount without decimals, such as 1250'],
    ['JPY', '1999', undefined],
    ['KWD', '1.9995', undefined],
    ['EUR', '1999.5', undefined],
    ['EUR', 'much', 'Enter an amount such as 1250.00'],
  ])('%s says of %s typed: %s', async (currency, typed, said) => {
    const { sentValue, refusalOf, fee } = await consoleOf({ timeZone: 'UTC', currency })
    expect(refusalOf(fee, sentValue(fee, typed)!)).toBe(said)
  })

  it.each([
    ['GBP', '1234.5', ['Fee (GBP)', '1234.50']],
    ['JPY', '1999', ['Fee (JPY)', '1999']],
    ['KWD', '2', ['Fee (KWD)', '2.000']],
  ])('%s is named in the file of a list, which has %s in its decimals', async (currency, wire, cells) => {
    const { fileOf } = await consoleOf({ timeZone: 'UTC', currency })
    expect(fileOf(wire)).toEqual(cells)
  })

  it('does not read the sign of another', async () => {
    const { sentValue, fee } = await consoleOf({ timeZone: 'UTC', currency: 'EUR' })
    expect(sentValue(fee, '$5')).toBe('$5')
  })

  it('has a code', () => {
    expect(() => localeModule({ timeZone: 'UTC', currency: '€' })).toThrow(
      "locale.currency is '€', which is no code of ISO 4217, such as 'EUR'",
    )
  })
})

it.each([
  [{ timeZone: 'Berlin', currency: 'eur' }, ['locale.timeZone', 'locale.currency']],
  [{ timezone: 'Europe/Berlin', currency: 'EUR' } as never, ['locale.timeZone']],
  [{ timeZone: 'Europe/Berlin', currency: 'EUR' }, []],
])('the check of a console says what is wrong with %j', (chosen, places) => {
  expect(checkModel({ ...model, locale: chosen }).map(({ where }) => where)).toEqual(places)
})
