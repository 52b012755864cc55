import type { QueryClient } from '@tanstack/react-query'
import type { Store } from 'ra-core'
import { pendingActionsIn } from './actions/pendingActions.ts'
import type { SessionManager } from './auth/createSessionManager.ts'

const markOf = (sessionManager: SessionManager): string | null => {
  const state = sessionManager.state()
  return state.status === 'active' ? state.session.mark : null
}

/**
 * Cancels what is under way and forgets what was read whenever a session ends or gives way to another one (D-13).
 * Returns the function that stops it.
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
