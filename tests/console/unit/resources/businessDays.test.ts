import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { businessDayAfter, businessDaysSince, holidaysIn } from '../../../../resources/requests/businessDays.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const zone = process.env['TZ']
afterEach(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

/** Noon in Greenwich is the same day in New York. */
const noon = (day: string) => new Date(`${day}T12:00:00Z`)
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10)
const isWeekend = (day: string) => [0, 6].includes(noon(day).getUTCDay())
const on = (year: number, days: string) => days.split(' ').map((day) => `${year}-${day}`)

/** As published by the New York Stock Exchange, 9 January 2025 as announced for the mourning of President Carter. */
const exchange = [
  ...on(2024, '01-01 01-15 02-19 03-29 05-27 06-19 07-04 09-02 11-28 12-25'),
  ...on(2025, '01-01 01-09 01-20 02-17 04-18 05-26 06-19 07-04 09-01 11-27 12-25'),
  ...on(2026, '01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25'),
  ...on(2027, '01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24'),
  ...on(2028, '01-17 02-21 04-14 05-29 06-19 07-04 09-04 11-23 12-25'),
]

/** As published by the Federal Reserve, holidays on a Saturday left out: its banks are open on the Friday before. */
const federalReserve = [
  ...on(2024, '01-01 01-15 02-19 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25'),
  ...on(2025, '01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25'),
  ...on(2026, '01-01 01-19 02-16 05-25 06-19 09-07 10-12 11-11 11-26 12-25'),
  ...on(2027, '01-01 01-18 02-15 05-31 07-05 09-06 10-11 11-11 11-25'),
  ...on(2028, '01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-23 12-25'),
]

const published = { market: exchange, banking: federalReserve } as const

describe.each(['market', 'banking'] as const)('the %s calendar', (calendar) => {
  const holidays = published[calendar]

  it.each([2024, 2025, 2026, 2027, 2028])('has the published holidays of %i', (year) => {
    const weekdays = [...holidaysIn(calendar, year)].filter((day) => !isWeekend(day))
    expect(weekdays.toSorted()).toEqual(holidays.filter((day) => day.startsWith(String(year))))
  })

  it.each(['America/New_York', 'Europe/Berlin', 'America/Santiago', 'Pacific/Auckland'])(
    'is the same on a machine in %s',
    async (TZ) => {
      process.env['TZ'] = TZ
      vi.resetModules()
      const there = await import('../../../../resources/requests/businessDays.ts')
      for (let year = 2000; year < 2050; year += 1) {
        expect(there.holidaysIn(calendar, year)).toEqual(holidaysIn(calendar, year))
      }
      expect(new Date(2026, 6, 1).getTimezoneOffset()).not.toBe(0)
    },
  )

  it('counts the days between two dates as one by one', () => {
    const day = fc.integer({ min: Date.UTC(2024, 0) / DAY_MS, max: Date.UTC(2028, 11, 31) / DAY_MS })
    fc.assert(
      fc.property(day, day, (from, to) => {
        let count = 0
        for (let number = from + 1; number <= to; number += 1) {
          const each = dayOf(number * DAY_MS)
          if (!isWeekend(each) && !holidays.includes(each)) count += 1
        }
        expect(businessDaysSince(noon(dayOf(from * DAY_MS)), noon(dayOf(to * DAY_MS)), calendar)).toBe(count)
      }),
    )
  })

  it('finds a day ahead on which just so many have begun, and no earlier one', () => {
    const start = fc.date({
      min: new Date('2024-01-01T05:00:00Z'),
      max: new Date('2028-06-30T00:00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(start, fc.integer({ min: 1, max: 60 }), (from, days) => {
        const found = businessDayAfter(from, days, calendar)
        expect(isWeekend(found) || holidays.includes(found)).toBe(false)
        expect(businessDaysSince(from, noon(found), calendar)).toBe(days)
        expect(businessDaysSince(from, new Date(noon(found).getTime() - DAY_MS), calendar)).toBe(days - 1)
      }),
    )
  })
})

it('counts 9 January 2025 as a day of the banks, and not of the exchange', () => {
  expect(businessDaysSince(noon('2025-01-08'), noon('2025-01-10'), 'market')).toBe(1)
  expect(businessDaysSince(noon('2025-01-08'), noon('2025-01-10'), 'banking')).toBe(2)
})
