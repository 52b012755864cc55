import type { Kysely, Transaction } from 'kysely'
import { type Finding, findings } from '../../language/settlement.ts'
import { parseOwn } from '../config/ownJson.ts'
import { type AuditActor, type AuditBody, type AuditEvent, OUTCOME_SETTLED } from './auditRecord.ts'
import type { Tables } from './tables.ts'

/** How a person settled an entry whose outcome was unknown; `seq` is the number of the event. */
export interface AuditSettlement {
  seq: number
  /** UTC milliseconds. */
  ts: number
  actor: AuditActor
  finding: Finding
  reason: string
}

/** The operation of the event that settles an entry: `books.outcomeSettled`. */
export const settlingOperation = (operation: string): string => `${operation.split('.', 1)[0] ?? ''}.${OUTCOME_SETTLED}`

/** True for the operation of such an event, and of a refused attempt. */
export const isSettling = (operation: string): boolean => operation.endsWith(`.${OUTCOME_SETTLED}`)

/** The entry that an event settles, and how; `undefined` for other events, such as a refused attempt. */
export function settledBy({ operation, details }: Pick<AuditEvent, 'operation' | 'details'>) {
  const { entry, reason } = details
  const finding = findings.find((one) => one === details['finding'])
  return isSettling(operation) && typeof entry === 'number' && finding !== undefined
    ? { entry, finding, reason: typeof reason === 'string' ? reason : '' }
    : undefined
}

/** An entry of the trail whose outcome is unknown. */
interface Unknown {
  readonly seq: number
  readonly record: { readonly operation: string }
}

/** How entries were settled, by their numbers. People settle each by hand, so there are few settlements. */
export async function settlementsOf(
  db: Kysely<Tables>,
  entries: readonly Unknown[],
): Promise<ReadonlyMap<number, AuditSettlement>> {
  if (entries.length === 0) return new Map()
  const rows = await db
    .selectFrom('audit_entry')
    .innerJoin('audit', 'audit.seq', 'audit_entry.seq')
    .select(['audit.seq', 'audit.body'])
    .where('audit_entry.operation', 'in', [
      ...new Set(entries.map(({ record }) => settlingOperation(record.operation))),
    ])
    .where('audit_entry.seq', '>', Math.min(...entries.map(({ seq }) => seq)))
    .execute()
  return new Map(
    rows.flatMap(({ seq, body }) => {
      const event = parseOwn<AuditBody>(body)
      const settled = event.phase === 'event' ? settledBy(event) : undefined
      if (event.phase !== 'event' || event.actor === null || settled === undefined) return []
      const { entry, ...found } = settled
      return [[entry, { seq, ts: event.ts, actor: event.actor, ...found }] as const]
    }),
  )
}

/** The entry that an event settles has its result from then on in the table by which entries are found. */
export async function noteSettlement(trx: Transaction<Tables>, body: AuditBody): Promise<void> {
  const settled = body.phase === 'event' ? settledBy(body) : undefined
  if (settled === undefined) return
  await trx
    .updateTable('audit_entry')
    .set({ result: settled.finding })
    .where('seq', '=', settled.entry)
    .where('result', '=', 'unknown')
    .execute()
}
