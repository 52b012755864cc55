import { sql, type Transaction } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Sealer } from '../../server/store/seal.ts'
import type { Rate } from '../../server/gateway/core/limits.ts'
import { countChanged, type StoreTable, type TableParts } from '../../server/store/tables.ts'

/** The progress of the automatic address approval of each case. */
const createApprovalSteps: Migration = {
  up: async (db) => {
    await db.schema
      .createTable('approval_step')
      .addColumn('account_id', 'bigint', (column) => column.notNull())
      .addColumn('sketch_id', 'text', (column) => column.notNull())
      .addColumn('step', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('attempt', 'integer', (column) => column.notNull())
      .addColumn('changed_at', 'bigint', (column) => column.notNull())
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('approval_step_pk', ['account_id', 'sketch_id', 'step'])
      .execute()
    await db.schema.createIndex('approval_step_age').on('approval_step').columns(['step', 'changed_at']).execute()
  },
}

/**
 * The state of a step. `started`: it may have been sent, and its outcome is unknown. `failed`: it ended without effect
 * and may be retried. `done`: final.
 */
export type ApprovalState = 'started' | 'failed' | 'done'

export interface ApprovalStep {
  readonly accountId: number
  readonly sketchId: string
  readonly step: string
  readonly state: ApprovalState
  /** Counts from 1; each attempt has its own idempotency key. */
  readonly attempt: number
  /** UTC milliseconds. */
  readonly at: number
  readonly message: string | null
  /** Data for later steps; encrypted. */
  readonly data: unknown
}

/** Stores the progress of each automatic address approval, so that any gateway can continue it (D-130). */
export interface Approvals {
  /** The steps of an account's cases, in no particular order. */
  of(accountId: number): Promise<readonly ApprovalStep[]>
  /**
   * Starts cases: stores `step` as done for each, unless that would exceed the quota (U6). Simultaneous calls start no
   * more than `max` cases together.
   */
  begin(accountId: number, cases: readonly string[], step: string, quota: Rate): Promise<boolean>
  /** Stores a step and replaces its earlier state. */
  keep(step: Omit<ApprovalStep, 'at'>): Promise<void>
  /** Removes the steps of every case without a change for 400 days, and returns how many. */
  sweep(): Promise<number>
}

/** One step of the automatic address approval of one case; `changed_at` in UTC milliseconds. */
type Row = {
  account_id: number
  sketch_id: string
  step: string
  state: ApprovalState
  attempt: number
  changed_at: number
  sealed: string
}

type Tables = { approval_step: Row }

/** A case is not approved automatically again while its steps are stored: longer than any case is open. */
const KEEP_MS = 400 * 24 * 60 * 60_000

const contextOf = ({ account_id, sketch_id, step }: Pick<Row, 'account_id' | 'sketch_id' | 'step'>): string =>
  `approval:${JSON.stringify([account_id, sketch_id, step])}`

function stepOf(row: Row, sealer: Sealer): ApprovalStep {
  const sealed = sealer.open<Pick<ApprovalStep, 'message' | 'data'>>(contextOf(row), row.sealed)
  return {
    accountId: row.account_id,
    sketchId: row.sketch_id,
    step: row.step,
    state: row.state,
    attempt: row.attempt,
    at: row.changed_at,
    message: sealed?.message ?? null,
    data: sealed?.data ?? null,
  }
}

function rowOf(
  { accountId, sketchId, step, state, attempt, message, data }: Omit<ApprovalStep, 'at'>,
  context: Sealing,
) {
  const key = { account_id: accountId, sketch_id: sketchId, step }
  const sealed = context.sealer.seal(contextOf(key), { message, data })
  return { ...key, state, attempt, changed_at: context.now(), sealed }
}

interface Sealing {
  readonly sealer: Sealer
  readonly now: () => number
}

async function put(trx: Pick<Transaction<Tables>, 'insertInto'>, row: Row): Promise<void> {
  const { account_id: _account, sketch_id: _sketch, step: _step, ...changed } = row
  await trx
    .insertInto('approval_step')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account_id', 'sketch_id', 'step']).doUpdateSet(changed))
    .execute()
}

async function begunSince(trx: Transaction<Tables>, step: string, time: number): Promise<number> {
  const { count } = await trx
    .selectFrom('approval_step')
    .select((row) => row.fn.countAll().as('count'))
    .where('step', '=', step)
    .where('changed_at', '>', time)
    .executeTakeFirstOrThrow()
  return Number(count)
}

function openApprovals({ connection: { db: store, engine }, sealer, now }: TableParts): Approvals {
  const db = store.withTables<Tables>()
  const context = { sealer, now }
  return {
    of: async (accountId) => {
      const rows = await db.selectFrom('approval_step').selectAll().where('account_id', '=', accountId).execute()
      return rows.map((row) => stepOf(row, sealer))
    },
    begin: (accountId, cases, step, { max, windowMs }) =>
      db.transaction().execute(async (trx) => {
        // On PostgreSQL simultaneous calls wait for each other; SQLite has a single connection here.
        if (engine === 'postgres') await sql`select pg_advisory_xact_lock(hashtextextended('approval', 0))`.execute(trx)
        if ((await begunSince(trx, step, now() - windowMs)) + cases.length > max) return false
        for (const sketchId of cases) {
          const begun = { accountId, sketchId, step, state: 'done', attempt: 1, message: null, data: null } as const
          await put(trx, rowOf(begun, context))
        }
        return true
      }),
    keep: (step) => put(db, rowOf(step, context)),
    sweep: () => {
      const before = now() - KEEP_MS
      const old = db
        .deleteFrom('approval_step')
        .where((step) =>
          step.not(
            step.exists(
              step
                .selectFrom('approval_step as later')
                .select('later.step')
                .whereRef('later.account_id', '=', 'approval_step.account_id')
                .whereRef('later.sketch_id', '=', 'approval_step.sketch_id')
                .where('later.changed_at', '>', before),
            ),
          ),
        )
      return countChanged(old)
    },
  }
}

export const approvalTable: StoreTable<Approvals> = {
  migrations: { '003-approval-steps': createApprovalSteps },
  open: openApprovals,
}
