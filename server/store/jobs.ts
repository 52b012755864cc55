import type { Kysely } from 'kysely'
import { hasChanged, type Tables } from './tables.ts'

/** Jobs that one of several gateways does at a time. */
export type Jobs = ReturnType<typeof createJobs>

/** @param now the clock, UTC milliseconds */
export function createJobs(db: Kysely<Tables>, now: () => number) {
  return {
    /** Takes a job for this long; true for one gateway only. A job is not given back: its time says when it is next. */
    take: (name: string, ms: number): Promise<boolean> => {
      const time = now()
      const taken = { taken_until: time + ms }
      return hasChanged(
        db
          .insertInto('job')
          .values({ name, ...taken })
          .onConflict((conflict) => conflict.column('name').doUpdateSet(taken).where('job.taken_until', '<=', time)),
      )
    },
  }
}
