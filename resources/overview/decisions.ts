import {
  DECISION_DAYS,
  type DecisionHours,
  decisionHours,
  decisionKinds,
  decisionsByPerson,
  MOST_UNKNOWN,
} from '../../schemas/overview.ts'
import { formatValue } from '../../src/format/formatValue.ts'
import { zoneDay, zoneMidnight } from '../../src/format/zoneClock.ts'
import { type Counted, readCounts, type Tools } from './counted.ts'

const DAY_MS = 24 * 60 * 60_000

const series = [
  { label: 'Documents', color: 'var(--cs-accent)' },
  { label: 'Cases', color: 'var(--cs-info)' },
  { label: 'Requests', color: 'var(--cs-warning)' },
] as const

/** The last days of New York up to a moment, the oldest first: by the calendar, because days have 23 to 25 hours. */
const daysUntil = (moment: number): readonly string[] => {
  const last = Date.parse(zoneDay(new Date(moment)))
  return Array.from({ length: DECISION_DAYS }, (_, index) =>
    new Date(last - (DECISION_DAYS - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )
}

const twoWeeks = `All decisions of the last ${DECISION_DAYS} days are counted, from the audit trail, except those that failed or whose outcome is unknown.`

/** How many changes of these days have an unknown outcome, with the list of them for readers of the trail. */
function unknownSince(day: string, { unknown }: DecisionHours, { mayReadAudit }: Tools): Counted['uncounted'] {
  const since = zoneMidnight(day).getTime()
  const count = unknown.filter((time) => time >= since).length
  if (count === 0) return undefined
  const many = `${count === MOST_UNKNOWN ? 'At least ' : ''}${formatValue('number', count)} changes`
  const text = `${count === 1 ? '1 change has' : `${many} have`} an unknown outcome since ${formatValue('date', day)}.`
  return { text, ...(mayReadAudit ? { to: `/audit?unknown=${day}` } : {}) }
}

/** Audit has no filter for all operations that decide. */
const MORE_IN_AUDIT = 'The links lead to all entries in Audit, not to decisions alone.'

const byThemselves = { label: 'Decisions', color: 'var(--cs-accent)' } as const
const automatically = { label: 'Automatic', color: 'var(--cs-muted)' } as const

/** The decisions of each day by what was decided; those that no person made themselves are apart where there are any. */
export async function decisionsByDay(tools: Tools): Promise<Counted> {
  const answer = await readCounts(tools, '/console/decisions', decisionHours)
  const { asOf, hours } = answer
  const isSplit = hours.some(({ automatic }) => automatic > 0)
  const days = Map.groupBy(hours, ({ hour }) => zoneDay(new Date(hour)))
  const sumOn = (day: string, countOf: (one: (typeof hours)[number]) => number): number =>
    (days.get(day) ?? []).reduce((sum, one) => sum + countOf(one), 0)
  const shown = daysUntil(asOf)
  const rows = shown.map((day) => ({
    key: day,
    label: formatValue('date', day).slice(0, 5),
    values: [
      ...decisionKinds.map((kind) => sumOn(day, (one) => (one.kind === kind ? one.count - one.automatic : 0))),
      ...(isSplit ? [sumOn(day, ({ automatic }) => automatic)] : []),
    ],
    ...(tools.mayReadAudit ? { to: `/audit?day=${day}`, toTitle: 'All entries of this day' } : {}),
  }))
  const isEmpty = rows.every(({ values }) => values.every((value) => value === 0))
  return {
    asOf,
    rowLabel: 'Day',
    series: isSplit ? [...series, automatically] : series,
    rows: isEmpty ? [] : rows,
    scope: [
      twoWeeks,
      ...(isSplit ? ['Automatic: made by the gateway on a person’s behalf.'] : []),
      ...(tools.mayReadAudit && !isEmpty ? [MORE_IN_AUDIT] : []),
    ].join(' '),
    uncounted: unknownSince(shown[0] ?? '', answer, tools),
  }
}

export async function decisionsOfPeople(tools: Tools): Promise<Counted> {
  const { asOf, people } = await readCounts(tools, '/console/decisions/people', decisionsByPerson)
  const isSplit = people.some(({ automatic }) => automatic > 0)
  const [first] = daysUntil(asOf)
  return {
    asOf,
    rowLabel: 'Person',
    series: isSplit ? [{ ...byThemselves, label: 'By the person' }, automatically] : [byThemselves],
    rows: people.map(({ userId, name, count, automatic }) => ({
      key: String(userId),
      label: name,
      values: isSplit ? [count - automatic, automatic] : [count],
      to: `/audit?person=${userId}&from=${first}`,
      toTitle: 'All entries of this person in these days',
    })),
    scope: [
      twoWeeks,
      ...(isSplit ? ['Automatic: made by the gateway on the person’s behalf.'] : []),
      ...(people.length > 0 ? [MORE_IN_AUDIT] : []),
    ].join(' '),
  }
}
