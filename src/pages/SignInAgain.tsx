import { useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { sessionEndMessage, signInPath } from '../auth/signIn.ts'
import { type SignInWindowState, signInWindowWords, useSignInWindow } from '../auth/useSignInWindow.ts'
import { useShell } from '../auth/ShellContext.ts'
import { Button } from '../ui/Button.tsx'
import { usePageTitle } from '../layout/usePageTitle.ts'
import { PlainLayout } from '../layout/PlainLayout.tsx'

const Progress = ({ state }: { readonly state: SignInWindowState }) => (
  <output className={`cs-notice cs-notice--${signInWindowWords(state).tone}`}>{signInWindowWords(state).text}</output>
)

const Here = ({ onGiveUp }: { readonly onGiveUp: () => void }) => {
  const id = useId()
  return (
    <div className="cs-stack cs-again-here">
      <p className="cs-muted" id={id}>
        You can also use this tab to sign in. What you typed or chose will then be lost.
      </p>
      <Button aria-describedby={id} onClick={onGiveUp}>
        Use this tab to sign in
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
  const { state, open } = useSignInWindow(signInPath)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => button.current?.focus(), [])
  return (
    <PlainLayout>
      <h1>Your session has ended</h1>
      <p id={id}>
        {sessionEndMessage(fate, true)} What you typed or chose is kept in this tab: sign in again to go on.
      </p>
      <Progress state={state} />
      <Button ref={button} look="primary" size="large" aria-describedby={id} onClick={open}>
        {signInWindowWords(state).label}
      </Button>
      {state !== 'ready' && <Here onGiveUp={onGiveUp} />}
    </PlainLayout>
  )
}
