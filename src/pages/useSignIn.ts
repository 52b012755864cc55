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

/** Why a sign-in was refused, in words and by the provider's code. */
export type Refusal = Pick<LoginRefused, 'code' | 'message'>

type SignInRequest =
  | { readonly way: 'password'; readonly email: string; readonly password: string }
  | { readonly way: 'sso'; readonly loginHint?: string }

/** Starts a sign-in and leaves the page for the provider. A refusal is shown in the error banner. */
export const useSignIn = () => {
  const { authProvider, sessionManager } = useShell()
  const [search] = useSearchParams()
  const arrived: unknown = useLocation().state
  const code = refusedCode(arrived)
  const [refusal, setRefusal] = useState<Refusal | null>(code === null ? null : { code, message: loginMessage(code) })
  const [busy, setBusy] = useState(false)

  const signIn = async (request: SignInRequest) => {
    const params: LoginParams = { ...request, next: safeNext(search.get('next')) }
    setBusy(true)
    setRefusal(null)
    try {
      const { redirectTo } = await authProvider.login(params)
      if (params.next === signedInPath) sessionManager.leave()
      window.location.assign(redirectTo)
    } catch (refused) {
      setBusy(false)
      setRefusal(refused instanceof LoginRefused ? refused : { code: null, message: loginFailed })
    }
  }
  return { signIn, busy, refusal }
}
