import { useId, useRef } from 'react'
import type { SyntheticEvent } from 'react'
import { useKeyGuard } from '../actions/useKeyGuard.ts'
import { useModal } from '../ui/useModal.ts'
import type { LeaveQuestion } from './useLeaveQuestion.ts'

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
export const LeaveDialog = ({ question, title, text }: LeaveDialogProps) => {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useModal(ref)
  const guard = useKeyGuard(ref)
  const escape = (event: SyntheticEvent) => {
    event.preventDefault()
    question.stay()
  }
  return (
    <dialog
      className="cs-dialog"
      ref={ref}
      aria-labelledby={id}
      aria-describedby={`${id}-body`}
      onKeyDownCapture={guard}
      onCancel={escape}
    >
      <h2 id={id}>{title}</h2>
      <p id={`${id}-body`}>{text}</p>
      <div className="cs-dialog-buttons">
        <button type="button" className="cs-button" onClick={question.stay} data-first>
          Stay
        </button>
        <button type="button" className="cs-button cs-button--danger" onClick={question.leave}>
          Leave
        </button>
      </div>
    </dialog>
  )
}
