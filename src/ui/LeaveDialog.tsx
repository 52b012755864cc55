import { useCallback, useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import type { BlockerFunction, Location } from 'react-router-dom'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

/** A way off the page that waits for the person's word. */
export interface LeaveQuestion {
  readonly leave: () => void
  readonly stay: () => void
}

/** Whether the way from one address to another leaves what would be lost. */
type LeavesTest = (here: Location, there: Location) => boolean

/** Another page, or another tab of the same page. */
const leavesTab: LeavesTest = (here, there) => here.pathname !== there.pathname || here.search !== there.search

/** Another page; the same page under another question is none. */
export const leavesPage: LeavesTest = (here, there) => here.pathname !== there.pathname

/**
 * Asks before something is lost that was chosen or typed: by another page or tab of the console, for which the question
 * is returned, or by closing the window, for which the browser asks.
 *
 * @param leaves what counts as leaving; the same function at every call
 */
export function useLeaveQuestion(isUnsaved: boolean, leaves: LeavesTest = leavesTab): LeaveQuestion | undefined {
  const isAway = useCallback<BlockerFunction>(
    ({ currentLocation: here, nextLocation: there }) => isUnsaved && leaves(here, there),
    [isUnsaved, leaves],
  )
  const blocker = useBlocker(isAway)
  useEffect(() => {
    if (!isUnsaved) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
  return blocker.state === 'blocked' ? { leave: blocker.proceed, stay: blocker.reset } : undefined
}

interface LeaveDialogProps {
  readonly question: LeaveQuestion
  readonly title: string
  /** What is lost by leaving. */
  readonly text: string
}

/**
 * Asks whether what is not saved or not sent may be lost. The focus starts on staying; the key that has followed the link
 * answers nothing.
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
