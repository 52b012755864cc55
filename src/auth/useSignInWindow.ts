import { useCallback, useEffect, useState } from 'react'
import { useShell } from './ShellContext.ts'
import { openSignInWindow } from './signIn.ts'

/** The state of this tab's sign-in window. `away`: the window is at the identity provider. */
export type SignInWindowState = 'ready' | 'blocked' | 'open' | 'away' | 'closed'

const LOOK_MS = 300

/** Opens this tab's sign-in window at an address, and tracks whether it is open as far as the browser reports it. */
export const useSignInWindow = (address: string) => {
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
    const made = openSignInWindow(address)
    setOpened(made)
    setState(made === null ? 'blocked' : 'open')
    made?.focus()
  }, [address])
  return { state, open }
}

const GOING_ON = 'Sign in in the window that has opened. This tab then goes on where you were.'

const words: Readonly<Record<SignInWindowState, string>> = {
  ready: '',
  open: GOING_ON,
  away: GOING_ON,
  blocked: 'The browser did not let the sign-in window open. Allow windows for this address and try again.',
  closed: 'The sign-in window was closed before anybody had signed in.',
}

const OPEN_AGAIN = 'Open the sign-in window again'

const labels: Readonly<Record<SignInWindowState, string>> = {
  ready: 'Sign in',
  open: OPEN_AGAIN,
  away: OPEN_AGAIN,
  blocked: 'Try again',
  closed: OPEN_AGAIN,
}

const WARNING: readonly SignInWindowState[] = ['blocked', 'closed']

/** What the person reads about the window, and the label of the button that opens it. */
export const signInWindowWords = (state: SignInWindowState) => ({
  text: words[state],
  tone: WARNING.includes(state) ? ('warning' as const) : ('info' as const),
  label: labels[state],
})
