import type { Kysely } from 'kysely'
import { type DriftEntry, UNDECLARED } from '../../language/drift.ts'
import { countChanged, type Tables } from './tables.ts'

/** The places of answers that did not fit their declarations, of all gateways together. */
export type DriftEntries = ReturnType<typeof createDrift>

/**
 * More places than this say no more about a service; those that were seen last stay. Undeclared values are counted on
 * their own, because a new version of a service may have hundreds of them.
 */
const MOST = 500

const kinds = ['!=', '='] as const

const keyOf = ({ operation, path, expected, seen }: DriftEntry): string => [operation, path, expected, seen].join(' ')

export function createDrift(db: Kysely<Tables>) {
  return {
    /** Adds what was seen to what is known of the same places. */
    add: async (entries: readonly DriftEntry[]): Promise<void> => {
      if (entries.length === 0) return
      // Sorted, so that two gateways writing the same rows do not deadlock.
      const sorted = entries.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other), 'en'))
      const rows = sorted.map(({ firstSeen, lastSeen, ...rest }) => ({
        ...rest,
        first_seen_at: firstSeen,
        last_seen_at: lastSeen,
      }))
      await db
        .insertInto('drift')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['operation', 'path', 'expected', 'seen']).doUpdateSet((row) => ({
            count: row('drift.count', '+', row.ref('excluded.count')),
            last_seen_at: row.ref('excluded.last_seen_at'),
          })),
        )
        .execute()
    },
    /** All places, undeclared values after all others, and the one seen last first. */
    list: async (): Promise<readonly DriftEntry[]> => {
      const rows = await Promise.all(
        kinds.map((is) =>
          db
            .selectFrom('drift')
            .selectAll()
            .where('expected', is, UNDECLARED)
            .orderBy('last_seen_at', 'desc')
            .limit(MOST)
            .execute(),
        ),
      )
      return rows.flat().map(({ first_seen_at: firstSeen, last_seen_at: lastSeen, ...rest }) => ({
        ...rest,
        firstSeen,
        lastSeen,
      }))
    },
    /** Forgets all places; answers how many. */
    clear: (): Promise<number> => countChanged(db.deleteFrom('drift')),
    /** Removes all but the places that were seen last; answers how many. */
    sweep: async (): Promise<number> => {
      let removed = 0
      for (const is of kinds) {
        const oldest = await db
          .selectFrom('drift')
          .select('last_seen_at')
          .where('expected', is, UNDECLARED)
          .orderBy('last_seen_at', 'desc')
          .offset(MOST)
          .limit(1)
          .executeTakeFirst()
        if (oldest === undefined) continue
        const old = db.deleteFrom('drift').where('expected', is, UNDECLARED)
        removed += await countChanged(old.where('last_seen_at', '<=', oldest.last_seen_at))
      }
      return removed
    },
  }
}
