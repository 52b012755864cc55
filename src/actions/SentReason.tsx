import { composeReason, REASON } from '../../language/evidence.ts'
import { evidenceOf, inputValues, textIn } from './inputErrors.ts'
import type { InputValues } from './inputValues.ts'
import type { OpenQuestion } from './openQuestion.ts'

interface SentReasonProps {
  readonly question: OpenQuestion
  readonly typed: InputValues
}

/** The reason as the service receives it, evidence included; nothing where the action takes no evidence. */
export const SentReason = ({ question: { action, intent }, typed }: SentReasonProps) => {
  const record = intent.record ?? {}
  const evidence = evidenceOf(action, record, typed)
  if (evidence === undefined) return null
  const text = composeReason(textIn(inputValues(action, record, typed)[REASON]), evidence)
  return text === '' ? null : (
    <figure className="cs-sent-reason">
      <figcaption>What is sent</figcaption>
      <blockquote>{text}</blockquote>
    </figure>
  )
}
