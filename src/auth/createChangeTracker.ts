/**
 * What the end of the session means for the changes that were under way: there were none, all of them were refused
 * and nothing was changed, or one was not answered and nobody knows.
 */
export type ChangeOutcome = 'none' | 'refused' | 'unknown'

/** Follows the changes that this tab sends, as far as the end of a session is concerned (U15). */
export interface ChangeTracker {
  /** A change is being sent. Call the answered function with the status of its answer, or without one if none came. */
  readonly begin: () => (status?: number) => void
  /** The session is over: what is not answered by now is lost. */
  readonly sessionEnded: () => void
  /** Somebody is signed in: what was before has been told. */
  readonly sessionBegan: () => void
  readonly fate: () => ChangeOutcome
  readonly subscribe: (listener: () => void) => () => void
}

/** A service or the gateway that answers 401 has done nothing (D-12). */
const UNAUTHORIZED = 401

/** Builds the one watch of the page. */
export const createChangeTracker = (): ChangeTracker => {
  const open = new Set<symbol>()
  const lost = new Set<symbol>()
  const listeners = new Set<() => void>()
  let isRefused = false
  return {
    begin: () => {
      const change = Symbol('change')
      open.add(change)
      return (status) => {
        open.delete(change)
        if (status !== UNAUTHORIZED) return
        lost.delete(change)
        isRefused = true
        for (const listener of listeners) listener()
      }
    },
    sessionEnded: () => {
      for (const change of open) lost.add(change)
    },
    sessionBegan: () => {
      lost.clear()
      isRefused = false
    },
    fate: () => (lost.size > 0 ? 'unknown' : isRefused ? 'refused' : 'none'),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
