import { operationTable } from '../../../language/operations.ts'
import type { ConsoleModel } from '../../../language/registry.ts'
import type { Store } from '../../store/openStore.ts'
import type { Bursts } from '../core/bursts.ts'
import type { Limits } from '../core/limits.ts'
import { MANY_FILES, MANY_VIEWS, readingOperations } from './auditPages.ts'
import { recordEvent, type StaffRequest } from './auditTrail.ts'

const MINUTE_MS = 60_000

interface Parts {
  readonly store: Store
  readonly limits: Limits
  readonly model: ConsoleModel
  /** The clock, UTC milliseconds. */
  readonly now: () => number
}

export function createBursts({ store, limits, model, now }: Parts): Bursts {
  const reading = readingOperations([...operationTable(model.definitions).values()])

  async function alertAbove(
    { max, windowMs }: Limits['manyViews'],
    event: typeof MANY_VIEWS | typeof MANY_FILES,
    staff: StaffRequest,
    count: (userId: number, windowMs: number) => Promise<number>,
  ): Promise<void> {
    const { userId } = staff.session.data
    try {
      const records = await count(userId, windowMs)
      if (records < max) return
      const claim = await store.viewAlerts.claim(`${event} ${userId}`, { max: 1, windowMs })
      if (!claim.isWithin) return
      staff.log.warn({ userId, records, event }, 'very much sent or taken within a short time')
      const details = { result: 'ok', records, minutes: Math.round(windowMs / MINUTE_MS) }
      await recordEvent(store, event, staff, details).catch(async (error: unknown) => {
        await store.viewAlerts.release(claim.id)
        throw error
      })
    } catch (error) {
      // What was sent or taken is recorded itself, and the next time checks again.
      staff.log.error({ err: error }, 'readings could not be counted')
    }
  }

  return {
    sent: (staff) => alertAbove(limits.manyViews, MANY_VIEWS, staff, store.views.countSubjects),
    took: (staff) =>
      alertAbove(limits.manyFiles, MANY_FILES, staff, (userId, windowMs) =>
        store.audit.countOf(userId, reading, now() - windowMs),
      ),
  }
}
