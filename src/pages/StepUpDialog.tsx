import { useEffect } from 'react'
import type { StepUp } from '../auth/createStepUp.ts'
import { useSession, useShell } from '../auth/ShellContext.ts'
import { confirmPath } from '../auth/signIn.ts'
import { signInWindowWords, useSignInWindow } from '../auth/useSignInWindow.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'

/**
 * Asks for a fresh sign-in above the page, which stays as it is. The sign-in happens in a separate window; the call that
 * needs it then goes on.
 */
export const StepUpDialog = ({ stepUp }: { readonly stepUp: StepUp }) => {
  const { sessionManager } = useShell()
  const session = useSession()
  const { state, open } = useSignInWindow(confirmPath)
  const { text, tone, label } = signInWindowWords(state)
  useEffect(
    () =>
      sessionManager.onStarted(() => {
        // The gateway says whose session it is now: for another person's, the waiting call must not go on.
        sessionManager.load().then(
          () => stepUp.answer(true),
          () => stepUp.answer(false),
        )
      }),
    [sessionManager, stepUp],
  )
  useEffect(() => {
    if (session === null) stepUp.answer(false)
  }, [session, stepUp])
  return (
    <Dialog
      title="Confirm that it’s you"
      text={
        <>
          You signed in more than five minutes ago. Sign in again as <b>{session?.email}</b> in the window that opens,
          and this page goes on by itself. Nothing is sent until then, and what you typed stays.
        </>
      }
      onCancel={() => stepUp.answer(false)}
      onSubmit={open}
      isDetached
      buttons={
        <>
          <Button onClick={() => stepUp.answer(false)}>Cancel</Button>
          <Button type="submit" look="primary" data-first="">
            {label}
          </Button>
        </>
      }
    >
      <output className={`cs-notice cs-notice--${tone}`} hidden={text === ''}>
        {text}
      </output>
    </Dialog>
  )
}
