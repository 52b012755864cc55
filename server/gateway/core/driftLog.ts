import type { DriftEntry } from '../../../language/drift.ts'
import type { DriftEntries } from '../../store/drift.ts'

/** What one answer had in a place that did not fit. */
type Seen = Pick<DriftEntry, 'path' | 'expected' | 'seen' | 'count'>

/** Collects drift, so that an answer waits for no write. */
export interface DriftLog {
  note(operation: string, seen: readonly Seen[]): void
  /** Writes what was collected. Rejects when the store fails; what could not be written is kept. */
  flush(): Promise<void>
}

/** Places that wait to be written; further ones are left out until then. */
const MOST_WAITING = 500

/** @param now the clock, UTC milliseconds */
export function createDriftLog(entries: DriftEntries, now: () => number): DriftLog {
  let waiting = new Map<string, DriftEntry>()
  const add = (entry: DriftEntry): void => {
    const key = [entry.operation, entry.path, entry.expected, entry.seen].join(' ')
    const known = waiting.get(key)
    if (known === undefined && waiting.size >= MOST_WAITING) return
    const { count, firstSeen } = known ?? { count: 0, firstSeen: entry.firstSeen }
    waiting.set(key, { ...entry, count: entry.count + count, firstSeen })
  }
  return {
    note(operation, seen) {
      const at = now()
      for (const one of seen) add({ operation, ...one, firstSeen: at, lastSeen: at })
    },
    async flush() {
      const written = waiting
      waiting = new Map()
      try {
        await entries.add([...written.values()])
      } catch (error) {
        for (const entry of written.values()) add(entry)
        throw error
      }
    },
  }
}
