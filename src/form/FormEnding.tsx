import { useEffect, useRef } from 'react'
import { RequestId } from '../ui/Sight.tsx'
import { linesText } from './sentLines.ts'
import type { Ending } from './outcomeWords.ts'

const tones = { refused: 'danger', failed: 'danger', doubt: 'warning', sentBefore: 'warning', stopped: 'info' } as const

interface FormEndingProps {
  readonly ending: Ending
  /** Nothing stands above the form any longer: the focus may come here. */
  readonly isFree: boolean
}

/** What came of the last attempt, beside the form. It takes the focus, so that whoever sent it hears and sees it. */
export const FormEnding = ({ ending, isFree }: FormEndingProps) => {
  const { kind, text, failure, about = [] } = ending
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isFree) ref.current?.focus()
  }, [ending, isFree])
  return (
    <div className={`cs-notice cs-notice--${tones[kind]} cs-form-ending`} role="alert" tabIndex={-1} ref={ref}>
      <p>{text}</p>
      {about.length > 0 && <p>{`About: ${linesText(about)}`}</p>}
      {failure !== undefined && <RequestId failure={failure} />}
    </div>
  )
}
