import { loadTrades } from './load.ts'
import type { TradeLoad } from './load.ts'

/** The load of trade lines, while the services already answer. */
export interface TradeLoading {
  /** Begins; to be called once the services listen. */
  begin(): void
  /** Resolves when the lines are there; rejects when they cannot be. */
  ready(): Promise<void>
  /** Ends the load where it stands, and waits until it no longer touches the database. */
  stop(): Promise<void>
}

/** Prepares to load trade lines. A failure is logged once and told to whoever waits for the lines. */
export function tradeLoading(load: Omit<TradeLoad, 'signal'>): TradeLoading {
  const controller = new AbortController()
  const start = Promise.withResolvers<void>()
  const loaded = start.promise.then(() => loadTrades({ ...load, signal: controller.signal }))
  const ended = loaded.catch((error: unknown) => load.log(`embedded data: trades were not loaded: ${String(error)}`))
  return {
    begin: () => start.resolve(),
    ready: () => loaded,
    stop() {
      controller.abort()
      start.resolve()
      return ended
    },
  }
}
