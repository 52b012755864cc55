import type { DeleteResult, Generated, InsertResult, Kysely, UpdateResult } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { ApprovalState } from '../../language/approval.ts'
import type { ClaimState, ClaimWay } from '../../language/claim.ts'
import type { Sealer } from './seal.ts'

/**
 * A failure of the store with a plain explanation: the message is for the operator, names the remedy where there is one,
 * and contains no secret. Any other error of the store is a defect or a failing disk or server.
 */
export class StoreError extends Error {
  override readonly name = 'StoreError'
}

/** One staff session; times are UTC milliseconds. Until `upkeep_until` one gateway renews its tokens. */
interface SessionTable {
  id_hash: string
  subject_hash: string
  sealed: string
  created_at: number
  last_active_at: number
  expires_at: number
  upkeep_until: Generated<number>
}

/** One sign-in between the redirect to the identity provider and its callback. */
interface SignInTable {
  id_hash: string
  sealed: string
  expires_at: number
}

/**
 * One link of the audit chain; `intent` is the sequence number of the intent an outcome closes, `subject` the record it
 * is about as `resource/id`.
 */
interface AuditTable {
  seq: number
  prev: string
  hash: string
  phase: string
  intent: number | null
  subject: string | null
  body: string
}

/**
 * What finds an intent or an event of the trail: a repetition of its content in columns with indexes, and the result of its
 * outcome. `day` counts UTC days.
 */
interface AuditEntryTable {
  seq: number
  ts: number
  day: number
  user_id: number | null
  email: string | null
  operation: string
  subject: string | null
  result: 'open' | 'ok' | 'refused' | 'failed' | 'unknown'
}

/** Facts about the store itself, each once: its identity, the check value of its key. */
interface StoreFactTable {
  name: string
  value: string
}

/**
 * One mutation under an Idempotency-Key. `doubt` is set while its outcome is unknown, or known but not yet delivered to
 * the browser.
 */
interface IdempotencyTable {
  user_id: number
  operation: string
  idempotency_key: string
  family: string
  target: string | null
  request_hash: string
  state: 'in-flight' | 'done' | 'unknown'
  doubt: 'unknown' | 'untold' | null
  lease_until: number
  expires_at: number
  sealed: string | null
}

/** One use of something that is limited; `key` is the kind with the person or account. */
interface QuotaUseTable {
  id: string
  kind: string
  key: string
  used_at: number
}

/** One state of one item, by a digest of both; times are UTC milliseconds. */
interface FirstSeenTable {
  state_hash: string
  first_seen_at: number
  last_seen_at: number
}

/** One place of an operation's answers that did not fit its declaration: types, never values. */
interface DriftTable {
  operation: string
  path: string
  expected: string
  seen: string
  count: number
  first_seen_at: number
  last_seen_at: number
}

/** One person at their last sign-in; `sealed` has their name and address. */
interface StaffMemberTable {
  user_id: number
  sealed: string
  role: string
  signed_in_at: number
}

/** The last use of one permission by one person. */
interface PermissionUseTable {
  user_id: number
  permission: string
  used_at: number
}

/**
 * One action that waits, or waited, for a second person. `target` is its lock, `subject` the record it is about as
 * `resource/id`, `subject_hash` the first person at the identity provider. Until `lease_until` one gateway sends it.
 * `dismissed_at`: when the first person had seen how it ended.
 */
interface ApprovalTable {
  id: string
  operation: string
  target: string
  subject: string | null
  requested_by: number
  subject_hash: string
  request_key: string
  request_hash: string
  state: ApprovalState
  requested_at: number
  expires_at: number
  decided_at: number | null
  lease_until: number
  sealed: string
  decision: string | null
  dismissed_at: number | null
}

/**
 * Who works on a record until `expires_at`, or who finished it or put it off; `from_user_id` is who held it before. What
 * is `former` is how the record was before it was claimed, null for a free one.
 */
interface ClaimTable {
  resource: string
  record_id: string
  user_id: number
  state: ClaimState
  way: ClaimWay
  from_user_id: number | null
  changed_at: number
  expires_at: number
  former_state: ClaimState | null
  former_user_id: number | null
  former_changed_at: number | null
  /** The parts of what was left when the record was finished, as JSON. */
  left_parts: string | null
}

/**
 * One reading about people. `subject` is the record as `resource/id`, `terms` what was searched for, as digests in JSON.
 * `shown_at` is null while what was read ahead has not been shown.
 */
interface ViewingTable {
  seq: Generated<number>
  read_at: number
  shown_at: number | null
  user_id: number
  email: string
  operation: string
  subject: string | null
  terms: string | null
  request_id: string
  ip: string
  session_hash: string
}

/** What a person keeps of a list. `name_key` is the name in lower case, `content` its filters, order and columns in JSON. */
interface SavedViewTable {
  id: string
  resource: string
  user_id: number
  name: string
  name_key: string
  is_shared: number
  content: string
  version: number
  changed_at: number
}

/** A job that one gateway at a time does, and until when it has it. */
interface JobTable {
  name: string
  taken_until: number
}

/** The framework's tables of the store, the same on SQLite and on PostgreSQL. */
export interface Tables {
  session: SessionTable
  sign_in: SignInTable
  audit: AuditTable
  audit_entry: AuditEntryTable
  store_fact: StoreFactTable
  idempotency: IdempotencyTable
  quota_use: QuotaUseTable
  staff_member: StaffMemberTable
  permission_use: PermissionUseTable
  first_seen: FirstSeenTable
  drift: DriftTable
  approval: ApprovalTable
  claim: ClaimTable
  viewing: ViewingTable
  saved_view: SavedViewTable
  job: JobTable
}

/** The database server behind the store. */
export type Engine = 'sqlite' | 'postgres'

/** An open database: queries, and the engine for the few places where the two differ. */
export interface Connection {
  db: Kysely<Tables>
  engine: Engine
  /** Ends the connections and gives the writer lock back. */
  close: () => Promise<void>
}

/** The dependencies of a console's own table. */
export interface TableParts {
  readonly connection: Connection
  readonly sealer: Sealer
  /** The clock, UTC milliseconds. */
  readonly now: () => number
}

export interface StoreTable<T> {
  /** Steps of its schema by name. A name is used once in a store, and a released step is never edited. */
  readonly migrations: Readonly<Record<string, Migration>>
  open(parts: TableParts): T
}

/** What an alert is about: the code of an error, the place that failed, and the environment variable that names it. */
export interface AlertFacts {
  readonly code?: string
  readonly place?: string
  readonly variable?: string
}

/** Tells the operator of something that the console outlives; a warning says that it is over. */
export type Alert = (message: string, facts?: AlertFacts, level?: 'error' | 'warn') => void

/** The message of an error, of each of several. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}

interface Change {
  executeTakeFirstOrThrow(): Promise<InsertResult | UpdateResult | DeleteResult>
}

/** Makes a change and answers how many rows it wrote or removed. */
export async function countChanged(change: Change): Promise<number> {
  const result = await change.executeTakeFirstOrThrow()
  if ('numDeletedRows' in result) return Number(result.numDeletedRows)
  return Number('numUpdatedRows' in result ? result.numUpdatedRows : (result.numInsertedOrUpdatedRows ?? 0n))
}

/** Makes a change and answers whether there was a row for it. */
export const hasChanged = async (change: Change): Promise<boolean> => (await countChanged(change)) > 0
