import { useEffect, useState } from 'react'
import { Navigate, useNavigate, Link } from 'react-router-dom'
import { LoginRefused } from '../auth/createAuthProvider.ts'
import { confirmPath, loginPath } from '../auth/signIn.ts'
import { usePageTitle } from '../layout/usePageTitle.ts'
import { useShell } from '../auth/ShellContext.ts'
import { Waiting, PlainLayout } from '../layout/PlainLayout.tsx'
import { homePath } from '../model/consoleModel.ts'
import { buttonClass, Button } from '../ui/Button.tsx'

/** True if a query contains the identity provider's answer: its state, and a code or an error. */
export const isLoginRedirect = (query: string): boolean => {
  const params = new URLSearchParams(query)
  return params.has('state') && (params.has('code') || params.has('error'))
}

/** The page of the provider's redirect. Shows a loader while the gateway completes the sign-in, then the next page. */
export const Callback = () => {
  usePageTitle('Signing in')
  const { authProvider, sessionManager } = useShell()
  const navigate = useNavigate()
  const [isAnswer] = useState(() => isLoginRedirect(window.location.search))
  useEffect(() => {
    if (!isAnswer) {
      // The person may be signed in anyway; the login page then redirects. A failure becomes the state 'failed'.
      sessionManager.load().catch(() => null)
      return
    }
    authProvider.handleCallback().then(
      ({ redirectTo }) => navigate(redirectTo, { replace: true }),
      (error: unknown) => {
        const { code, next } = error instanceof LoginRefused ? error : { code: null, next: null }
        const refused = code ?? 'unknown'
        const login = loginPath(next ?? homePath())
        const leave = (page: string) => navigate(page, { replace: true, state: { refused } })
        // Only a fresh sign-in comes back to a session that goes on.
        sessionManager.load().then(
          (session) => leave(session === null ? login : confirmPath),
          () => leave(login),
        )
      },
    )
  }, [isAnswer, authProvider, sessionManager, navigate])
  return isAnswer ? <Waiting>Signing you in</Waiting> : <Navigate to="/login" replace />
}

/** The last page of a sign-in in a separate window. Notifies the waiting tab, and closes the window. */
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

/** Signs out through the gateway, then loads a new document, so that nothing stays in memory (D-21). */
const SigningOut = () => {
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

const ConfirmSignOut = ({ onConfirm }: { readonly onConfirm: () => void }) => {
  usePageTitle('Sign out?')
  return (
    <PlainLayout>
      <h1>Sign out?</h1>
      <p>You came here by a link on another site. Nothing has been done yet.</p>
      <div className="cs-row">
        <Button look="primary" onClick={onConfirm}>
          Sign out
        </Button>
        <Link to={homePath()} className={buttonClass()}>
          Stay signed in
        </Link>
      </div>
    </PlainLayout>
  )
}

/** Signs out, once the person has confirmed it where the gateway asks for that: a link on another site led here. */
export const SignOut = () => {
  const [asks, setAsks] = useState(() => new URLSearchParams(window.location.search).has('confirm'))
  return asks ? <ConfirmSignOut onConfirm={() => setAsks(false)} /> : <SigningOut />
}
