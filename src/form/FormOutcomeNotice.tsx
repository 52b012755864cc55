import { formatValue } from '../format/formatValue.ts'
import type { FormResource } from '../../language/resource.ts'
import { fillTemplate } from '../../language/template.ts'
import type { ShownResult } from '../actions/useActionFlow.ts'
import { ResultFacts } from '../values/ResultFacts.tsx'
import { useEffect, useRef } from 'react'
import { Notice } from '../ui/Notice.tsx'
import { RequestId } from '../ui/EmptyState.tsx'
import { linesText } from './SentValues.tsx'
import type { FormOutcome } from './formOutcome.ts'

/** The last success of a form. It is kept in memory only, until the person types again. */
export interface Done {
  readonly text: string
  readonly at: Date
}

/** Shows below the emptied form what was done, to whom, and when. The notification has already announced it. */
export const FormDone = ({ done: { text, at } }: { readonly done: Done }) => (
  <p className="cs-note cs-form-done">
    {`${text} · `}
    <time dateTime={at.toISOString()}>{formatValue('localDateTime', at.toISOString())}</time>
  </p>
)

interface FormResultProps {
  readonly definition: FormResource
  readonly shown: ShownResult | undefined
}

/** Shows the call's answer below its form. Screen readers announce it when it arrives. */
export const FormResult = ({ definition, shown }: FormResultProps) =>
  definition.actions['submit']?.result === undefined ? null : (
    <div className="cs-form-result" aria-live="polite">
      {shown !== undefined && (
        <>
          <h3>{fillTemplate(shown.result.title, shown.record)}</h3>
          <ResultFacts result={shown.result} answer={shown.answer} />
        </>
      )}
    </div>
  )

const tones = {
  refused: 'danger',
  failed: 'danger',
  unknownOutcome: 'warning',
  sentBefore: 'warning',
  stopped: 'info',
} as const

interface FormOutcomeNoticeProps {
  readonly formOutcome: FormOutcome
  /** True once no dialog covers the form, so that the notice may take focus. */
  readonly isFree: boolean
}

/** Shows the outcome of the last attempt with the form. It takes focus, so that the person notices it. */
export const FormOutcomeNotice = ({ formOutcome, isFree }: FormOutcomeNoticeProps) => {
  const { kind, text, failure, about = [] } = formOutcome
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isFree) ref.current?.focus()
  }, [formOutcome, isFree])
  return (
    <Notice tone={tones[kind]} className="cs-form-ending" role="alert" tabIndex={-1} ref={ref}>
      <p>{text}</p>
      {about.length > 0 && <p>{`About: ${linesText(about)}`}</p>}
      {failure !== undefined && <RequestId failure={failure} />}
    </Notice>
  )
}
