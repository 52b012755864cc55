import { useEffect, useRef } from 'react'
import { Button } from '../ui/Button.tsx'
import { confirmationOf } from './confirmation.ts'
import type { OpenQuestion } from './openQuestion.ts'

interface DialogButtonsProps {
  readonly question: OpenQuestion
  /** What must be typed, ticked or there to be chosen is. */
  readonly isReady: boolean
  /** What the button says while the call is under way, where it says anything of its own then. */
  readonly busy: string | undefined
  readonly cancel: () => void
}

/** The buttons of a question: away without doing it, and doing it; only the first where it can no longer be done. */
export const DialogButtons = ({ question, isReady, busy, cancel }: DialogButtonsProps) => {
  const { action, isBusy, failure, change } = question
  const { confirmLabel = action.label, cancelLabel = 'Cancel' } = confirmationOf(action)
  const isDanger = action.tone === 'danger'
  const isOver = change !== undefined && change.state !== 'possible'
  const away = useRef<HTMLButtonElement>(null)
  // The button that was pressed is gone: the focus stays in the dialog.
  useEffect(() => {
    if (isOver) away.current?.focus()
  }, [isOver])
  const label = failure !== undefined || change !== undefined ? 'Try again' : confirmLabel
  return (
    <>
      <Button ref={away} onClick={cancel} disabled={isBusy} data-first={isDanger || undefined}>
        {change === undefined ? cancelLabel : 'Close'}
      </Button>
      {!isOver && (
        <Button
          type="submit"
          look={isDanger ? 'danger' : 'primary'}
          isOff={!isReady}
          isBusy={isBusy}
          busyLabel={busy}
          data-first={!isDanger || undefined}
        >
          {label}
        </Button>
      )}
    </>
  )
}
