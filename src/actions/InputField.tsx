import { useId, type ChangeEvent, type CompositionEvent, type FocusEvent } from 'react'
import type { ActionInput } from '../../language/action.ts'
import { FieldError, Checkbox } from '../ui/Checkbox.tsx'
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

type Field = HTMLInputElement | HTMLTextAreaElement

/** Rewrites a field's text as its input requires. The caret stays after the same character. */
function rewritten(field: Field, input: Drawn): string {
  const { value, selectionStart, selectionEnd } = field
  const text = typedAs(input, value)
  if (text === value) return value
  const caret = (at: number | null) => typedAs(input, value.slice(0, at ?? value.length)).length
  field.value = text
  field.setSelectionRange(caret(selectionStart), caret(selectionEnd))
  return text
}

/** True while the person composes text (IME). It is not rewritten until composition ends. */
const isComposing = ({ nativeEvent }: ChangeEvent<Field>): boolean =>
  nativeEvent instanceof InputEvent && nativeEvent.isComposing

const selectAll = ({ target }: FocusEvent<Field>) => target.select()

/** One typed value in an action's dialog, with its error and its warning. */
export const InputField = ({ name, input, choices, value, error: wrong, isReadOnly, onType }: InputFieldProps) => {
  const id = useId()
  const error = choices?.length === 0 ? noChoicesText(input) : wrong
  const described = [error === undefined ? '' : `${id}-error`, input.warn === undefined ? '' : `${id}-warning`]
  const shared = {
    id,
    name,
    value,
    readOnly: isReadOnly,
    placeholder: input.placeholder,
    'aria-invalid': error !== undefined,
    'aria-describedby': described.filter(Boolean).join(' ') || undefined,
    'aria-required': input.required !== undefined,
    onFocus: input.field === undefined ? undefined : selectAll,
    onChange: (event: ChangeEvent<Field>) =>
      onType(isComposing(event) ? event.target.value : rewritten(event.target, input)),
    onCompositionEnd: (event: CompositionEvent<Field>) => onType(rewritten(event.currentTarget, input)),
  }
  return (
    <div className="cs-field">
      <label htmlFor={id}>{input.label}</label>
      {input.widget !== undefined ? (
        <OwnInput
          {...{ id, name, value, choices }}
          kind="inputs"
          widget={input.widget}
          label={input.label}
          placeholder={input.placeholder}
          isRequired={input.required !== undefined}
          isInvalid={error !== undefined}
          isOff={isReadOnly}
          describedBy={shared['aria-describedby']}
          onChange={(text) => onType(typedAs(input, text))}
        />
      ) : input.multiline === true ? (
        <textarea className="cs-input cs-input--tall" rows={3} {...shared} />
      ) : (
        <input className="cs-input" type="text" autoComplete="off" {...shared} />
      )}
      <FieldError id={`${id}-error`} error={error} />
      {input.warn !== undefined && (
        <output className="cs-meta cs-warning cs-field-warning" id={`${id}-warning`} htmlFor={id}>
          {warningOf(input, value)}
        </output>
      )}
    </div>
  )
}

/** The parts of an input that a choice field shows. */
type DrawnChoice = Pick<ActionInput, 'label' | 'placeholder' | 'required' | 'emptyText'>

interface ChoiceProps {
  /** Identifies the field in the dialog. */
  readonly name: string
  readonly input: DrawnChoice
  readonly choices: readonly Choice[]
  readonly error: string | undefined
  readonly isReadOnly: boolean
}

interface OneProps extends ChoiceProps {
  readonly value: string
  readonly onChoose: (value: string) => void
}

/** A field for one of several choices. Nothing is preselected, even if there is only one choice. */
export const ChoiceField = ({ name, input, choices, value, error, isReadOnly, onChoose }: OneProps) => {
  const id = useId()
  const isOffered = choices.some((choice) => choice.value === value)
  return (
    <div className="cs-field">
      <label htmlFor={id}>{input.label}</label>
      <select
        className="cs-input"
        id={id}
        name={name}
        value={isOffered ? value : ''}
        aria-disabled={isReadOnly}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined && choices.length > 0 ? undefined : `${id}-error`}
        aria-required={input.required !== undefined}
        onChange={(event) => {
          if (!isReadOnly) onChoose(event.target.value)
        }}
      >
        <option value="">{input.placeholder ?? 'Please choose'}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      <FieldError id={`${id}-error`} error={choices.length === 0 ? noChoicesText(input) : error} />
    </div>
  )
}

interface SeveralProps extends ChoiceProps {
  readonly values: readonly string[]
  readonly onChoose: (values: readonly string[]) => void
}

/** A field for any number of choices. */
export const ChoicesField = ({ name, input, choices, values, error, isReadOnly, onChoose }: SeveralProps) => {
  const id = useId()
  const flip = (value: string, isTicked: boolean) => {
    const others = values.filter((each) => each !== value)
    onChoose(isTicked ? [...others, value] : others)
  }
  return (
    <fieldset
      className="cs-ticks"
      aria-describedby={error === undefined && choices.length > 0 ? undefined : `${id}-error`}
    >
      <legend>{input.label}</legend>
      {choices.map(({ value, label }) => (
        <Checkbox
          key={value}
          name={name}
          label={label}
          isTicked={values.includes(value)}
          isInvalid={error !== undefined}
          isReadOnly={isReadOnly}
          onTick={(isTicked) => flip(value, isTicked)}
        />
      ))}
      <FieldError id={`${id}-error`} error={choices.length === 0 ? noChoicesText(input) : error} />
    </fieldset>
  )
}
