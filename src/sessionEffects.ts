import type { Store } from 'ra-core'
import { pendingActionsIn } from './actions/pendingActions.ts'
import type { SessionManager } from './auth/createSessionManager.ts'
import { grantsOf } from './auth/session.ts'
import type { Drafts } from './data/drafts.ts'
import { afterPress, watchPresses } from './ui/afterPress.ts'
import { notifyManager, QueryClient } from '@tanstack/react-query'

const markOf = (sessionManager: SessionManager): string | null => {
  const state = sessionManager.state()
  return state.status === 'active' ? state.session.mark : null
}

/**
 * Cancels running requests and clears cached data whenever a session ends or another one replaces it (D-13).
 * Returns the function that unsubscribes.
 */
export const clearOnSessionChange = (
  sessionManager: SessionManager,
  queryClient: QueryClient,
  store: Store,
): (() => void) => {
  let mark = markOf(sessionManager)
  return sessionManager.subscribe(() => {
    const next = markOf(sessionManager)
    if (next === mark) return
    const before = mark
    mark = next
    if (before === null) return
    void queryClient.cancelQueries()
    queryClient.clear()
    pendingActionsIn(queryClient).forget()
    store.reset()
  })
}

/**
 * Connects the drafts to the signed-in person (U15). Drafts are held while the session is over, and restored for the
 * same person. A sign-out or another person's sign-in drops them. `onOther` runs if another person signs in while
 * drafts are held; it must reload the page.
 */
export const watchDrafts = (sessionManager: SessionManager, drafts: Drafts, onOther: () => void): (() => void) =>
  sessionManager.subscribe(() => {
    const state = sessionManager.state()
    if (state.status === 'active') {
      if (drafts.claim(state.session.userId)) onOther()
    } else if (state.status === 'none') {
      if (state.reason === 'expired') drafts.hold()
      else drafts.clear()
    }
  })

/**
 * Puts the session's permissions into the cache where react-admin's `usePermissions` reads them, so that the first
 * render of a page already has them.
 */
export const seedPermissions = (sessionManager: SessionManager, queryClient: QueryClient): (() => void) =>
  sessionManager.subscribe(() => {
    const state = sessionManager.state()
    if (state.status === 'active') {
      queryClient.setQueryData(['auth', 'getPermissions', {}], grantsOf(state.session))
    }
  })

/**
 * Creates the query cache. The gateway retries failed reads itself, so the browser does not. Offline, calls fail at
 * once instead of waiting and being sent on reconnection without the person knowing. Answers are shown after a press.
 */
export function createConsoleQueryClient(): QueryClient {
  watchPresses()
  notifyManager.setScheduler((notify) => setTimeout(afterPress, 0, notify))
  return new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', refetchOnReconnect: true },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
