/** The last request of a call in this tab: no address, no value. */
interface LastRequest {
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

const observer = new PerformanceObserver((entries) => entries.getEntries().forEach(note))

/** Begins to note the requests of this tab, those before included. */
export const watchRequests = (): void => observer.observe({ type: 'resource', buffered: true })

/** The last request of an operation, once the gateway has answered it. */
export function lastRequestOf(operation: string): LastRequest | undefined {
  // The browser hands over what it has noted some time later; it is asked for that here.
  observer.takeRecords().forEach(note)
  return last.get(operation)
}
