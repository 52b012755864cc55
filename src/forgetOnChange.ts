import type { QueryClient } from '@tanstack/react-query'
import type { Store } from 'ra-core'
import { runningIn } from './actions/running.ts'
import type { SessionKeeper } from './auth/createSessionKeeper.ts'

const markOf = (keeper: SessionKeeper): string | null => {
  const state = keeper.state()
  return state.status === 'active' ? state.session.mark : null
}

/**
 * Cancels what is under way and forgets what was read whenever a session ends or gives way to another one (D-13).
 * Returns the function that stops it.
 */
export const forgetOnChange = (keeper: SessionKeeper, queryClient: QueryClient, store: Store): (() => void) => {
  let mark = markOf(keeper)
  return keeper.subscribe(() => {
    const next = markOf(keeper)
    if (next === mark) return
    const before = mark
    mark = next
    if (before === null) return
    void queryClient.cancelQueries()
    queryClient.clear()
    runningIn(queryClient).forget()
    store.reset()
  })
}
