import { useEffect, useState } from 'react'
import { Navigate, useNavigate, Link } from 'react-router-dom'
import { LoginRefused } from '../auth/createAuthProvider.ts'
import { usePageTitle } from '../layout/usePageTitle.ts'
import { useShell } from '../auth/ShellContext.ts'
import { Waiting, PlainLayout } from '../layout/PlainLayout.tsx'
import { homePath } from '../model/consoleModel.ts'
import { buttonClass, Button } from '../ui/Button.tsx'

/** Whether an address carries an answer of the identity provider: its state, and a code or an error. */
export const isLoginRedirect = (query: string): boolean => {
  const params = new URLSearchParams(query)
  return params.has('state') && (params.has('code') || params.has('error'))
}

/** The end of the provider's redirect: a loader while the gateway completes the sign-in, then the wanted page. */
export const Callback = () => {
  usePageTitle('Signing in')
  const { authProvider, sessionManager } = useShell()
  const navigate = useNavigate()
  const [isAnswer] = useState(() => isLoginRedirect(window.location.search))
  useEffect(() => {
    if (!isAnswer) {
      // Somebody may be signed in all the same; the login page then leads on. A failed look is its state 'failed'.
      sessionManager.load().catch(() => null)
      return
    }
    authProvider.handleCallback().then(
      ({ redirectTo }) => navigate(redirectTo, { replace: true }),
      (error: unknown) => {
        const refused = (error instanceof LoginRefused ? error.code : null) ?? 'unknown'
        return navigate('/login', { replace: true, state: { refused } })
      },
    )
  }, [isAnswer, authProvider, sessionManager, navigate])
  return isAnswer ? <Waiting>Signing you in</Waiting> : <Navigate to="/login" replace />
}

/** The end of a sign-in in a window of its own: tells the tab that waits for it, and closes. */
export const SignedIn = () => {
  usePageTitle('Signed in')
  const { sessionManager } = useShell()
  useEffect(() => {
    sessionManager.announce()
    window.close()
  }, [sessionManager])
  return (
    <PlainLayout>
      <h1>You are signed in</h1>
      <p>Your other tab goes on. You can close this window.</p>
      <Link to={homePath()} className={buttonClass()}>
        Return home
      </Link>
    </PlainLayout>
  )
}

/** Signs out through the gateway, then leaves with the whole document, so that nothing stays in memory (D-21). */
export const SignOut = () => {
  usePageTitle('Signing out')
  const { authProvider } = useShell()
  const [attempt, setAttempt] = useState(1)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    authProvider.logout().then(
      (target) => window.location.replace(target === false ? '/login?signedOut=1' : target),
      () => setFailed(true),
    )
  }, [authProvider, attempt])
  const retry = () => {
    setFailed(false)
    setAttempt(attempt + 1)
  }
  if (!failed) return <Waiting>Signing you out</Waiting>
  return (
    <PlainLayout>
      <h1>You are still signed in</h1>
      <p role="alert">The server could not be reached to end your session. Try again before you leave this machine.</p>
      <Button look="primary" onClick={retry}>
        Try again
      </Button>
    </PlainLayout>
  )
}
