import type { FormResource } from '../../language/resource.ts'
import { Facts } from '../ui/Facts.tsx'
import { Button } from '../ui/Button.tsx'
import type { OpenQuestion } from '../actions/openQuestion.ts'
import { Checkbox } from '../actions/Checkbox.tsx'
import { sentLines } from './sentLines.ts'
import type { FormSubmission } from './useFormSubmission.ts'

/** How far the file has come, and the way to stop it while there is something to be stopped. */
const UploadWay = ({ submission: { transfer } }: { readonly submission: FormSubmission }) => {
  const { share, stop } = transfer
  const percent = Math.floor(share * 100)
  const isSent = share === 1
  return (
    <div className="cs-row cs-form-progress">
      <progress max={100} {...(isSent ? {} : { value: percent })} aria-label="Upload" />
      <span className="cs-muted cs-form-progress-words">{isSent ? 'Being checked' : `${percent} %`}</span>
      <Button disabled={isSent} onClick={stop}>
        Stop the upload
      </Button>
    </div>
  )
}

/** What is said of a wish that was sent before, and what makes a new attempt of it. */
const repeatTexts = {
  unknownOutcome: {
    notice:
      'This was sent before, and nobody knows whether it was done. Check first. Sent again as it is, it is not done twice.',
    tick: 'I have checked: it was not done. Make a new attempt.',
  },
  sentBefore: {
    notice: 'This was sent before, and it was done. Sent again as it is, it is not done twice.',
    tick: 'I have checked: it is to be done once more.',
  },
} as const

interface RepeatNoticeProps {
  readonly question: OpenQuestion
  readonly submission: FormSubmission
}

/** Says that the wish may have been done. Only whoever has checked makes a new attempt of it. */
const RepeatNotice = ({ question, submission: { flow, wasDone } }: RepeatNoticeProps) => {
  const { intent, isBusy } = question
  const { notice, tick } = repeatTexts[wasDone() ? 'sentBefore' : 'unknownOutcome']
  return (
    <div className="cs-notice cs-notice--warning">
      <p>{notice}</p>
      <Checkbox
        name=":anew"
        label={tick}
        isTicked={intent.outcomeChecked === true}
        isInvalid={false}
        isReadOnly={isBusy}
        onTick={flow.confirmRetry}
      />
    </div>
  )
}

interface SentValuesProps extends RepeatNoticeProps {
  readonly definition: FormResource
}

/** What a form is about to send, value by value, and how far its file has come. */
export const SentValues = ({ definition, question, submission }: SentValuesProps) => (
  <>
    <Facts kind="lines" className="cs-form-sent">
      {sentLines(definition, question.intent).map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Facts>
    {submission.isRepeated(question) && <RepeatNotice question={question} submission={submission} />}
    {question.isBusy && question.intent.file !== undefined && <UploadWay submission={submission} />}
  </>
)
