import type { ActionInput } from '../../language/action.ts'
import { ACKNOWLEDGING, acknowledgementOf } from './acknowledge.ts'
import { AcknowledgeField } from './AcknowledgeField.tsx'
import { ChoiceField, ChoicesField } from './ChoiceField.tsx'
import { choicesOf } from './choices.ts'
import { CONFIRMING, confirmationOf } from './confirmation.ts'
import { InputField } from './InputField.tsx'
import { textIn, textsIn } from './inputErrors.ts'
import type { Fields } from './useFields.ts'
import type { OpenQuestion } from './openQuestion.ts'

interface DialogFieldsProps {
  readonly question: OpenQuestion
  readonly fields: Fields
}

interface AskedProps extends DialogFieldsProps {
  readonly name: string
  readonly input: Omit<ActionInput, 'schema'>
}

const isClosed = ({ isBusy, change }: OpenQuestion): boolean =>
  isBusy || (change !== undefined && change.state !== 'possible')

const Asked = ({ name, input, question, fields }: AskedProps) => {
  const choices = choicesOf(input, question.intent.record ?? {})
  const shared = { name, input, error: fields.errors[name], isReadOnly: isClosed(question) }
  const value = fields.typed[name]
  const onChoose = (next: string | readonly string[]) => fields.type(name, next)
  if (choices === undefined) return <InputField {...shared} value={textIn(value)} onType={onChoose} />
  return input.several === true ? (
    <ChoicesField {...shared} choices={choices} values={textsIn(value)} onChoose={onChoose} />
  ) : (
    <ChoiceField {...shared} choices={choices} value={textIn(value)} onChoose={onChoose} />
  )
}

/** All that a dialog asks: what must be acknowledged, the action's inputs, and the text to type to confirm. */
export const DialogFields = ({ question, fields }: DialogFieldsProps) => {
  const { action, intent } = question
  const { typed: asked } = confirmationOf(action)
  const all = { ...action.input, ...(asked === undefined ? {} : { [CONFIRMING]: { label: asked.label } }) }
  return (
    <>
      <AcknowledgeField
        acknowledgement={acknowledgementOf(action, intent.record ?? {}, fields.typed)}
        ticked={textsIn(fields.typed[ACKNOWLEDGING])}
        error={fields.errors[ACKNOWLEDGING]}
        isReadOnly={isClosed(question)}
        onTick={(ticked) => fields.type(ACKNOWLEDGING, ticked)}
      />
      {Object.entries(all).map(([name, input]) => (
        <Asked key={name} name={name} input={input} question={question} fields={fields} />
      ))}
    </>
  )
}
