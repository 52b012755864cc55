/**
 * What happened to the running changes when the session ended. `none`: there were none. `refused`: all were refused and
 * nothing was changed. `unknown`: one was not answered, so its outcome is unknown.
 */
export type ChangeOutcome = 'none' | 'refused' | 'unknown'

/** Tracks the changes that this tab sends, to say what the end of a session meant for them (U15). */
export interface ChangeTracker {
  /** Records a change being sent. Call the returned function with the answer's status, or without one if none came. */
  readonly begin: () => (status?: number) => void
  /** The session is over. Changes that are not answered yet count as unknown. */
  readonly sessionEnded: () => void
  /** A person has signed in. Forgets the earlier changes, which have been reported. */
  readonly sessionBegan: () => void
  readonly fate: () => ChangeOutcome
  readonly subscribe: (listener: () => void) => () => void
}

/** After a 401 from a service or the gateway, nothing was changed (D-12). */
const UNAUTHORIZED = 401

/** Creates the page's change tracker. There is one per page. */
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
