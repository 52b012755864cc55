import { parseOwn } from '../config/ownJson.ts'
import type { Kysely } from 'kysely'
import type { ClaimState, ClaimWay } from '../../language/claim.ts'
import { countChanged, hasChanged, type Tables } from './tables.ts'

/** A claim lasts this long after its last renewal. */
const CLAIM_MS = 30 * 60_000
/** What was done is counted for a day and removed after this time; the audit trail keeps it. */
const KEEP_MS = 7 * 24 * 60 * 60_000

/** One record and the person who works on it, or who finished it, put it off or put it back. Times are UTC milliseconds. */
export interface KeptClaim {
  readonly id: string
  readonly userId: number
  readonly state: ClaimState
  readonly way: ClaimWay
  readonly before: number | null
  /** What was left to decide when it was finished; null where that is not known. */
  readonly left: readonly string[] | null
  readonly changedAt: number
  readonly expiresAt: number
  /** Its holder has renewed it since they got it. */
  readonly isRenewed: boolean
}

/** True for a claim of a record that the person held before and has not handed on. */
export const isLostTo = ({ state, userId, way, before }: KeptClaim, person: number): boolean =>
  state === 'held' && userId !== person && way !== 'handed' && before === person

/** A record of a resource, and the person who does something about it. */
interface Turn {
  readonly resource: string
  readonly id: string
  readonly userId: number
}

/** Who works on which record, for all gateways together. */
export type Claims = ReturnType<typeof createClaims>

const claimOf = (row: Tables['claim']): KeptClaim => ({
  id: row.record_id,
  userId: row.user_id,
  state: row.state,
  way: row.way,
  before: row.from_user_id,
  left: row.state === 'done' && row.left_parts !== null ? parseOwn<readonly string[]>(row.left_parts) : null,
  changedAt: row.changed_at,
  expiresAt: row.expires_at,
  isRenewed: row.state === 'held' && row.expires_at > row.changed_at + CLAIM_MS,
})

type Now = () => number

/** Changes the claim of the person who holds the record; true when it was theirs. */
const changeHeld = (db: Kysely<Tables>, { resource, id, userId }: Turn, set: Partial<Tables['claim']>) =>
  hasChanged(
    db
      .updateTable('claim')
      .set(set)
      .where('resource', '=', resource)
      .where('record_id', '=', id)
      .where('user_id', '=', userId)
      .where('state', '=', 'held'),
  )

/** The columns that keep how a record was before it was claimed. */
const former = { former_state: 'state', former_user_id: 'user_id', former_changed_at: 'changed_at' } as const

/** The ways in. Each is true when the person holds the record afterwards. */
const createTurns = (db: Kysely<Tables>, now: Now) => ({
  /**
   * Claims a record that no one else holds, or renews a claim, which keeps how and when it came about. A claim that had expired for
   * someone else keeps who that was, as they may not know it yet. How the record was before is kept for `release`.
   */
  claim: ({ resource, id, userId }: Turn): Promise<boolean> => {
    const at = now()
    const row = { user_id: userId, state: 'held', changed_at: at, expires_at: at + CLAIM_MS } as const
    const claimed = db
      .insertInto('claim')
      .values({ ...row, resource, record_id: id, way: 'claimed', from_user_id: null })
      .onConflict((conflict) =>
        conflict
          .columns(['resource', 'record_id'])
          .doUpdateSet((old) => {
            const isHeld = old('claim.state', '=', 'held')
            const isOwn = old.and([isHeld, old('claim.user_id', '=', userId)])
            const keep = <C extends keyof typeof former>(column: C) =>
              old
                .case()
                .when(isHeld)
                .then(old.ref(`claim.${column}`))
                .else(old.ref(`claim.${former[column]}`))
                .end()
            return {
              ...row,
              changed_at: old.case().when(isOwn).then(old.ref('claim.changed_at')).else(at).end(),
              former_state: keep('former_state'),
              former_user_id: keep('former_user_id'),
              former_changed_at: keep('former_changed_at'),
              way: old
                .case()
                .when(isOwn)
                .then(old.ref('claim.way'))
                .else(old.val('claimed' as const))
                .end(),
              from_user_id: old
                .case()
                .when(isOwn)
                .then(old.ref('claim.from_user_id'))
                .when(isHeld)
                .then(old.ref('claim.user_id'))
                .else(null)
                .end(),
            }
          })
          .where((old) =>
            old.or([
              old('claim.state', '!=', 'held'),
              old('claim.expires_at', '<=', at),
              old('claim.user_id', '=', userId),
            ]),
          ),
      )
    return hasChanged(claimed)
  },
  /** Takes a record over from the person who holds it. */
  take: (turn: Turn, from: number): Promise<boolean> => {
    const moved = { user_id: turn.userId, way: 'taken', from_user_id: from } as const
    return changeHeld(db, { ...turn, userId: from }, { ...moved, changed_at: now(), expires_at: now() + CLAIM_MS })
  },
})

/** The ways out. Each is true when the person held the record. */
const createEnds = (db: Kysely<Tables>, now: Now) => ({
  hand: (turn: Turn, to: number): Promise<boolean> => {
    const moved = { user_id: to, way: 'handed', from_user_id: turn.userId } as const
    return changeHeld(db, turn, { ...moved, changed_at: now(), expires_at: now() + CLAIM_MS })
  },
  /** Ends a claim as finished, as skipped, or with more to decide later. */
  end: (turn: Turn, state: Exclude<ClaimState, 'held'>, left?: readonly string[]): Promise<boolean> =>
    changeHeld(db, turn, { state, changed_at: now(), left_parts: left === undefined ? null : JSON.stringify(left) }),
  /** Ends a claim as if it had not been made: what was skipped, put back or finished before it is so again. */
  release: async ({ resource, id, userId }: Turn): Promise<boolean> => {
    const mine = { resource, record_id: id, user_id: userId, state: 'held' } as const
    const restored = db
      .updateTable('claim')
      .set((row) => ({
        state: row.ref('former_state').$notNull(),
        user_id: row.ref('former_user_id').$notNull(),
        changed_at: row.ref('former_changed_at').$notNull(),
        from_user_id: null,
      }))
      .where((row) => row.and(mine))
      .where('former_state', 'is not', null)
    return (await hasChanged(restored)) || hasChanged(db.deleteFrom('claim').where((row) => row.and(mine)))
  },
})

/** @param now the clock, UTC milliseconds */
export const createClaims = (db: Kysely<Tables>, now: Now) => ({
  ...createTurns(db, now),
  ...createEnds(db, now),
  /** The last claim of a record, also when it has ended. */
  find: async ({ resource, id }: Pick<Turn, 'resource' | 'id'>): Promise<KeptClaim | undefined> => {
    const own = db.selectFrom('claim').selectAll().where('resource', '=', resource)
    const row = await own.where('record_id', '=', id).executeTakeFirst()
    return row === undefined ? undefined : claimOf(row)
  },
  /**
   * Everything that someone holds, what anyone has finished since a time, and what this person has skipped, put back or held since,
   * also where that claim has expired.
   */
  list: async (resource: string, userId: number, since: number): Promise<readonly KeptClaim[]> => {
    const rows = await db
      .selectFrom('claim')
      .selectAll()
      .where('resource', '=', resource)
      .where((row) =>
        row.or([
          row.and([row('state', '=', 'held'), row('expires_at', '>', now())]),
          row.and([row('state', '=', 'held'), row('user_id', '=', userId), row('expires_at', '>', since)]),
          row.and([row('state', '=', 'done'), row('changed_at', '>=', since)]),
          row.and([
            row('state', 'in', ['skipped', 'later']),
            row('user_id', '=', userId),
            row('changed_at', '>=', since),
          ]),
        ]),
      )
      .orderBy('changed_at')
      .execute()
    return rows.map(claimOf)
  },
  /** Removes what ended a week ago; answers how many. */
  sweep: (): Promise<number> => {
    const old = db.deleteFrom('claim').where('changed_at', '<=', now() - KEEP_MS)
    return countChanged(old.where('expires_at', '<=', now()))
  },
})
