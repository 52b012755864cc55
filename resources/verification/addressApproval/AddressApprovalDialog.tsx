import { Button } from '../../../src/ui/Button.tsx'
import { Dialog } from '../../../src/ui/Dialog.tsx'

interface ApprovalDialogProps {
  readonly onCancel: () => void
  readonly onConfirm: () => void
}

const CONSEQUENCE =
  'The home address goes to the address validator. If it is valid and residential, its answer is uploaded as evidence, approved, and the case is appealed with it. Every step is recorded under your name.'

/** Asks before an address is approved by itself, and says what will happen. */
export const ApprovalDialog = ({ onCancel, onConfirm }: ApprovalDialogProps) => (
  <Dialog
    isDetached
    title="Approve the address?"
    text={CONSEQUENCE}
    onCancel={onCancel}
    onSubmit={onConfirm}
    buttons={
      <>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look="primary" data-first="">
          Approve address
        </Button>
      </>
    }
  />
)
