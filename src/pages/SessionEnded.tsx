import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { createPath, Navigate, useLocation, useNavigate } from 'react-router-dom'
import { valueAt } from '../../language/pointer.ts'
import { loginPath, sessionEndMessage, signInPath } from '../auth/signIn.ts'
import { type SignInWindowState, signInWindowWords, useSignInWindow } from '../auth/useSignInWindow.ts'
import { useShell } from '../auth/ShellContext.ts'
import { draftsIn } from '../data/drafts.ts'
import { Button } from '../ui/Button.tsx'
import { usePageTitle } from '../layout/usePageTitle.ts'
import { PlainLayout } from '../layout/PlainLayout.tsx'

const Progress = ({ state }: { readonly state: SignInWindowState }) => (
  <output className={`cs-notice cs-notice--${signInWindowWords(state).tone}`}>{signInWindowWords(state).text}</output>
)

interface KeptProps {
  /** What this tab keeps: it begins a sentence. */
  readonly kept: string
  readonly onGiveUp: () => void
}

const Here = ({ kept, onGiveUp }: KeptProps) => {
  const id = useId()
  return (
    <div className="cs-stack cs-again-here">
      <p className="cs-muted" id={id}>
        You can also use this tab to sign in. {kept} will then be lost.
      </p>
      <Button aria-describedby={id} onClick={onGiveUp}>
        Use this tab to sign in
      </Button>
    </div>
  )
}

/** Offers the sign-in in a separate window. `onGiveUp` signs in here instead, which loses what is kept. */
const SignInAgain = ({ kept, hasTyped, onGiveUp }: KeptProps & { readonly hasTyped: boolean }) => {
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
        {sessionEndMessage(fate, hasTyped)} {kept} is kept in this tab: sign in again to go on.
      </p>
      <Progress state={state} />
      <Button ref={button} look="primary" size="large" aria-describedby={id} onClick={open}>
        {signInWindowWords(state).label}
      </Button>
      {state !== 'ready' && <Here kept={kept} onGiveUp={onGiveUp} />}
    </PlainLayout>
  )
}

/**
 * Replaces the page once the session has ended. The page is hidden and its address stays, if there is something that only
 * this tab knows: typed values and open questions (U15), or the record's place in a list. Else the person goes to the
 * login page, which remembers the page.
 */
export const SessionEnded = () => {
  const place = useLocation()
  const navigate = useNavigate()
  const drafts = draftsIn(useQueryClient())
  const hasTyped = !useSyncExternalStore(drafts.subscribe, () => drafts.isEmpty())
  const login = loginPath(createPath(place))
  const giveUp = () => {
    drafts.clear()
    void navigate(login, { replace: true })
  }
  if (hasTyped) return <SignInAgain kept="What you typed or chose" onGiveUp={giveUp} hasTyped />
  if (valueAt(place.state, '/isRestorable') === true)
    return <SignInAgain kept="Your place in the list" onGiveUp={giveUp} hasTyped={false} />
  return <Navigate to={login} replace />
}
