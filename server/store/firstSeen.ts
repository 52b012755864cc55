import type { Kysely } from 'kysely'
import { canonicalJson } from './seal.ts'
import { countChanged, type Tables } from './tables.ts'

const KEEP_MS = 400 * 24 * 60 * 60_000

export interface SeenState {
  readonly resource: string
  readonly part: string
  readonly key: string
  readonly state: string
}

/** When this console first saw states: the start of a clock where the service names no moment. */
export type FirstSeen = ReturnType<typeof createFirstSeen>

/**
 * @param digest a keyed digest: an item and its state may contain any text, and only their digest is stored
 * @param now the clock, UTC milliseconds
 */
export function createFirstSeen(db: Kysely<Tables>, digest: (value: string) => string, now: () => number) {
  return {
    /** When each of the states was first seen, possibly now (UTC milliseconds), in their order. One query. */
    see: async (states: readonly SeenState[]): Promise<readonly number[]> => {
      if (states.length === 0) return []
      const time = now()
      const hashes = states.map(({ resource, part, key, state }) => digest(canonicalJson([resource, part, key, state])))
      // Sorted, so that two gateways writing the same rows do not deadlock.
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
    /** Removes the states that were not seen for 400 days; answers how many. */
    sweep: (): Promise<number> =>
      countChanged(db.deleteFrom('first_seen').where('last_seen_at', '<=', now() - KEEP_MS)),
  }
}
