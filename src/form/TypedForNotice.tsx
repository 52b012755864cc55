import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import type { TypedForOther } from './useTypedFor.ts'

interface TypedForNoticeProps {
  readonly typedFor: TypedForOther
  /** Called after a choice: the pressed button is gone then. */
  readonly onChoice: () => void
}

/** Asks what becomes of values that were typed while the form was about another record. */
export const TypedForNotice = ({ typedFor: { text, keep, clear }, onChoice }: TypedForNoticeProps) => {
  const choose = (choice: () => void) => () => {
    choice()
    onChoice()
  }
  return (
    <Notice tone="warning" isRow role="alert">
      <span>{text}</span>
      <Button size="small" onClick={choose(keep)}>
        Keep them
      </Button>
      <Button size="small" onClick={choose(clear)}>
        Clear them
      </Button>
    </Notice>
  )
}
