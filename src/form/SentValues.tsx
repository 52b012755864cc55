import type { FormResource } from '../../language/resource.ts'
import type { Intent } from '../actions/actionProvider.ts'
import type { OpenQuestion } from '../actions/useQuestion.ts'
import { tableFactsOf } from '../inputs/tableFacts.ts'
import type { PresentValues } from '../subject/useSubject.ts'
import { Checkbox } from '../ui/Checkbox.tsx'
import { FactLine, Facts } from '../ui/Facts.tsx'
import { Notice } from '../ui/Notice.tsx'
import { placeToLook } from './formOutcome.ts'
import { LookLink } from './LookLink.tsx'
import { sentLines, type SentLine } from './sentLines.ts'
import type { FormSubmission } from './useFormSubmission.ts'

/** What the preview of the files found that does not keep them from being sent. */
const toCheck = ({ files = [] }: Intent): readonly SentLine[] => {
  const texts = files.flatMap((file) => tableFactsOf(file)?.toCheck ?? [])
  return texts.length === 0 ? [] : [{ label: 'Check', value: texts.join(' ') }]
}

/** Texts for a submission that was sent before, and for the checkbox that makes it a new attempt. */
const repeatTexts = {
  unknownOutcome: {
    notice:
      'This was sent before, but its outcome is unknown. Check first. Sending it again unchanged will not do it twice.',
    tick: 'I have checked: it was not done. Make a new attempt.',
  },
  sentBefore: {
    notice: 'This was sent before, and it was done. Sending it again unchanged will not do it twice.',
    tick: 'I have checked: it has to be done again.',
  },
} as const

interface RepeatNoticeProps {
  readonly definition: FormResource
  readonly question: OpenQuestion
  readonly submission: FormSubmission
}

/** Says that the submission may have succeeded. Only a person who confirms having checked makes a new attempt. */
const RepeatNotice = ({ definition, question, submission: { flow, earlierOutcome } }: RepeatNoticeProps) => {
  const { intent, isBusy } = question
  const earlier = earlierOutcome(question)
  const place = placeToLook(definition, earlier?.subject)
  const { notice, tick } = repeatTexts[earlier?.kind === 'sentBefore' ? 'sentBefore' : 'unknownOutcome']
  return (
    <Notice tone="warning">
      <p>{notice}</p>
      {place !== undefined && <LookLink {...place} />}
      <Checkbox
        name=":again"
        label={tick}
        isTicked={intent.outcomeChecked === true}
        isInvalid={false}
        isReadOnly={isBusy}
        onTick={flow.confirmRetry}
      />
    </Notice>
  )
}

interface SentValuesProps extends RepeatNoticeProps {
  /** The values that the record has now, by field. */
  readonly current: PresentValues
}

/** The values that a form is about to send, one by one, each after the value that it replaces. */
export const SentValues = ({ definition, question, submission, current }: SentValuesProps) => (
  <>
    <Facts kind="lines" className="cs-form-sent">
      {[...sentLines(definition, question.intent, current), ...toCheck(question.intent)].map(({ label, value }) => (
        <FactLine key={label} label={label}>
          {value}
        </FactLine>
      ))}
    </Facts>
    {submission.isRepeated(question) && <RepeatNotice {...{ definition, question, submission }} />}
  </>
)
