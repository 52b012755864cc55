/** Work that no answer waits for, and that ends by itself within a deadline. */
export interface Background {
  /** @param work never rejects */
  start(work: Promise<void>): void
  /** Resolves once all work so far has ended: the gateway does not close before. */
  ended(): Promise<void>
}

export function createBackground(): Background {
  const running = new Set<Promise<void>>()
  return {
    start: (work) => {
      running.add(work)
      void work.finally(() => running.delete(work))
    },
    ended: async () => void (await Promise.all(running)),
  }
}
