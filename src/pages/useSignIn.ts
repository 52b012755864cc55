import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { loginFailed, loginMessage } from '../../language/messages.ts'
import { LoginRefused } from '../auth/createAuthProvider.ts'
import type { LoginParams } from '../auth/createAuthProvider.ts'
import { safeNext, signedInPath } from '../auth/signIn.ts'
import { useShell } from '../auth/ShellContext.ts'

/** The code of a refusal at the callback, from the navigation state. */
const refusedCode = (state: unknown): string | null =>
  typeof state === 'object' && state !== null && 'refused' in state && typeof state.refused === 'string'
    ? state.refused
    : null

type SignInRequest =
  | { readonly way: 'password'; readonly email: string; readonly password: string }
  | { readonly way: 'sso'; readonly loginHint?: string }

/** Starts a sign-in and leaves the page for the provider. A refusal becomes the text of the error banner. */
export const useSignIn = () => {
  const { authProvider, sessionManager } = useShell()
  const [search] = useSearchParams()
  const arrived: unknown = useLocation().state
  const code = refusedCode(arrived)
  const [error, setError] = useState<string | null>(code === null ? null : loginMessage(code))
  const [busy, setBusy] = useState(false)

  const signIn = async (request: SignInRequest) => {
    const params: LoginParams = { ...request, next: safeNext(search.get('next')) }
    setBusy(true)
    setError(null)
    try {
      const { redirectTo } = await authProvider.login(params)
      if (params.next === signedInPath) sessionManager.leave()
      window.location.assign(redirectTo)
    } catch (refused) {
      setBusy(false)
      setError(refused instanceof LoginRefused ? refused.message : loginFailed)
    }
  }
  return { signIn, busy, error }
}
