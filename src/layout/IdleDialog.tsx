import { countdown } from '../auth/idle.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'

const texts = {
  movable: 'Nothing has happened here for a while. You are signed out in',
  fixed: 'The longest time for one session is nearly over: finish what you are doing. You are signed out in',
}

interface IdleDialogProps {
  /** Milliseconds until the session ends. */
  readonly left: number
  /** True if the person can prolong the session. */
  readonly movable: boolean
  readonly onAnswer: () => void
}

/** The question whether the person is still there, with the time that is left. */
export const IdleDialog = ({ left, movable, onAnswer }: IdleDialogProps) => (
  <Dialog
    title="Are you still there?"
    text={
      <>
        {movable ? texts.movable : texts.fixed} <b role="timer">{countdown(left)}</b>.
      </>
    }
    onCancel={onAnswer}
    onSubmit={onAnswer}
    buttons={
      <Button type="submit" look="primary" data-first="">
        {movable ? 'Stay signed in' : 'Understood'}
      </Button>
    }
  />
)
