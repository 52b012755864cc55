import { type Kysely, sql } from 'kysely'
import type { ApprovalState } from '../../language/approval.ts'
import type { Approval, ApprovalDecision, ApprovalRequest, NewApproval } from './approvalRecord.ts'
import type { Sealer } from './seal.ts'
import { countChanged, hasChanged, type Tables } from './tables.ts'

/** Longer than the longest deadline of a change, so that it only expires after a crash. */
const LEASE_MS = 90_000

/** The result of a request: kept now, kept under the same key before, or refused because the same is waiting. */
export type ApprovalClaim =
  | { readonly state: 'kept'; readonly approval: Approval }
  | { readonly state: 'same'; readonly approval: Approval }
  | { readonly state: 'waiting' }
  | { readonly state: 'mismatch' }

/** Which approvals to list, newest first. */
export interface ApprovalQuery {
  /** Only these operations; absent: all. */
  readonly operations?: readonly string[]
  readonly requestedBy?: number
  readonly notRequestedBy?: number
  readonly subject?: string
  readonly isOpen?: boolean
  readonly before?: number
  readonly limit: number
}

/** Actions that wait for a second person. */
export type Approvals = ReturnType<typeof createApprovals>

type Row = Tables['approval']

const contextOf = (id: string, part: 'request' | 'decision'): string => `approval:${part}:${id}`

/** The state now: what has run out is over, also before it is written. */
function stateNow({ state, expires_at, lease_until }: Row, time: number): ApprovalState {
  if (state === 'waiting' && expires_at <= time) return 'expired'
  return state === 'sending' && lease_until <= time ? 'unknown' : state
}

/** The approval of a row; `undefined` when it was sealed under another key. */
function approvalOf(row: Row, sealer: Sealer, time: number): Approval | undefined {
  const request = sealer.open<ApprovalRequest>(contextOf(row.id, 'request'), row.sealed)
  if (request === undefined) return undefined
  const state = stateNow(row, time)
  return {
    id: row.id,
    operation: row.operation,
    target: row.target,
    subject: row.subject,
    subjectHash: row.subject_hash,
    requestHash: row.request_hash,
    request,
    state,
    requestedAt: row.requested_at,
    expiresAt: row.expires_at,
    decidedAt: state === 'expired' ? row.expires_at : row.decided_at,
    decision: sealer.open<ApprovalDecision>(contextOf(row.id, 'decision'), row.decision),
    isDismissed: row.dismissed_at !== null,
  }
}

const OPEN: ApprovalState[] = ['waiting', 'sending']

/** True while something has run out and is not ended yet. */
async function hasRunOut(db: Kysely<Tables>, time: number): Promise<boolean> {
  const found = await db
    .selectFrom('approval')
    .select('id')
    .where('state', 'in', OPEN)
    .where((row) =>
      row.or([
        row.and([row('state', '=', 'waiting'), row('expires_at', '<=', time)]),
        row.and([row('state', '=', 'sending'), row('lease_until', '<=', time)]),
      ]),
    )
    .limit(1)
    .execute()
  return found.length > 0
}

/** Ends what has run out, and answers the approvals that expired by it. */
async function expire(db: Kysely<Tables>, time: number): Promise<Row[]> {
  await db
    .updateTable('approval')
    .set({ state: 'unknown' })
    .where('state', '=', 'sending')
    .where('lease_until', '<=', time)
    .execute()
  return db
    .updateTable('approval')
    .set((row) => ({ state: 'expired', decided_at: row.ref('expires_at') }))
    .where('state', '=', 'waiting')
    .where('expires_at', '<=', time)
    .returningAll()
    .execute()
}

function rowOf(entry: NewApproval, sealer: Sealer, { time, expiresMs }: { time: number; expiresMs: number }): Row {
  return {
    id: entry.id,
    operation: entry.operation,
    target: entry.target,
    subject: entry.subject,
    requested_by: entry.request.requester.userId,
    subject_hash: entry.subjectHash,
    request_key: entry.requestKey,
    request_hash: entry.requestHash,
    state: 'waiting',
    requested_at: time,
    expires_at: time + expiresMs,
    decided_at: null,
    lease_until: 0,
    sealed: sealer.seal(contextOf(entry.id, 'request'), entry.request),
    decision: null,
    dismissed_at: null,
  }
}

function select(db: Kysely<Tables>, query: ApprovalQuery, time: number) {
  const { operations, requestedBy, notRequestedBy, subject, isOpen, before, limit } = query
  return db
    .selectFrom('approval')
    .selectAll()
    .$if(operations !== undefined, (rows) => rows.where('operation', 'in', [...(operations ?? []), '']))
    .$if(requestedBy !== undefined, (rows) => rows.where('requested_by', '=', requestedBy ?? 0))
    .$if(notRequestedBy !== undefined, (rows) => rows.where('requested_by', '!=', notRequestedBy ?? 0))
    .$if(subject !== undefined, (rows) => rows.where('subject', '=', subject ?? ''))
    .$if(isOpen === true, (rows) => rows.where('state', 'in', OPEN).where('expires_at', '>', time))
    .$if(isOpen === false, (rows) =>
      rows.where((row) => row.or([row('state', 'not in', OPEN), row('expires_at', '<=', time)])),
    )
    .$if(before !== undefined, (rows) => rows.where('requested_at', '<', before ?? 0))
    .orderBy('requested_at', 'desc')
    .limit(limit)
}

/** How claimed and waiting approvals change; true only for the one call that made the change. */
function createDecisions(db: Kysely<Tables>, sealer: Sealer, now: () => number) {
  const move = (id: string, from: 'waiting' | 'sending', to: Partial<Row>): Promise<boolean> =>
    hasChanged(
      db
        .updateTable('approval')
        .set(to)
        .where('id', '=', id)
        .where('state', '=', from)
        .$if(from === 'waiting', (rows) => rows.where('expires_at', '>', now())),
    )
  const decided = (id: string, state: ApprovalState, decision: ApprovalDecision): Partial<Row> => ({
    state,
    decided_at: now(),
    decision: sealer.seal(contextOf(id, 'decision'), decision),
  })
  return {
    /** Claims a waiting approval for one person and one gateway, before it is sent. */
    claim: (id: string, decision: ApprovalDecision): Promise<boolean> =>
      move(id, 'waiting', { ...decided(id, 'sending', decision), lease_until: now() + LEASE_MS }),
    /** Gives a claim back, after which nothing was sent. */
    release: (id: string): Promise<boolean> =>
      move(id, 'sending', { state: 'waiting', decided_at: null, decision: null, lease_until: 0 }),
    /** Ends a waiting approval, of which nothing is sent. */
    end: (id: string, state: 'rejected' | 'withdrawn', decision: ApprovalDecision): Promise<boolean> =>
      move(id, 'waiting', decided(id, state, decision)),
    finish: (
      id: string,
      state: Exclude<ApprovalState, 'waiting' | 'sending'>,
      decision: ApprovalDecision,
    ): Promise<boolean> => move(id, 'sending', decided(id, state, decision)),
  }
}

/** Keeps a request, unless the same record and action wait already: a unique index decides between gateways. */
async function keep(
  db: Kysely<Tables>,
  sealer: Sealer,
  entry: NewApproval,
  times: { time: number; expiresMs: number },
): Promise<ApprovalClaim> {
  await db
    .insertInto('approval')
    .values(rowOf(entry, sealer, times))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db
    .selectFrom('approval')
    .selectAll()
    .where('requested_by', '=', entry.request.requester.userId)
    .where('request_key', '=', entry.requestKey)
    .executeTakeFirst()
  const approval = row === undefined ? undefined : approvalOf(row, sealer, times.time)
  if (approval === undefined) return { state: 'waiting' }
  if (approval.requestHash !== entry.requestHash) return { state: 'mismatch' }
  return { state: approval.id === entry.id ? 'kept' : 'same', approval }
}

/** How many of these operations wait for others than this person. */
async function countFor(db: Kysely<Tables>, userId: number, operations: readonly string[], time: number) {
  const { count } = await db
    .selectFrom('approval')
    .select((row) => row.fn.countAll().as('count'))
    .where('state', '=', 'waiting')
    .where('expires_at', '>', time)
    .where('requested_by', '!=', userId)
    .where('operation', 'in', [...operations, ''])
    .executeTakeFirstOrThrow()
  return Number(count)
}

const dismiss = (db: Kysely<Tables>, id: string, time: number): Promise<boolean> =>
  hasChanged(
    db.updateTable('approval').set({ dismissed_at: time }).where('id', '=', id).where('dismissed_at', 'is', null),
  )

/** Cancels what waits for a person of the identity provider. */
const cancelOf = (db: Kysely<Tables>, subjectHash: string, time: number): Promise<Row[]> =>
  db
    .updateTable('approval')
    .set({ state: 'cancelled', decided_at: time })
    .where('state', '=', 'waiting')
    .where('expires_at', '>', time)
    .where('subject_hash', '=', subjectHash)
    .returningAll()
    .execute()

/** Actions that wait for a second person, for all gateways together. @param now the clock, UTC milliseconds */
export function createApprovals(db: Kysely<Tables>, sealer: Sealer, now: () => number) {
  const approvalsIn = (rows: readonly Row[]): Approval[] => rows.flatMap((row) => approvalOf(row, sealer, now()) ?? [])
  return {
    ...createDecisions(db, sealer, now),
    request: (entry: NewApproval, expiresMs: number): Promise<ApprovalClaim> =>
      keep(db, sealer, entry, { time: now(), expiresMs }),
    find: async (id: string): Promise<Approval | undefined> =>
      approvalsIn(await db.selectFrom('approval').selectAll().where('id', '=', id).execute())[0],
    list: async (query: ApprovalQuery): Promise<Approval[]> => approvalsIn(await select(db, query, now()).execute()),
    /** Keeps that the first person has dismissed how a request ended. False if that is kept already. */
    dismiss: (id: string): Promise<boolean> => dismiss(db, id, now()),
    countFor: (userId: number, operations: readonly string[]): Promise<number> =>
      countFor(db, userId, operations, now()),
    /** Cancels what waits for a person; answers what was cancelled, each once for all gateways. */
    cancelOf: async (subjectHash: string): Promise<Approval[]> => approvalsIn(await cancelOf(db, subjectHash, now())),
    /** True while `expire` has something to end. */
    hasRunOut: (): Promise<boolean> => hasRunOut(db, now()),
    /** Ends what has run out; answers what expired, each once for all gateways. */
    expire: async (): Promise<Approval[]> => approvalsIn(await expire(db, now())),
    /** Removes what was decided so long ago; answers how many. The audit trail keeps it for good. */
    sweep: (keepMs: number): Promise<number> =>
      countChanged(
        db
          .deleteFrom('approval')
          .where('state', 'not in', OPEN)
          .where(sql<number>`coalesce(decided_at, expires_at)`, '<=', now() - keepMs),
      ),
  }
}
