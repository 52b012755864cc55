import { useCallback, useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import type { BlockerFunction } from 'react-router-dom'

/** A way off the page that waits for the person's word. */
export interface LeaveQuestion {
  readonly leave: () => void
  readonly stay: () => void
}

/**
 * Asks before chosen documents are lost: by another page or tab of the console, for which the question is returned, or
 * by closing the window, for which the browser asks.
 */
export function useLeaveQuestion(isUnsaved: boolean): LeaveQuestion | undefined {
  const isAway = useCallback<BlockerFunction>(
    ({ currentLocation: here, nextLocation: there }) =>
      isUnsaved && (here.pathname !== there.pathname || here.search !== there.search),
    [isUnsaved],
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
