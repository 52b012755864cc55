import { useCallback, useEffect, useState } from 'react'
import { sessionEnd, warnBefore, useActivity } from '../auth/idle.ts'
import type { Session } from '../auth/session.ts'
import { useSession, useShell } from '../auth/ShellContext.ts'
import { lazyComponent } from '../ui/lazyComponent.tsx'

/**
 * The current time. Updates when the warning is due, every second while it shows, and when the tab's visibility
 * changes.
 */
const useClock = (session: Session): number => {
  const [now, setNow] = useState(() => Date.now())
  const { left } = sessionEnd(session, now)
  useEffect(() => {
    const tick = () => setNow(Date.now())
    const wait = left <= warnBefore ? 1000 : Math.min(left - warnBefore, 2 ** 31 - 1)
    const timer = setTimeout(tick, wait)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [left, now])
  return now
}

const IdleDialog = lazyComponent(async () => (await import('./IdleDialog.tsx')).IdleDialog, null)

/** Loads the dialog ahead of time, because the gateway may be out of reach when it is due. */
export const preloadIdleDialog = (): Promise<void> => IdleDialog.preload()

const IdleWatch = ({ session }: { readonly session: Session }) => {
  const { sessionManager } = useShell()
  const now = useClock(session)
  const [understood, setUnderstood] = useState(false)
  const { left, movable } = sessionEnd(session, now)
  const { mark } = session
  const over = left <= 0
  const warning = left <= warnBefore

  // The gateway decides whether the session is over. If it cannot be reached, the screen is locked anyway (U22).
  useEffect(() => {
    if (over) sessionManager.load().catch(() => sessionManager.end(mark, 'expired'))
  }, [over, sessionManager, mark])
  // A failed touch changes nothing. The warning comes or stays, and the person can try again.
  const touch = useCallback(() => void sessionManager.touch().catch(() => null), [sessionManager])
  useActivity(useCallback(() => (warning ? undefined : touch()), [warning, touch]))

  if (!warning || over || (understood && !movable)) return null
  return <IdleDialog left={left} movable={movable} onAnswer={movable ? touch : () => setUnderstood(true)} />
}

/** Warns two minutes before the session ends, and ends it on the screen when the time is up (D-32). */
export const IdleWarning = () => {
  const session = useSession()
  return session === null ? null : <IdleWatch key={session.mark} session={session} />
}
