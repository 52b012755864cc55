import type { FormResource } from '../../language/resource.ts'
import { fillTemplate, placeholdersOf } from '../../language/template.ts'
import { Link } from 'react-router-dom'
import type { Intent } from '../actions/actionProvider.ts'
import { placeToLook } from './formOutcome.ts'
import { sizeText } from '../format/text.ts'
import { formatValue } from '../format/formatValue.ts'
import { tableFactsOf } from '../inputs/tableFacts.ts'
import { shownValue } from './formValues.ts'
import { FactLine, Facts } from '../ui/Facts.tsx'
import type { OpenQuestion } from '../actions/useQuestion.ts'
import { Notice } from '../ui/Notice.tsx'
import { toastText } from '../ui/Toasts.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import type { FormSubmission } from './useFormSubmission.ts'

export interface SentLine {
  readonly label: string
  readonly value: string
}

/** The lines as one text: 'Email mara@example.test, User ID 4107'. */
export const linesText = (lines: readonly SentLine[]): string =>
  lines.map(({ label, value }) => `${label} ${value}`).join(', ')

const count = (lines: number): string => formatValue('number', lines)

/** How many lines of a table are sent, and of how many. */
function linesOf(file: File): readonly SentLine[] {
  const facts = tableFactsOf(file)
  if (facts === undefined) return []
  const { lines, of } = facts
  return [{ label: 'Lines', value: lines === of ? count(lines) : `${count(lines)} of ${count(of)}` }]
}

/** What the preview of the files found that does not keep them from being sent. */
const toCheck = ({ files = [] }: Intent): readonly SentLine[] => {
  const texts = files.flatMap((file) => tableFactsOf(file)?.toCheck ?? [])
  return texts.length === 0 ? [] : [{ label: 'Check', value: texts.join(' ') }]
}

/** The filled-in values in field order, as displayed. The files come last: their lines, then their names and sizes. */
export function sentLines(
  { form, bindings }: FormResource,
  { record, files = [] }: Intent,
  current: Readonly<Record<string, string>> = {},
): readonly SentLine[] {
  const typed = Object.entries(form.fields).flatMap(([name, field]) => {
    const value = record?.[name]
    if (value === undefined) return []
    const before = current[name]
    const text = shownValue(field, value)
    return [{ label: field.label, value: before === undefined ? text : `${shownValue(field, before)} → ${text}` }]
  })
  const label = bindings['submit']?.upload?.label ?? 'File'
  const value = files.map(({ name, size }) => `${name} (${sizeText(size)})`).join(', ')
  return files.length === 0 ? typed : [...typed, ...files.flatMap(linesOf), { label, value }]
}

interface DoneLines {
  readonly lines: readonly SentLine[]
  /** What the details of the records had before. */
  readonly facts: readonly SentLine[]
}

/**
 * The success text: the service's own, or 'Book of basil@example.test returned'. What the details of the records had before
 * follows it. If the text has no placeholders, what the service says of a sent file and the sent values do, too, except
 * those that the service has named.
 */
export function doneText(
  definition: FormResource,
  intent: Intent,
  message: string | undefined,
  { lines, facts }: DoneLines,
): string {
  const success = definition.actions['submit']?.success ?? definition.label
  const words = typeof success === 'string' ? success : success.fallback
  const own = typeof success === 'string' || message === undefined ? undefined : toastText(message)
  if (own === undefined && placeholdersOf(words).length > 0)
    return [fillTemplate(words, intent.record ?? {}), linesText(facts)].filter((text) => text !== '').join(': ')
  const named = own?.split(/[\s:;,]+/) ?? []
  const unnamed = lines.filter(({ value }) => !named.includes(value))
  if (unnamed.length === 0) return own ?? words
  const answer =
    own === undefined && message !== undefined && intent.files?.length
      ? `${toastText(message).replace(/\.$/, '')}. `
      : ''
  return `${own ?? words}: ${answer}${linesText(unnamed)}`
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
const RepeatNotice = ({ definition, question, submission: { flow, wasDone, formOutcome } }: RepeatNoticeProps) => {
  const { intent, isBusy } = question
  const place = placeToLook(definition, formOutcome?.subject)
  const { notice, tick } = repeatTexts[wasDone() ? 'sentBefore' : 'unknownOutcome']
  return (
    <Notice tone="warning">
      <p>{notice}</p>
      {place !== undefined && (
        <Link to={place.to} target="_blank">
          {`Look at ${place.label} (new tab)`}
        </Link>
      )}
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
  readonly current: Readonly<Record<string, string>>
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
