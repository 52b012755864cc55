import { useId, useRef } from 'react'
import type { SyntheticEvent } from 'react'
import { useModal } from '../parts/useModal.ts'
import type { LeaveQuestion } from './useLeaveQuestion.ts'

/** Asks whether chosen documents may be lost. The focus starts on staying. */
export const LeaveDialog = ({ question }: { readonly question: LeaveQuestion }) => {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useModal(ref)
  const escape = (event: SyntheticEvent) => {
    event.preventDefault()
    question.stay()
  }
  return (
    <dialog className="cs-dialog" ref={ref} aria-labelledby={id} aria-describedby={`${id}-body`} onCancel={escape}>
      <h2 id={id}>Leave without saving?</h2>
      <p id={`${id}-body`}>The chosen documents are not saved. They have to be chosen again.</p>
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
