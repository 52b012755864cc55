import type { ExpressionBuilder, Kysely } from 'kysely'
import { subjectKey } from './auditRecord.ts'
import type { Tables } from './tables.ts'

/** A change of one record by someone else, and the number of its entry. */
export interface RecordChange {
  readonly id: string
  readonly seq: number
}

/** A query for what others than one person have changed. */
export interface ChangesQuery {
  readonly resource: string
  readonly userId: number
  readonly operations: readonly string[]
  /** Those of them that change a record also where they fail. */
  readonly alsoFailed?: readonly string[]
  readonly from: number
  readonly limit: number
}

/** The last change of each record of a resource since then, those of its parts among them, newest first. */
export async function changesOf(
  db: Kysely<Tables>,
  { resource, userId, operations, alsoFailed = [], from, limit }: ChangesQuery,
): Promise<readonly RecordChange[]> {
  const start = subjectKey({ resource, id: '' })
  const newest = (row: ExpressionBuilder<Tables, 'audit_entry'>) => row.fn.max<number>('seq')
  const rows = await db
    .selectFrom('audit_entry')
    .select((row) => ['subject', newest(row).as('newest')])
    .where('operation', 'in', [...operations, ''])
    .where('result', 'in', ['ok', 'unknown', 'failed'])
    .where((row) => row.or([row('result', '!=', 'failed'), row('operation', 'in', [...alsoFailed, ''])]))
    .where('ts', '>=', from)
    .where('user_id', '!=', userId)
    .groupBy('subject')
    .orderBy(newest, 'desc')
    .execute()
  return rows
    .flatMap(({ subject, newest: seq }) =>
      subject?.startsWith(start) ? [{ id: subject.slice(start.length), seq: Number(seq) }] : [],
    )
    .slice(0, limit)
}
