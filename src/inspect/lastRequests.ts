/** The last request of a call in this tab: no address, no value. */
export interface LastRequest {
  /** 0 when no answer came, or when this browser does not tell. */
  readonly status: number
  readonly durationMs: number
  /** UTC milliseconds. */
  readonly at: number
}

const last = new Map<string, LastRequest>()

/** The gateway names the call of each answer in its `Server-Timing`. */
function note(entry: PerformanceEntry): void {
  if (!(entry instanceof PerformanceResourceTiming)) return
  const operation = entry.serverTiming.find(({ name }) => name === 'call')?.description
  if (operation === undefined) return
  const { responseStatus: status, duration: durationMs, startTime } = entry
  last.set(operation, { status, durationMs, at: performance.timeOrigin + startTime })
}

/** Begins to note the requests of this tab, those before included. */
export const watchRequests = (): void =>
  new PerformanceObserver((entries) => entries.getEntries().forEach(note)).observe({ type: 'resource', buffered: true })

/** The last request of an operation, once the gateway has answered it. */
export const lastRequestOf = (operation: string): LastRequest | undefined => last.get(operation)
