import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { PageLoading } from '../layout/ProgressLine.tsx'
import { Unreachable } from '../pages/Unreachable.tsx'
import { useSessionState, useShell } from '../ShellContext.ts'
import { loginPath } from './safeNext.ts'

/** Lets signed-in people through; everybody else goes to the login page, which remembers where they wanted to go. */
export const RequireSession = () => {
  const { keeper } = useShell()
  const state = useSessionState()
  const { pathname, search } = useLocation()
  // A retry that fails leaves this very page, which says so.
  const retry = () => void keeper.load().catch(() => null)
  switch (state.status) {
    case 'active':
      return <Outlet />
    case 'unknown':
      return <PageLoading />
    case 'failed':
      return <Unreachable onRetry={retry} />
    case 'none':
      return (
        <Navigate to={state.reason === 'signedOut' ? '/login?signedOut=1' : loginPath(pathname + search)} replace />
      )
  }
}
