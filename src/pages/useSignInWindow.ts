import { useCallback, useEffect, useState } from 'react'
import { openSignInWindow } from '../auth/signInWindow.ts'
import { useShell } from '../ShellContext.ts'

/** Where the sign-in beside this tab stands; `away` once its window is at the identity provider. */
export type SignInWindowState = 'ready' | 'blocked' | 'open' | 'away' | 'closed'

const LOOK_MS = 300

/** The sign-in window of this tab: opens it, and knows whether it is there as far as the browser tells. */
export const useSignInWindow = () => {
  const { sessionManager } = useShell()
  const [state, setState] = useState<SignInWindowState>('ready')
  const [opened, setOpened] = useState<Window | null>(null)

  useEffect(() => sessionManager.onLeaving(() => setState((now) => (now === 'open' ? 'away' : now))), [sessionManager])
  useEffect(() => {
    if (state !== 'open' || opened === null) return
    const timer = setInterval(() => {
      if (opened.closed) setState('closed')
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [state, opened])

  const open = useCallback(() => {
    const made = openSignInWindow()
    setOpened(made)
    setState(made === null ? 'blocked' : 'open')
    made?.focus()
  }, [])
  return { state, open }
}
