import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { type Connection, countChanged, type Tables } from './tables.ts'

/** How often something may happen within a time. */
export interface Quota {
  readonly max: number
  readonly windowMs: number
}

/** A counted use, with the count of the window; or the time of the next free one. */
export type QuotaClaim =
  | { readonly isWithin: true; readonly id: string; readonly count: number }
  | { readonly isWithin: false; readonly freeAt: number }

/** Counts uses of one kind per person or account, for all gateways together. */
export type Quotas = ReturnType<typeof createQuotas>

/** Makes the claims of one person wait for each other on PostgreSQL; SQLite has a single connection here. */
async function lock(trx: Transaction<Tables>, engine: Connection['engine'], key: string): Promise<void> {
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx)
}

/**
 * @param kind what is counted: reveals and exports (S-32), alerts, failed sign-ins, or uses of a token that may be used once (S-06)
 * @param now the clock, UTC milliseconds
 */
export function createQuotas(
  { db, engine }: Connection,
  kind: 'reveal' | 'failed sign-in' | 'provider token' | 'view alert' | 'export',
  now: () => number,
) {
  const keyOf = (who: number | string): string => `${kind}:${who}`
  return {
    /** Counts one more, unless the quota is used up. Of simultaneous claims no more than `max` succeed. */
    claim: (who: number | string, { max, windowMs }: Quota): Promise<QuotaClaim> =>
      db.transaction().execute(async (trx) => {
        const key = keyOf(who)
        await lock(trx, engine, key)
        const time = now()
        const recent = await trx
          .selectFrom('quota_use')
          .select('used_at')
          .where('key', '=', key)
          .where('used_at', '>', time - windowMs)
          .orderBy('used_at', 'desc')
          .limit(max)
          .execute()
        if (recent.length >= max) return { isWithin: false, freeAt: (recent.at(-1)?.used_at ?? time) + windowMs }
        const id = randomUUID()
        await trx.insertInto('quota_use').values({ id, kind, key, used_at: time }).execute()
        return { isWithin: true, id, count: recent.length + 1 }
      }),
    /** Takes back a claim after which nothing happened. */
    release: async (id: string): Promise<void> => {
      await db.deleteFrom('quota_use').where('id', '=', id).execute()
    },
    /** Forgets every use of one person or account. */
    clear: async (who: number | string): Promise<void> => {
      await db.deleteFrom('quota_use').where('key', '=', keyOf(who)).execute()
    },
    /** Removes uses outside the window; answers how many. */
    sweep: (windowMs: number): Promise<number> =>
      countChanged(
        db
          .deleteFrom('quota_use')
          .where('kind', '=', kind)
          .where('used_at', '<=', now() - windowMs),
      ),
  }
}
