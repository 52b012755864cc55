import type { Store } from 'ra-core'
import { pendingActionsIn } from './actions/pendingActions.ts'
import type { SessionManager } from './auth/createSessionManager.ts'
import { grantsOf } from './auth/session.ts'
import type { Drafts } from './data/drafts.ts'
import { QueryClient } from '@tanstack/react-query'

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

/**
 * Ties what has been typed to who is signed in (U15): it is held while a session is over, there again for the same
 * person, and gone after a sign-out and for everybody else. `onOther` runs when another person has come where something
 * was held: the page is to be loaded afresh.
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
 * Puts the permissions of a session where react-admin's `usePermissions` looks for them, so that the first drawing of a
 * page knows them already.
 */
export const seedPermissions = (sessionManager: SessionManager, queryClient: QueryClient): (() => void) =>
  sessionManager.subscribe(() => {
    const state = sessionManager.state()
    if (state.status === 'active') {
      queryClient.setQueryData(['auth', 'getPermissions', {}], grantsOf(state.session))
    }
  })

/**
 * The cache of what has been read. The gateway repeats failed reads itself, so the browser does not; offline, calls
 * fail at once instead of waiting and being sent unasked on reconnection.
 */
export const createConsoleQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', refetchOnReconnect: true },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
