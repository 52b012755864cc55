import { useCallback, useEffect, useRef, useState } from 'react'
import { countdown, sessionEnd, warnBefore } from '../auth/idle.ts'
import type { Session } from '../auth/types.ts'
import { useActivity } from '../auth/useActivity.ts'
import { useSession, useShell } from '../ShellContext.ts'

/** The time now, renewed when the warning is due, every second while it shows, and when the tab is looked at again. */
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

const texts = {
  movable: 'Nothing has happened here for a while. You are signed out in',
  fixed: 'The longest time for one session is nearly over: finish what you are doing. You are signed out in',
}

const IdleDialog = ({
  left,
  movable,
  onAnswer,
}: {
  readonly left: number
  readonly movable: boolean
  readonly onAnswer: () => void
}) => {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="cs-dialog"
      aria-labelledby="cs-idle-title"
      aria-describedby="cs-idle-text"
      onCancel={onAnswer}
    >
      <h2 id="cs-idle-title">Are you still there?</h2>
      <p id="cs-idle-text">
        {movable ? texts.movable : texts.fixed} <b role="timer">{countdown(left)}</b>.
      </p>
      <div className="cs-dialog-actions">
        <button type="button" className="cs-button cs-button--primary" onClick={onAnswer}>
          {movable ? 'Stay signed in' : 'Understood'}
        </button>
      </div>
    </dialog>
  )
}

const IdleWatch = ({ session }: { readonly session: Session }) => {
  const { sessionManager } = useShell()
  const now = useClock(session)
  const [understood, setUnderstood] = useState(false)
  const { left, movable } = sessionEnd(session, now)
  const { mark } = session
  const over = left <= 0
  const warning = left <= warnBefore

  // The gateway knows best whether the session is over; unreachable, the screen is locked all the same (U22).
  useEffect(() => {
    if (over) sessionManager.load().catch(() => sessionManager.end(mark, 'expired'))
  }, [over, sessionManager, mark])
  // A touch that fails changes nothing: the warning comes, or stays, and the person can try again.
  const touch = useCallback(() => void sessionManager.touch().catch(() => null), [sessionManager])
  useActivity(useCallback(() => (warning ? undefined : touch()), [warning, touch]))

  if (!warning || over || (understood && !movable)) return null
  return <IdleDialog left={left} movable={movable} onAnswer={movable ? touch : () => setUnderstood(true)} />
}

/** Warns two minutes before an idle session ends, and ends it on the screen when the time has come (D-32). */
export const IdleWarning = () => {
  const session = useSession()
  return session === null ? null : <IdleWatch key={session.mark} session={session} />
}
