import { useCallback, useEffect, useState, useId, useRef, useSyncExternalStore } from 'react'
import { openSignInWindow, sessionEndMessage } from '../auth/signIn.ts'
import { useShell } from '../auth/ShellContext.ts'
import { Button } from '../ui/Button.tsx'
import { usePageTitle } from '../layout/usePageTitle.ts'
import { PlainLayout } from '../layout/PlainLayout.tsx'

/** The state of this tab's sign-in window. `away`: the window is at the identity provider. */
export type SignInWindowState = 'ready' | 'blocked' | 'open' | 'away' | 'closed'

const LOOK_MS = 300

/** Opens this tab's sign-in window, and tracks whether it is open as far as the browser reports it. */
const useSignInWindow = () => {
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

const Progress = ({ state }: { readonly state: SignInWindowState }) => (
  <output className={`cs-notice cs-notice--${WARNING.includes(state) ? 'warning' : 'info'}`}>{words[state]}</output>
)

const Here = ({ onGiveUp }: { readonly onGiveUp: () => void }) => {
  const id = useId()
  return (
    <div className="cs-stack cs-again-here">
      <p className="cs-muted" id={id}>
        You can also sign in in this tab. What you typed will then be lost.
      </p>
      <Button aria-describedby={id} onClick={onGiveUp}>
        Sign in in this tab
      </Button>
    </div>
  )
}

/**
 * Replaces the page if the session ended while there were drafts or an open question. The page is hidden and its
 * address stays. The sign-in happens in a separate window, so that this tab keeps the typed values (U15). `onGiveUp`
 * signs in here instead, which loses them.
 */
export const SignInAgain = ({ onGiveUp }: { readonly onGiveUp: () => void }) => {
  usePageTitle('Sign in')
  const { sessionManager } = useShell()
  const fate = useSyncExternalStore(sessionManager.changes.subscribe, sessionManager.changes.fate)
  const { state, open } = useSignInWindow()
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => button.current?.focus(), [])
  return (
    <PlainLayout>
      <h1>Your session has ended</h1>
      <p id={id}>{sessionEndMessage(fate, true)} What you typed is kept in this tab: sign in again to go on.</p>
      <Progress state={state} />
      <Button ref={button} look="primary" size="large" aria-describedby={id} onClick={open}>
        {labels[state]}
      </Button>
      {state !== 'ready' && <Here onGiveUp={onGiveUp} />}
    </PlainLayout>
  )
}
