import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { businessDayAfter, businessDaysSince } from '../../../../resources/requests/businessDays.ts'
import { TransferClock, transferClock } from '../../../../resources/requests/Clock.tsx'
import { alertAge, startOf } from '../../../../resources/requests/clockText.ts'

const at = (text: string) => new Date(text)
const start = (text: string) => startOf(text, null)
const amend = (since: string, now: string) => transferClock({ hours: 24 }, start(since), at(now))
const answer = (since: string, now: string) => transferClock({ days: 1, calendar: 'market' }, start(since), at(now))

describe('business days', () => {
  it.each([
    ['the same day', '2026-03-04T15:00:00Z', '2026-03-04T22:00:00Z', 0],
    ['Wednesday to Thursday', '2026-03-04T15:00:00Z', '2026-03-05T15:00:00Z', 1],
    ['Friday to Sunday', '2026-03-06T15:00:00Z', '2026-03-08T20:00:00Z', 0],
    ['Friday to Monday', '2026-03-06T15:00:00Z', '2026-03-09T15:00:00Z', 1],
    ['Saturday to Monday', '2026-03-07T15:00:00Z', '2026-03-09T15:00:00Z', 1],
    ['two whole weeks', '2026-03-04T15:00:00Z', '2026-03-18T15:00:00Z', 10],
    ['Sunday to the Saturday after next', '2026-03-01T15:00:00Z', '2026-03-14T15:00:00Z', 10],
    ['a clock that is ahead', '2026-03-05T15:00:00Z', '2026-03-04T15:00:00Z', 0],
    ['midnight in New York, not in Greenwich', '2026-03-04T15:00:00Z', '2026-03-05T04:59:00Z', 0],
    ['just after midnight in New York', '2026-03-04T15:00:00Z', '2026-03-05T05:00:00Z', 1],
    ['just after midnight in summer', '2026-07-08T15:00:00Z', '2026-07-09T04:00:00Z', 1],
    ['over the change to summer time', '2026-03-06T15:00:00Z', '2026-03-10T15:00:00Z', 2],
  ])('from %s', (_name, since, now, days) => {
    expect(businessDaysSince(at(since), at(now), 'market')).toBe(days)
  })

  it('are found ahead, over a weekend', () => {
    expect(businessDayAfter(at('2026-03-06T15:00:00Z'), 1, 'market')).toBe('2026-03-09')
    expect(businessDayAfter(at('2026-03-04T15:00:00Z'), 3, 'market')).toBe('2026-03-09')
  })
})

describe('the clock of a transfer', () => {
  it.each([
    ['2026-03-04T15:00:00Z', '2026-03-04T15:00:00Z', 'Amend within 24 h 0 min', false],
    ['2026-03-04T15:00:00Z', '2026-03-05T01:40:00Z', 'Amend within 13 h 20 min', false],
    ['2026-03-04T15:00:00Z', '2026-03-05T14:00:30Z', 'Amend within 59 min', false],
    ['2026-03-04T15:00:00Z', '2026-03-05T14:59:30Z', 'Amend within less than 1 min', false],
    ['2026-03-04T15:00:00Z', '2026-03-05T15:00:00Z', 'Time to amend is over', true],
    ['2026-03-04T15:00:00Z', '2026-03-04T14:00:00Z', 'Amend within 24 h 0 min', false],
  ])('of 24 hours since %s says at %s: %s', (since, now, text, isDue) => {
    expect(amend(since, now)).toEqual({ text, isDue })
  })

  it.each([
    ['2026-03-04T15:00:00Z', '2026-03-04T20:00:00Z', 'Answer due by 03/05/2026', false],
    ['2026-03-04T15:00:00Z', '2026-03-06T04:59:59Z', 'Answer due by 03/05/2026', false],
    ['2026-03-04T15:00:00Z', '2026-03-06T05:00:00Z', 'Late: 2 business days without an answer', true],
    ['2026-03-06T15:00:00Z', '2026-03-09T20:00:00Z', 'Answer due by 03/09/2026', false],
    ['2026-03-06T15:00:00Z', '2026-03-10T15:00:00Z', 'Late: 2 business days without an answer', true],
  ])('of one business day since %s says at %s: %s', (since, now, text, isDue) => {
    expect(answer(since, now)).toEqual({ text, isDue })
  })

  it.each([
    [{ hours: 24 }, '2026-03-04T15:03:00Z', 'Amend within 23 h 57 min (since first seen)'],
    [{ hours: 24 }, '2026-03-05T15:00:00Z', 'Time to amend is over'],
    [{ days: 1, calendar: 'market' }, '2026-03-04T20:00:00Z', 'Answer due by 03/05/2026 (since first seen)'],
    [
      { days: 1, calendar: 'market' },
      '2026-03-06T05:00:00Z',
      'Late: 2 business days without an answer (since first seen)',
    ],
  ] as const)('that runs from when the state was first seen says so: %j at %s', (clock, now, text) => {
    expect(transferClock(clock, startOf(null, '2026-03-04T15:00:00Z'), at(now)).text).toBe(text)
  })

  it('runs from what the service says, else from when it was first seen, else it is not known', () => {
    expect(startOf('2026-03-04T15:00:00Z', '2026-03-01T15:00:00Z')?.isFirstSeen).toBe(false)
    expect(startOf('yesterday', '2026-03-01T15:00:00Z')).toEqual({ at: at('2026-03-01T15:00:00Z'), isFirstSeen: true })
    expect(transferClock({ hours: 24 }, startOf(null, undefined), new Date())).toEqual({
      text: 'Start not known',
      isDue: false,
    })
  })
})

describe('the age of a warning', () => {
  it.each([
    ['2026-03-04T20:00:00Z', 'less than 1 business day', false],
    ['2026-03-05T20:00:00Z', '1 business day', false],
    ['2026-03-12T20:00:00Z', '6 business days', false],
    ['2026-03-13T20:00:00Z', '7 business days', true],
  ])('is told at %s: %s', (now, text, isDue) => {
    expect(alertAge(start('2026-03-04T15:00:00Z'), { days: 6, calendar: 'banking' }, at(now))).toEqual({ text, isDue })
  })

  it.each([
    ['2026-03-07T21:00:00Z', 'Changed on an unknown date; first seen today'],
    ['2026-03-08T15:00:00Z', 'Changed on an unknown date; first seen 03/07/2026'],
  ])('names the day on which it was first seen, where no business day has passed at %s', (now, text) => {
    const seen = startOf(null, '2026-03-07T15:00:00Z')
    expect(alertAge(seen, { days: 6, calendar: 'banking' }, at(now))).toEqual({ text, isDue: false })
  })

  it.each(['market', 'banking'] as const)('counts the holidays of the %s calendar alone', (calendar) => {
    const { text, isDue } = alertAge(start('2026-10-02T15:00:00Z'), { days: 6, calendar }, at('2026-10-13T15:00:00Z'))
    const columbusDay = calendar === 'market'
    expect({ text, isDue }).toEqual({ text: columbusDay ? '7 business days' : '6 business days', isDue: columbusDay })
  })
})

describe('a clock on the page', () => {
  beforeEach(() => void vi.useFakeTimers({ now: at('2026-03-05T01:39:30Z') }))
  afterEach(() => {
    cleanup()
    vi.restoreAllMocks()
    vi.useRealTimers()
  })
  const show = (count = 1) =>
    render(
      Array.from({ length: count }, (_, index) => (
        <TransferClock key={index} clock={{ hours: 24 }} since="2026-03-04T15:00:00Z" firstSeen={null} />
      )),
    )
  const setVisibility = (state: DocumentVisibilityState) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
  }

  it('moves on with the minute, and tells the exact moment to who points at it', () => {
    show()
    expect(screen.getByText('Amend within 13 h 20 min').parentElement?.title).toBe(
      'Since 03/04/2026, 10:00 AM, New York time',
    )
    act(() => void vi.advanceTimersByTime(30_000))
    expect(screen.getByText('Amend within 13 h 20 min')).toBeDefined()
    act(() => void vi.advanceTimersByTime(60_000))
    expect(screen.getByText('Amend within 13 h 19 min')).toBeDefined()
  })

  it('shares one timer with all others, and leaves none behind', () => {
    const { unmount } = show(5)
    expect(vi.getTimerCount()).toBe(1)
    unmount()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('stands still while no one looks, and is right at once when someone does', () => {
    show()
    setVisibility('hidden')
    expect(vi.getTimerCount()).toBe(0)
    act(() => void vi.advanceTimersByTime(3_600_000))
    setVisibility('visible')
    expect(screen.getByText('Amend within 12 h 20 min')).toBeDefined()
    expect(vi.getTimerCount()).toBe(1)
  })
})
