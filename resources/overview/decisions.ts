import { DECISION_DAYS, decisionHours, decisionKinds, decisionsByPerson } from '../../schemas/overview.ts'
import { formatValue } from '../../src/format/formatValue.ts'
import { newYorkDay } from '../../src/format/newYorkClock.ts'
import { type Counted, readCounts, type Tools } from './counted.ts'

const DAY_MS = 24 * 60 * 60_000

const series = [
  { label: 'Documents', color: 'var(--cs-accent)' },
  { label: 'Cases', color: 'var(--cs-info)' },
  { label: 'Requests', color: 'var(--cs-warning)' },
] as const

/** The last days of New York up to a moment, the oldest first: by the calendar, because days have 23 to 25 hours. */
const daysUntil = (moment: number): readonly string[] => {
  const last = Date.parse(newYorkDay(new Date(moment)))
  return Array.from({ length: DECISION_DAYS }, (_, index) =>
    new Date(last - (DECISION_DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )
}

const twoWeeks = `All decisions of the last ${DECISION_DAYS} days are counted, from the audit trail, except those that failed or whose outcome is unknown.`

export async function decisionsByDay(tools: Tools): Promise<Counted> {
  const { asOf, hours } = await readCounts(tools, '/console/decisions', decisionHours)
  const days = Map.groupBy(hours, ({ hour }) => newYorkDay(new Date(hour)))
  const countOn = (day: string, kind: (typeof decisionKinds)[number]): number =>
    (days.get(day) ?? []).reduce((sum, one) => (one.kind === kind ? sum + one.count : sum), 0)
  const rows = daysUntil(asOf).map((day) => ({
    key: day,
    label: formatValue('date', day).slice(0, 5),
    values: decisionKinds.map((kind) => countOn(day, kind)),
    ...(tools.mayReadAudit ? { to: `/audit?day=${day}` } : {}),
  }))
  const isEmpty = rows.every(({ values }) => values.every((value) => value === 0))
  return { asOf, rowLabel: 'Day', series, rows: isEmpty ? [] : rows, scope: twoWeeks }
}

export async function decisionsOfPeople(tools: Tools): Promise<Counted> {
  const { asOf, people } = await readCounts(tools, '/console/decisions/people', decisionsByPerson)
  return {
    asOf,
    rowLabel: 'Person',
    series: [{ label: 'Decisions', color: 'var(--cs-accent)' }],
    rows: people.map(({ userId, name, count }) => ({
      key: String(userId),
      label: name,
      values: [count],
      to: `/audit?person=${userId}`,
    })),
    scope: twoWeeks,
  }
}
