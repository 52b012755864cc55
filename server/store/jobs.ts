import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** Jobs that one of several gateways does at a time. */
export type Jobs = ReturnType<typeof createJobs>

/** @param now the clock, UTC milliseconds */
export function createJobs(db: Kysely<Tables>, now: () => number) {
  return {
    /** Takes a job for this long; true for one gateway only. A job is not given back: its time says when it is next. */
    take: async (name: string, ms: number): Promise<boolean> => {
      const time = now()
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('job')
        .values({ name, taken_until: time + ms })
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet({ taken_until: time + ms })
            .where('job.taken_until', '<=', time),
        )
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows > 0n
    },
  }
}
