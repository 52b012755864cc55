import { useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { useModal } from '../../../src/ui/useModal.ts'
import '../../../src/actions/actions.css'

interface ApprovalDialogProps {
  readonly onCancel: () => void
  readonly onConfirm: () => void
}

/** Asks before an address is approved by itself, and says what will happen. */
export const ApprovalDialog = ({ onCancel, onConfirm }: ApprovalDialogProps) => {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  useModal(ref)
  return createPortal(
    <dialog
      className="cs-dialog"
      ref={ref}
      aria-labelledby={id}
      aria-describedby={`${id}-body`}
      onCancel={(event) => {
        event.preventDefault()
        onCancel()
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onConfirm()
        }}
      >
        <h2 id={id}>Approve the address?</h2>
        <div className="cs-dialog-body" id={`${id}-body`}>
          <p>
            The home address goes to the address validator. If it is valid and residential, its answer is uploaded as
            evidence, approved, and the case is appealed with it. Every step is recorded under your name.
          </p>
        </div>
        <div className="cs-dialog-buttons">
          <button type="button" className="cs-button" onClick={onCancel}>
            Cancel
          </button>
          <button type="submit" className="cs-button cs-button--primary" data-first>
            Approve address
          </button>
        </div>
      </form>
    </dialog>,
    document.body,
  )
}
