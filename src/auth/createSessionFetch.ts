import type { SessionManager } from './createSessionManager.ts'

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

const sessionMark = (sessionManager: SessionManager): string | null => {
  const state = sessionManager.state()
  return state.status === 'active' ? state.session.mark : null
}

const over = () => new DOMException('The session of this request has ended', 'AbortError')

/** Changes, and nothing else, carry a key. */
const isChange = (init: unknown): boolean =>
  typeof init === 'object' &&
  init !== null &&
  'headers' in init &&
  new Headers(init.headers as HeadersInit).has('Idempotency-Key')

/** Makes the call; a change is followed to its answer, and not sent at all where nobody is known to be signed in. */
const followed = async <A extends readonly unknown[]>(
  sessionManager: SessionManager,
  call: (...request: A) => Promise<Response>,
  request: A,
): Promise<Response> => {
  if (!isChange(request[1])) return call(...request)
  if (sessionMark(sessionManager) === null) throw over()
  const answered = sessionManager.changes.begin()
  try {
    const response = await call(...request)
    answered(response.status)
    return response
  } catch (error) {
    answered()
    throw error
  }
}

/**
 * A way to the gateway as the data provider uses it, `fetch` or the one for forms. A 401 ends the session under which
 * the request was sent (D-12, D-13); an answer that arrives after that session has ended counts as cancelled, so that
 * it cannot touch the next one.
 */
export const createSessionFetch =
  <A extends readonly unknown[]>(sessionManager: SessionManager, call: (...request: A) => Promise<Response>) =>
  async (...request: A): Promise<Response> => {
    const mark = sessionMark(sessionManager)
    const response = await followed(sessionManager, call, request)
    if (mark !== sessionMark(sessionManager)) throw over()
    if (response.status === 401 && mark !== null) sessionManager.end(mark, 'expired')
    return response
  }
