import { useEffect, useState } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'
import { LoginRefused } from '../auth/createAuthProvider.ts'
import { usePageTitle } from '../layout/usePageTitle.ts'
import { useShell } from '../ShellContext.ts'
import { Waiting } from './Waiting.tsx'

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
