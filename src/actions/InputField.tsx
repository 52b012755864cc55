import { useId, type ChangeEvent, type CompositionEvent, type FocusEvent } from 'react'
import type { ActionInput } from '../../language/action.ts'
import { Field, notedBy } from '../ui/Field.tsx'
import { Select } from '../ui/Select.tsx'
import { OwnInput } from '../ui/registered.tsx'
import { typedAs, warningOf, noChoicesText } from './inputs.ts'
import type { Choice } from '../../language/evidence.ts'

/** The parts of an input that a field shows. */
type Drawn = Pick<
  ActionInput,
  'label' | 'placeholder' | 'required' | 'multiline' | 'field' | 'coerce' | 'warn' | 'widget' | 'emptyText'
>

interface InputFieldProps {
  /** Identifies the field in the dialog. */
  readonly name: string
  readonly input: Drawn
  /** The choices for a control that the console registers. */
  readonly choices?: readonly Choice[] | undefined
  readonly value: string
  readonly error: string | undefined
  readonly isReadOnly: boolean
  readonly onType: (value: string) => void
}

type Control = HTMLInputElement | HTMLTextAreaElement

/** Rewrites a field's text as its input requires. The caret stays after the same character. */
function rewritten(field: Control, input: Drawn): string {
  const { value, selectionStart, selectionEnd } = field
  const text = typedAs(input, value)
  if (text === value) return value
  const caret = (at: number | null) => typedAs(input, value.slice(0, at ?? value.length)).length
  field.value = text
  field.setSelectionRange(caret(selectionStart), caret(selectionEnd))
  return text
}

/** True while the person composes text (IME). It is not rewritten until composition ends. */
const isComposing = ({ nativeEvent }: ChangeEvent<Control>): boolean =>
  nativeEvent instanceof InputEvent && nativeEvent.isComposing

const selectAll = ({ target }: FocusEvent<Control>) => target.select()

/** One typed value in an action's dialog, with its error and its warning. */
export const InputField = ({ name, input, choices, value, error: wrong, isReadOnly, onType }: InputFieldProps) => {
  const id = useId()
  const { label, placeholder } = input
  const isRequired = input.required !== undefined
  const error = choices?.length === 0 ? noChoicesText(input) : wrong
  const warning = input.warn === undefined ? undefined : (warningOf(input, value) ?? '')
  const describedBy = notedBy(id, { error, warning })
  const shared = {
    id,
    name,
    value,
    readOnly: isReadOnly,
    placeholder,
    className: 'cs-input',
    'aria-invalid': error !== undefined,
    'aria-describedby': describedBy,
    'aria-required': isRequired,
    onFocus: input.field === undefined ? undefined : selectAll,
    onChange: (event: ChangeEvent<Control>) =>
      onType(isComposing(event) ? event.target.value : rewritten(event.target, input)),
    onCompositionEnd: (event: CompositionEvent<Control>) => onType(rewritten(event.currentTarget, input)),
  }
  return (
    <Field {...{ id, label, error, warning }}>
      {input.widget !== undefined ? (
        <OwnInput
          {...{ id, name, label, value, choices, placeholder, isRequired, describedBy }}
          kind="inputs"
          widget={input.widget}
          isInvalid={error !== undefined}
          isOff={isReadOnly}
          onChange={(text) => onType(typedAs(input, text))}
        />
      ) : input.multiline === true ? (
        <textarea rows={3} {...shared} />
      ) : (
        <input type="text" autoComplete="off" {...shared} />
      )}
    </Field>
  )
}

interface ChoiceFieldProps {
  /** Identifies the field in the dialog. */
  readonly name: string
  readonly input: Pick<ActionInput, 'label' | 'placeholder' | 'required' | 'emptyText'>
  readonly choices: readonly Choice[]
  readonly value: string
  readonly error: string | undefined
  readonly isReadOnly: boolean
  readonly onChoose: (value: string) => void
}

/** A field for one of several choices. Nothing is preselected, even if there is only one choice. */
export const ChoiceField = ({ input, choices, value, error: wrong, ...rest }: ChoiceFieldProps) => {
  const id = useId()
  const { label, placeholder = 'Please choose', required } = input
  const error = choices.length === 0 ? noChoicesText(input) : wrong
  return (
    <Field {...{ id, label, error }}>
      <Select
        {...{ id, choices, placeholder, ...rest }}
        value={choices.some((choice) => choice.value === value) ? value : ''}
        aria-invalid={wrong !== undefined}
        aria-describedby={notedBy(id, { error })}
        aria-required={required !== undefined}
      />
    </Field>
  )
}
