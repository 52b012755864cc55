import { Navigate, Outlet, createPath, useLocation } from 'react-router-dom'
import { PageLoading } from '../ui/Skeleton.tsx'
import { Unreachable } from '../layout/PlainLayout.tsx'
import { useSessionState, useShell } from '../auth/ShellContext.ts'
import { loginPath } from '../auth/signIn.ts'
import { lazyComponent } from '../ui/lazyComponent.tsx'

const SessionEnded = lazyComponent(async () => (await import('./entry.ts')).SessionEnded, <PageLoading />)

/** Lets signed-in people through. Everyone else goes to the login page, which remembers the page they wanted. */
export const RequireSession = () => {
  const { sessionManager } = useShell()
  const state = useSessionState()
  const place = useLocation()
  // A failed retry stays on this page, which shows the failure.
  const retry = () => void sessionManager.load().catch(() => null)
  switch (state.status) {
    case 'active':
      return <Outlet />
    case 'unknown':
      return <PageLoading />
    case 'failed':
      return <Unreachable onRetry={retry} />
    case 'none':
      if (state.reason === 'expired') return <SessionEnded />
      return (
        <Navigate to={state.reason === 'signedOut' ? '/login?signedOut=1' : loginPath(createPath(place))} replace />
      )
  }
}
