import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Transaction } from 'kysely'
import type { Connection, Tables } from './tables.ts'

/** How many values one member of staff may see whole within a time. */
export interface RevealQuota {
  readonly max: number
  readonly windowMs: number
}

/** One reveal that was counted (`count` of them lie in the window by now), or when the next one will be free. */
export type RevealClaim =
  | { readonly isWithin: true; readonly id: string; readonly count: number }
  | { readonly isWithin: false; readonly freeAt: number }

/** Counts reveals for each member of staff, for all gateways together (S-32). What was revealed is in the audit trail. */
export interface Reveals {
  /** Counts one more, unless the quota is used up. Of any number of claims at once, no more than `max` succeed. */
  claim(userId: number, quota: RevealQuota): Promise<RevealClaim>
  /** Takes back a claim after which no value was given away. */
  release(id: string): Promise<void>
  /** Removes what lies outside the window; answers how many. */
  sweep(windowMs: number): Promise<number>
}

/** SQLite has a single connection here; PostgreSQL lets one claim of a person wait for the other. */
async function alone(trx: Transaction<Tables>, engine: Connection['engine'], userId: number): Promise<void> {
  if (engine === 'postgres')
    await sql`select pg_advisory_xact_lock(hashtextextended(${`reveal:${userId}`}, 0))`.execute(trx)
}

/** @param now the clock, UTC milliseconds */
export function createReveals({ db, engine }: Connection, now: () => number): Reveals {
  return {
    claim: (userId, { max, windowMs }) =>
      db.transaction().execute(async (trx) => {
        await alone(trx, engine, userId)
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
    release: async (id) => {
      await db.deleteFrom('reveal').where('id', '=', id).execute()
    },
    sweep: async (windowMs) => {
      const removed = await db
        .deleteFrom('reveal')
        .where('revealed_at', '<=', now() - windowMs)
        .executeTakeFirstOrThrow()
      return Number(removed.numDeletedRows)
    },
  }
}
