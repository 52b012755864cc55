import { type Kysely, sql } from 'kysely'
import { isAutomatic, seqsWhere } from './auditContent.ts'
import type { EntryResult } from './auditSearch.ts'
import type { Tables } from './tables.ts'

/** The entries of these operations that were done since then: an index of their own has all that is counted. @param made only what is automatic */
const doneSince = (db: Kysely<Tables>, operations: readonly string[], from: number, made?: 'automatic') =>
  db
    .selectFrom('audit_entry')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('operation', 'in', operations)
    .where('result', '=', 'ok')
    .where('ts', '>=', from)
    .$if(made === 'automatic', (query) => query.where('seq', 'in', seqsWhere(db, isAutomatic)))

/** How many entries of these operations each person has made since then that were done. @param made only what is automatic */
export async function countByPerson(
  db: Kysely<Tables>,
  operations: readonly string[],
  from: number,
  made?: 'automatic',
): Promise<ReadonlyMap<number, number>> {
  if (operations.length === 0) return new Map()
  const rows = await doneSince(db, operations, from, made).select('user_id').groupBy('user_id').execute()
  return new Map(
    rows.flatMap(({ user_id: userId, count }) => (userId === null ? [] : [[Number(userId), count] as const])),
  )
}

/** All of them, because the index has the result before the time. */
const everyResult: EntryResult[] = ['open', 'ok', 'refused', 'failed', 'unknown']

/** How many entries of these operations a person has made since then, whatever became of them. */
export async function countOf(
  db: Kysely<Tables>,
  userId: number,
  operations: readonly string[],
  from: number,
): Promise<number> {
  const { found } = await db
    .selectFrom('audit_entry')
    .select((row) => row.fn.countAll<number>().as('found'))
    .where('operation', 'in', [...operations, ''])
    .where('result', 'in', everyResult)
    .where('ts', '>=', from)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return found
}

/** How many entries of one operation were done within one hour. */
export interface HourCount {
  readonly operation: string
  /** When the hour began, UTC milliseconds. */
  readonly hour: number
  readonly count: number
}

const HOUR_MS = 60 * 60_000

/**
 * How many entries of these operations were done since then, hour by hour: days of every time zone consist of them.
 *
 * @param made only what is automatic
 */
export async function countByHour(
  db: Kysely<Tables>,
  operations: readonly string[],
  from: number,
  made?: 'automatic',
): Promise<readonly HourCount[]> {
  if (operations.length === 0) return []
  const hour = sql<number>`ts / ${sql.lit(HOUR_MS)}`
  const rows = await doneSince(db, operations, from, made)
    .select(['operation', hour.as('hour')])
    .groupBy(['operation', hour])
    .execute()
  return rows.map((row) => ({ ...row, hour: row.hour * HOUR_MS }))
}
