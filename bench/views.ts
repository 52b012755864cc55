import { setTimeout as wait } from 'node:timers/promises'
import type { Store } from '../server/store/openStore.ts'
import type { ViewFilter } from '../server/store/views.ts'
import { repeated, timed } from './times.ts'

const DAY_MS = 24 * 60 * 60_000

/** The rows of a table over a year that ends then. */
interface Year {
  readonly records: number
  readonly end: number
}

type Values = (string | number | null)[]

/** The columns of a row. */
export const viewColumns = [
  'read_at',
  'shown_at',
  'user_id',
  'email',
  'operation',
  'subject',
  'terms',
  'request_id',
  'ip',
  'session_hash',
]
const readings = ['accounts.getOne', 'accounts.getOne', 'accounts.getOne', 'accounts.list'] as const

/** Rows of the table `viewing`, in batches: as many as records, of the same year. */
export function* viewBatches({ records, end }: Year, batch: number): Generator<Values[]> {
  for (let first = 1; first <= records; first += batch)
    yield Array.from({ length: Math.min(batch, records + 1 - first) }, (_, index): Values => {
      const nth = first + index
      const at = end - Math.floor(((records - nth) / records) * 365 * DAY_MS)
      const userId = (nth * 7) % 100
      const operation = readings[nth % readings.length] ?? 'accounts.getOne'
      const isSearch = operation === 'accounts.list'
      const shown = nth % 10 === 0 ? null : at
      const subject = isSearch ? null : `accounts/${(nth * 31) % 5000}`
      const terms = isSearch ? '{"search_key":"hmac:00"}' : null
      const email = `staff${userId}@countersign.test`
      return [at, shown, userId, email, operation, subject, terms, `r${nth}`, '127.0.0.1', 'hash']
    })
}

/** The filters of what was seen. */
const filtersOf = (end: number): Readonly<Record<string, ViewFilter>> => ({
  'no filter': {},
  'who has seen this customer': { subject: { resource: 'accounts', id: '310' } },
  'a customer whom no one has seen': { subject: { resource: 'accounts', id: '99999' } },
  'what this person saw that day': { person: { userId: 42 }, from: end - 100 * DAY_MS, to: end - 99 * DAY_MS },
  'the same, by e-mail': {
    person: { email: 'staff42@countersign.test' },
    from: end - 100 * DAY_MS,
    to: end - 99 * DAY_MS,
  },
  'what this person saw of this customer': { person: { userId: 42 }, subject: { resource: 'accounts', id: '310' } },
  'an operation': { operation: 'accounts.list' },
  'an operation of a person in a month': {
    person: { userId: 42 },
    operation: 'accounts.list',
    from: end - 200 * DAY_MS,
    to: end - 170 * DAY_MS,
  },
  'a day': { from: end - 100 * DAY_MS, to: end - 99 * DAY_MS },
  'until a year ago': { to: end - 364 * DAY_MS },
})

/** The time of a page of 50 readings with its count, and of what each reading asks: the 95th percentiles. */
export async function measureViews(
  { views }: Store,
  { records, end }: Year,
): Promise<Readonly<Record<string, number>>> {
  const costs: Record<string, number> = {}
  for (const [name, filter] of Object.entries(filtersOf(end)))
    costs[`seen: ${name}`] = await repeated(async () => {
      await views.search({ ...filter, limit: 50 })
      await views.count(filter, 1000)
    })
  const ago = Date.now() - end
  costs['seen: a page after 500 others'] = await repeated(() =>
    views.search({ before: { at: end - 100 * DAY_MS, seq: records }, limit: 50 }),
  )
  costs['seen: records of a person in ten minutes'] = await repeated(async () => {
    await views.countSubjects(42, ago + 10 * 60_000)
    await views.countUnseen(42, ago + 10 * 60_000)
  })
  return costs
}

/** Retention removes a day that has run out: the longest that anything else waits, and how many are removed. */
export async function measureSweep(
  { views }: Store,
  { end }: Pick<Year, 'end'>,
): Promise<{ readonly longestMs: number; readonly removed: number }> {
  const ago = Date.now() - end
  let longestMs = 0
  let isDone = false
  const others = async (): Promise<void> => {
    while (!isDone) {
      longestMs = Math.max(longestMs, await timed(() => views.search({ person: { userId: 42 }, limit: 50 })))
      await wait(5)
    }
  }
  const waiting = others()
  const removed = await views.sweep(ago + 364 * DAY_MS)
  isDone = true
  await waiting
  return { longestMs, removed }
}
