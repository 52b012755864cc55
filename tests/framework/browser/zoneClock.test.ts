import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changes, end } from 'virtual:locale'
import { formatValue } from '../../../src/format/formatValue.ts'
import { zoneClock } from '../../../src/format/zoneClock.ts'

const HOUR_MS = 3_600_000
const parts = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hour12: true,
})
const byIntl = (time: number) => parts.format(time).replaceAll(/[\u202f\u00a0]/g, ' ')

it('agrees with Intl at every hour of the table', () => {
  expect(changes[0]?.[0]).toBe(Date.UTC(2010, 0))
  const hour = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York', hour: '2-digit', hourCycle: 'h23' })
  const wrong: string[] = []
  for (let time = Date.UTC(2010, 0); time < end; time += HOUR_MS) {
    const shown = zoneClock(new Date(time)).getUTCHours()
    if (shown !== Number(hour.format(time))) wrong.push(new Date(time).toISOString())
  }
  expect(wrong).toEqual([])
}, 20_000)

it('writes any instant as Intl does, inside the table and outside of it', () => {
  const minutes = fc.integer({ min: Date.UTC(1900, 0) / 60_000, max: Date.UTC(2200, 0) / 60_000 })
  fc.assert(
    fc.property(minutes, (minute) => {
      const time = minute * 60_000
      expect(formatValue('dateTime', new Date(time).toISOString())).toBe(byIntl(time))
    }),
    { numRuns: 2000 },
  )
})

it.each([Date.UTC(2010, 0) - 1, Date.UTC(2010, 0), end - 1, end, Date.UTC(2040, 6), Date.UTC(1880, 0)])(
  'is right at the edge %i',
  (time) => {
    expect(formatValue('dateTime', new Date(time).toISOString())).toBe(byIntl(time))
  },
)
