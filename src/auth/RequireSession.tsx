import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { draftsIn } from '../drafts/drafts.ts'
import { PageLoading } from '../layout/ProgressLine.tsx'
import { SignInAgain } from '../pages/SignInAgain.tsx'
import { Unreachable } from '../pages/Unreachable.tsx'
import { useSessionState, useShell } from '../ShellContext.ts'
import { loginPath } from './safeNext.ts'

/**
 * Lets signed-in people through. Everybody else goes to the login page, which remembers where they wanted to go; with
 * something typed and not sent they stay, and sign in beside.
 */
export const RequireSession = () => {
  const { sessionManager } = useShell()
  const state = useSessionState()
  const { pathname, search } = useLocation()
  const drafts = draftsIn(useQueryClient())
  const hasDrafts = !useSyncExternalStore(drafts.subscribe, drafts.isEmpty)
  // A retry that fails leaves this very page, which says so.
  const retry = () => void sessionManager.load().catch(() => null)
  switch (state.status) {
    case 'active':
      return <Outlet />
    case 'unknown':
      return <PageLoading />
    case 'failed':
      return <Unreachable onRetry={retry} />
    case 'none':
      if (state.reason === 'expired' && hasDrafts) return <SignInAgain onGiveUp={drafts.clear} />
      return (
        <Navigate to={state.reason === 'signedOut' ? '/login?signedOut=1' : loginPath(pathname + search)} replace />
      )
  }
}
