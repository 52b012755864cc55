import { useSyncExternalStore } from 'react'

const MINUTE_MS = 60_000

const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setTimeout> | undefined

const isWatched = (): boolean => listeners.size > 0 && document.visibilityState === 'visible'

function tick(): void {
  now = Date.now()
  schedule()
  for (const listener of listeners) listener()
}

/** The next whole minute, while somebody looks. */
function schedule(): void {
  clearTimeout(timer)
  timer = isWatched() ? setTimeout(tick, MINUTE_MS - (Date.now() % MINUTE_MS)) : undefined
}

/** Nothing runs behind a hidden page; a page that is looked at again is right at once. */
const look = (): void => (isWatched() ? tick() : schedule())

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now()
    document.addEventListener('visibilitychange', look)
  }
  listeners.add(listener)
  schedule()
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    document.removeEventListener('visibilitychange', look)
    schedule()
  }
}

const read = (): number => now

/** The time now (ms), told anew with every minute. All clocks of the page share one timer. */
export const useMinute = (): number => useSyncExternalStore(subscribe, read)
