import { useCallback, useEffect } from 'react'
import { useBlocker, type RouterBlockerFunction } from 'ra-core'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

/** A navigation that waits for the person's answer. */
interface LeaveQuestion {
  readonly leave: () => void
  readonly stay: () => void
}

/** Has the browser ask before the window closes. */
export function useCloseQuestion(isAsked: boolean): void {
  useEffect(() => {
    if (!isAsked) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isAsked])
}

/**
 * Asks before chosen or typed content is lost. For another page of the console it returns the question, which ends by
 * itself once nothing is unsaved any more; the same page with another query does not count. When the window closes, the
 * browser asks.
 */
export function useLeaveQuestion(isUnsaved: boolean): LeaveQuestion | undefined {
  const isAway = useCallback<RouterBlockerFunction>(
    ({ currentLocation: here, nextLocation: there }) => isUnsaved && here.pathname !== there.pathname,
    [isUnsaved],
  )
  const blocker = useBlocker(isAway)
  useCloseQuestion(isUnsaved)
  const isOver = !isUnsaved && blocker.state === 'blocked'
  useEffect(() => {
    if (isOver) blocker.reset?.()
  }, [isOver, blocker])
  return isUnsaved && blocker.state === 'blocked' ? { leave: blocker.proceed, stay: blocker.reset } : undefined
}

interface LeaveDialogProps {
  readonly question: LeaveQuestion
  readonly title: string
  readonly text: string
}

/**
 * Asks whether unsaved or unsent content may be lost. The focus starts on staying. The key press that followed the link
 * cannot answer the question.
 */
export const LeaveDialog = ({ question, title, text }: LeaveDialogProps) => (
  <Dialog
    title={title}
    text={text}
    onCancel={question.stay}
    isGuarded
    buttons={
      <>
        <Button onClick={question.stay} data-first="">
          Stay
        </Button>
        <Button look="danger" onClick={question.leave}>
          Leave
        </Button>
      </>
    }
  />
)
