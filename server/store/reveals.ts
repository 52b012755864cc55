import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import { type Connection, countDeleted, type Tables } from './tables.ts'

/** The number of values that one member of staff may see whole within a time. */
export interface RevealQuota {
  readonly max: number
  readonly windowMs: number
}

/** A counted reveal, with the count of the window; or the time of the next free one. */
export type RevealClaim =
  | { readonly isWithin: true; readonly id: string; readonly count: number }
  | { readonly isWithin: false; readonly freeAt: number }

/** Counts reveals per member of staff, for all gateways together (S-32). The reveals themselves are in the audit trail. */
export type Reveals = ReturnType<typeof createReveals>

/** Makes the claims of one person wait for each other on PostgreSQL; SQLite has a single connection here. */
async function lockUser(trx: Transaction<Tables>, engine: Connection['engine'], userId: number): Promise<void> {
  if (engine === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtextextended(${`reveal:${userId}`}, 0))`.execute(trx)
}

/** @param now the clock, UTC milliseconds */
export function createReveals({ db, engine }: Connection, now: () => number) {
  return {
    /** Counts one more, unless the quota is used up. Of simultaneous claims no more than `max` succeed. */
    claim: (userId: number, { max, windowMs }: RevealQuota): Promise<RevealClaim> =>
      db.transaction().execute(async (trx) => {
        await lockUser(trx, engine, userId)
        const time = now()
        const recent = await trx
          .selectFrom('reveal')
          .select('revealed_at')
          .where('user_id', '=', userId)
          .where('revealed_at', '>', time - windowMs)
          .orderBy('revealed_at', 'desc')
          .limit(max)
          .execute()
        if (recent.length >= max) return { isWithin: false, freeAt: (recent.at(-1)?.revealed_at ?? time) + windowMs }
        const id = randomUUID()
        await trx.insertInto('reveal').values({ id, user_id: userId, revealed_at: time }).execute()
        return { isWithin: true, id, count: recent.length + 1 }
      }),
    /** Takes back a claim after which no value was shown. */
    release: async (id: string): Promise<void> => {
      await db.deleteFrom('reveal').where('id', '=', id).execute()
    },
    /** Removes reveals outside the window; answers how many. */
    sweep: (windowMs: number): Promise<number> =>
      countDeleted(db.deleteFrom('reveal').where('revealed_at', '<=', now() - windowMs)),
  }
}
