import { useEffect, useRef } from 'react'
import { canPass } from '../data/failure.ts'
import { BackButton } from '../inputs/StepFields.tsx'
import { Button } from '../ui/Button.tsx'
import { isNothingFocused } from '../ui/focus.ts'
import { confirmationOf, isReady } from './confirmation.ts'
import { APPROVAL_WAITING } from './outcomeNotice.ts'
import { hasNoWay } from './questionStage.ts'
import type { Fields } from './useFields.ts'
import type { OpenQuestion } from './useQuestion.ts'

interface DialogButtonsProps {
  readonly question: OpenQuestion
  readonly fields: Fields
  /** True for a new record that may be there now: its dialog has nothing left to cancel. */
  readonly isPerhapsThere: boolean
  /** What sending overwrites of another person's change. */
  readonly overwrites: readonly string[]
  /** The button's label while the call is running, if it has its own. */
  readonly busy: string | undefined
  readonly cancel: () => void
  /** Repeats an attempt with an unknown outcome; missing for every other one, which submitting the dialog sends. */
  readonly repeat: (() => void) | undefined
  /** Takes the record over from a colleague. Only a press of the button does: who submits the dialog means its action. */
  readonly take: (() => void) | undefined
}

/**
 * Looks what became of an attempt. It takes the focus from the button that would repeat it, and the keys that submit the
 * dialog.
 */
const LookAgainButton = ({ isBusy }: { readonly isBusy: boolean }) => {
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <Button ref={ref} type="submit" look="primary" isBusy={isBusy}>
      Look again
    </Button>
  )
}

/** A longer label does not fit on a phone. */
const MOST_LABEL = 40

function againLabel([first, ...more]: readonly string[]): string {
  if (first === undefined) return 'Try again'
  return more.length === 0 && first.length <= MOST_LABEL ? first : 'Overwrite what has changed'
}

/** The dialog's cancel and confirm buttons, and those that lead from step to step. Only cancel is left once the action is no longer possible. */
export const DialogButtons = ({ question, fields, cancel, repeat, ...rest }: DialogButtonsProps) => {
  const { isPerhapsThere, overwrites, busy, take } = rest
  const { steps } = fields
  // Another person has to approve it: the button sends it to them.
  const isForApproval = fields.approval !== undefined
  const canSend = isReady(fields.shown, fields.typed)
  const { action, isBusy, failure, change, isLookedAt, isOvertaken = false } = question
  const { confirmLabel: ownLabel = action.label, cancelLabel = 'Cancel' } = confirmationOf(action)
  const confirmLabel = isForApproval ? 'Send for approval' : ownLabel
  const isDanger = action.tone === 'danger'
  const isWaiting = failure?.code === APPROVAL_WAITING
  const isOver = hasNoWay(question)
  const away = useRef<HTMLButtonElement>(null)
  const confirm = useRef<HTMLButtonElement>(null)
  // The button that was pressed is gone, so focus moves to one that is left in the dialog.
  useEffect(() => {
    const next = isOver || isDanger || !canSend || change !== undefined ? away : confirm
    const isMoved = isOver && !isOvertaken
    if (isMoved || ((isOver || isLookedAt === true) && isNothingFocused())) next.current?.focus({ focusVisible: true })
  }, [isOver, isOvertaken, isLookedAt, isDanger, canSend, change])
  const press = take ?? repeat
  const isAgain = change !== undefined || (failure !== undefined && canPass(failure))
  const label =
    take !== undefined ? 'Take over' : !steps.isLast ? 'Next' : isAgain ? againLabel(overwrites) : confirmLabel
  return (
    <>
      <Button ref={away} onClick={cancel} disabled={isBusy} data-first={isDanger || undefined}>
        {change === undefined && !isPerhapsThere && !isWaiting ? cancelLabel : 'Close'}
      </Button>
      {repeat !== undefined && <LookAgainButton isBusy={isBusy} />}
      {!isOver && <BackButton steps={steps} isBusy={isBusy} />}
      {!isOver && (
        <Button
          ref={confirm}
          type={press === undefined ? 'submit' : 'button'}
          onClick={press}
          look={
            repeat !== undefined ? 'outline' : isDanger && steps.isLast && take === undefined ? 'danger' : 'primary'
          }
          isOff={steps.isLast && !canSend && take === undefined}
          isBusy={isBusy}
          busyLabel={isForApproval ? undefined : busy}
          data-first={!isDanger || undefined}
        >
          {label}
        </Button>
      )}
    </>
  )
}
