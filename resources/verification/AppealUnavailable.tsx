import { useId } from 'react'
import { Button } from '../../src/ui/Button.tsx'
import '../../src/actions/actions.css'

interface AppealUnavailableProps {
  /** What an appeal lacks. */
  readonly why: string
}

/** An Appeal that cannot be made yet: there, off but reachable, and it says why. */
export const AppealUnavailable = ({ why }: AppealUnavailableProps) => {
  const id = useId()
  return (
    <span className="cs-record-action">
      <span className="cs-record-action-reason" id={id}>
        {why}
      </span>
      <Button isOff aria-describedby={id}>
        Appeal
      </Button>
    </span>
  )
}
