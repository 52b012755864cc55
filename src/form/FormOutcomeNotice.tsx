import { useEffect, useRef } from 'react'
import { RequestId } from '../ui/EmptyState.tsx'
import { linesText } from './sentLines.ts'
import type { FormOutcome } from './formOutcome.ts'

const tones = {
  refused: 'danger',
  failed: 'danger',
  unknownOutcome: 'warning',
  sentBefore: 'warning',
  stopped: 'info',
} as const

interface FormOutcomeNoticeProps {
  readonly formOutcome: FormOutcome
  /** Nothing stands above the form any longer: the focus may come here. */
  readonly isFree: boolean
}

/** What came of the last attempt, beside the form. It takes the focus, so that whoever sent it hears and sees it. */
export const FormOutcomeNotice = ({ formOutcome, isFree }: FormOutcomeNoticeProps) => {
  const { kind, text, failure, about = [] } = formOutcome
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isFree) ref.current?.focus()
  }, [formOutcome, isFree])
  return (
    <div className={`cs-notice cs-notice--${tones[kind]} cs-form-ending`} role="alert" tabIndex={-1} ref={ref}>
      <p>{text}</p>
      {about.length > 0 && <p>{`About: ${linesText(about)}`}</p>}
      {failure !== undefined && <RequestId failure={failure} />}
    </div>
  )
}
