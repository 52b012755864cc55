import { ACKNOWLEDGING, acknowledgementOf, choicesOf, mayStayEmpty, noChoicesText, warningOf } from './inputs.ts'
import type { Acknowledgement } from './inputs.ts'
import { Checkboxes } from '../ui/Checkbox.tsx'
import type { ActionInput } from '../../language/action.ts'
import { approvalReason } from '../../language/secondApprover.ts'
import { firstOf } from '../../language/orderedInputs.ts'
import { drawInRanges } from '../inputs/drawInRanges.tsx'
import { FileInput } from '../inputs/FileInput.tsx'
import { InputField } from '../inputs/InputField.tsx'
import { StepFields } from '../inputs/StepFields.tsx'
import { textIn, textsIn } from '../inputs/inputValue.ts'
import { KeyHint } from '../ui/KeyHint.tsx'
import { pointerOf } from '../../language/pointer.ts'
import { unreadableAt } from '../../language/unreadable.ts'
import { OfflineNote } from '../ui/OfflineNote.tsx'
import { APPROVAL_REASON } from './approvalRequest.ts'
import { CONFIRMING, confirmationOf } from './confirmation.ts'
import type { Fields } from './useFields.ts'
import type { OpenQuestion } from './useQuestion.ts'

interface AcknowledgeFieldProps {
  readonly acknowledgement: Acknowledgement
  readonly ticked: readonly string[]
  readonly error: string | undefined
  readonly isReadOnly: boolean
  readonly onTick: (ticked: readonly string[]) => void
}

const UNKNOWN = 'It is not known which matches there are. Read the page again before you go on.'

/** Checkboxes for what must be acknowledged one by one before the action (obligation R4). Empty if nothing must. */
const AcknowledgeField = ({ acknowledgement, ticked, error, isReadOnly, onTick }: AcknowledgeFieldProps) => {
  const { items, isKnown } = acknowledgement
  return isKnown && items.length === 0 ? null : (
    <Checkboxes
      name={ACKNOWLEDGING}
      label="Acknowledge each match"
      choices={items.map(({ key, text }) => ({ value: key, label: `I have looked at: ${text}` }))}
      values={ticked}
      error={isKnown ? error : UNKNOWN}
      isReadOnly={isReadOnly}
      onChoose={onTick}
    />
  )
}

interface DialogFieldsProps {
  readonly question: OpenQuestion
  readonly fields: Fields
}

interface AskedProps extends DialogFieldsProps {
  readonly name: string
  readonly input: Omit<ActionInput, 'schema'> & Partial<Pick<ActionInput, 'schema'>>
}

const isClosed = ({ isBusy, change }: OpenQuestion): boolean =>
  isBusy || (change !== undefined && change.state !== 'possible')

const UNREADABLE_NOW = "The present value couldn't be read. It stays as it is unless you enter another."

const Asked = ({ name, input, question, fields }: AskedProps) => {
  const choices = choicesOf(input, question.intent.record ?? {})
  const value = fields.typed[name]
  const isUnreadable = input.field !== undefined && unreadableAt(question.intent.record, pointerOf([input.field]))
  const asked = isUnreadable ? { ...input, hint: [input.hint, UNREADABLE_NOW].filter(Boolean).join(' ') } : input
  return (
    <InputField
      {...{ name, choices, value }}
      input={asked}
      errors={choices?.length === 0 ? { [name]: noChoicesText(input) } : fields.errors}
      warning={input.warn === undefined ? undefined : (warningOf(input, textIn(value)) ?? '')}
      isPreset={input.field !== undefined}
      isReadOnly={isClosed(question)}
      canSend={question.action.tone !== 'danger'}
      onChange={(next) => fields.type(name, next)}
    />
  )
}

/** True for fields of several lines that name no keys themselves, as ready-made texts do. */
const needKeyHint = (inputs: readonly Pick<ActionInput, 'control' | 'suggestions'>[]): boolean => {
  const lines = inputs.filter(({ control }) => control === 'lines')
  return lines.length > 0 && lines.every(({ suggestions }) => suggestions === undefined)
}

/**
 * The fields of a dialog, or of its open step: the acknowledgements, the action's inputs, its files, the reason for the
 * person who approves it, and the text to type to confirm.
 */
export const DialogFields = ({ question, fields }: DialogFieldsProps) => {
  const { action, intent } = question
  const { typed: asked } = confirmationOf(action)
  const { upload, chosen, steps, approval } = fields
  const draw = (name: string, input: AskedProps['input']) => (
    <Asked key={name} name={name} input={input} question={question} fields={fields} />
  )
  return (
    <StepFields steps={steps}>
      <OfflineNote />
      {steps.isLast && (
        <AcknowledgeField
          acknowledgement={acknowledgementOf(action, intent.record ?? {}, fields.typed)}
          ticked={textsIn(fields.typed[ACKNOWLEDGING])}
          error={fields.errors[ACKNOWLEDGING]}
          isReadOnly={isClosed(question)}
          onTick={(ticked) => fields.type(ACKNOWLEDGING, ticked)}
        />
      )}
      {drawInRanges({
        names: steps.fields,
        firstOf: (name) => firstOf(action.input[name]),
        draw: (name) => {
          const input = action.input[name]
          if (input === undefined) return null
          const { required, ...asked } = input
          const isOptional = required === undefined || mayStayEmpty(action, input, intent.record ?? {})
          return draw(name, isOptional ? asked : input)
        },
      })}
      {upload !== undefined && steps.isLast && <FileInput upload={upload} chosen={chosen} isOff={isClosed(question)} />}
      {approval?.asksWhy === true && steps.isLast && draw(APPROVAL_REASON, approvalReason)}
      {asked !== undefined && steps.isLast && draw(CONFIRMING, { label: asked.label })}
      {steps.isLast &&
        needKeyHint([...Object.values(action.input), ...(approval?.asksWhy === true ? [approvalReason] : [])]) && (
          <KeyHint />
        )}
    </StepFields>
  )
}
