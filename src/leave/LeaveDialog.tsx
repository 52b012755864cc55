import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
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
