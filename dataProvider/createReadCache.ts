/**
 * How long a whole array is reused, in milliseconds: long enough for paging and typing, short enough to stay current.
 */
const LIFETIME_MS = 10_000

interface Entry<T> {
  readonly startedAt: number
  readonly value: Promise<T>
  readonly controller: AbortController
  waiting: number
  settled: boolean
}

interface ReadKey {
  readonly resource: string
  readonly request: unknown
}

/** Whole answers by resource, cached in memory briefly. */
export interface ReadCache<T> {
  /**
   * The cached answer, or the answer of `read`. An aborting caller cancels the call only when no one else waits for it.
   */
  readonly get: (key: ReadKey, read: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal) => Promise<T>
  readonly drop: (resource: string) => void
  readonly dropAll: () => void
}

async function settledOrLeft<T>(value: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return value
  const { promise, reject } = Promise.withResolvers<never>()
  const leave = (): void => reject(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  return Promise.race([value, promise]).finally(() => signal.removeEventListener('abort', leave))
}

function start<T>(read: (signal: AbortSignal) => Promise<T>): Entry<T> {
  const controller = new AbortController()
  const value = read(controller.signal).finally(() => {
    entry.settled = true
  })
  const entry: Entry<T> = { startedAt: Date.now(), value, controller, waiting: 0, settled: false }
  return entry
}

/** Creates an empty cache. Failed and cancelled calls are not kept. */
export function createReadCache<T>(): ReadCache<T> {
  const entries = new Map<string, Entry<T>>()
  const prefixOf = (resource: string): string => `${resource} `
  const forget = (key: string, entry: Entry<T>): void => {
    if (entries.get(key) === entry) entries.delete(key)
  }
  return {
    async get({ resource, request }, read, signal) {
      signal?.throwIfAborted()
      const key = prefixOf(resource) + JSON.stringify(request)
      const known = entries.get(key)
      const entry = known !== undefined && Date.now() - known.startedAt < LIFETIME_MS ? known : start(read)
      entries.set(key, entry)
      entry.waiting += 1
      try {
        return await settledOrLeft(entry.value, signal)
      } catch (error) {
        if (entry.settled || entry.waiting === 1) forget(key, entry)
        throw error
      } finally {
        entry.waiting -= 1
        if (entry.waiting === 0 && !entry.settled) entry.controller.abort()
      }
    },
    drop(resource) {
      for (const key of entries.keys()) if (key.startsWith(prefixOf(resource))) entries.delete(key)
    },
    dropAll: () => entries.clear(),
  }
}
