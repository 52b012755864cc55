import type { Kysely } from 'kysely'
import { canonicalJson } from './seal.ts'
import type { Tables } from './tables.ts'

const KEEP_MS = 400 * 24 * 60 * 60_000

/** One state of one item. */
export interface SeenState {
  readonly resource: string
  readonly part: string
  readonly key: string
  readonly state: string
}

/** Since when states are known to this console: what a clock runs from where the service names no moment. */
export interface FirstSeen {
  /** When each of the states was seen first, which may be now (UTC milliseconds), in their order. One query. */
  see(states: readonly SeenState[]): Promise<readonly number[]>
  /** Removes what nobody has seen for 400 days; answers how many. */
  sweep(): Promise<number>
}

/**
 * @param digest a keyed digest: the name of an item and its state may hold any text, and only their digest is kept
 * @param now the clock, UTC milliseconds
 */
export function createFirstSeen(db: Kysely<Tables>, digest: (value: string) => string, now: () => number): FirstSeen {
  return {
    see: async (states) => {
      if (states.length === 0) return []
      const time = now()
      const hashes = states.map(({ resource, part, key, state }) => digest(canonicalJson([resource, part, key, state])))
      // In one order everywhere, so that two gateways writing the same rows do not wait for each other in a circle.
      const rows = [...new Set(hashes)]
        .toSorted()
        .map((hash) => ({ state_hash: hash, first_seen_at: time, last_seen_at: time }))
      const seen = await db
        .insertInto('first_seen')
        .values(rows)
        .onConflict((conflict) =>
          conflict.column('state_hash').doUpdateSet((row) => ({ last_seen_at: row.ref('excluded.last_seen_at') })),
        )
        .returning(['state_hash', 'first_seen_at'])
        .execute()
      const moments = new Map(seen.map((row) => [row.state_hash, row.first_seen_at]))
      return hashes.map((hash) => moments.get(hash) ?? time)
    },
    sweep: async () => {
      const removed = await db
        .deleteFrom('first_seen')
        .where('last_seen_at', '<=', now() - KEEP_MS)
        .executeTakeFirstOrThrow()
      return Number(removed.numDeletedRows)
    },
  }
}
