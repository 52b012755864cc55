import { useId } from 'react'
import type { ChangeEvent, CompositionEvent, FocusEvent } from 'react'
import type { ActionInput } from '../../language/action.ts'
import { FieldError } from './FieldError.tsx'
import { typedAs, warningOf } from './typedText.ts'

/** What a field is drawn from. */
type Drawn = Pick<ActionInput, 'label' | 'placeholder' | 'required' | 'multiline' | 'initial' | 'as' | 'warn'>

interface InputFieldProps {
  /** Finds the field among the dialog's others. */
  readonly name: string
  readonly input: Drawn
  readonly value: string
  readonly error: string | undefined
  readonly isReadOnly: boolean
  readonly onType: (value: string) => void
}

type Field = HTMLInputElement | HTMLTextAreaElement

/** Rewrites a field as its input wants it. The caret stays behind the character it stood behind. */
function rewritten(field: Field, input: Drawn): string {
  const { value, selectionStart, selectionEnd } = field
  const text = typedAs(input, value)
  if (text === value) return value
  const caret = (at: number | null) => typedAs(input, value.slice(0, at ?? value.length)).length
  field.value = text
  field.setSelectionRange(caret(selectionStart), caret(selectionEnd))
  return text
}

/** Text that is being composed is left alone until it stands. */
const isComposing = ({ nativeEvent }: ChangeEvent<Field>): boolean =>
  nativeEvent instanceof InputEvent && nativeEvent.isComposing

const selectAll = ({ target }: FocusEvent<Field>) => target.select()

/** One value asked for in an action's dialog, with its sentence when it is missing, and what is pointed out about it. */
export const InputField = ({ name, input, value, error, isReadOnly, onType }: InputFieldProps) => {
  const id = useId()
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
    onFocus: input.initial === undefined ? undefined : selectAll,
    onChange: (event: ChangeEvent<Field>) =>
      onType(isComposing(event) ? event.target.value : rewritten(event.target, input)),
    onCompositionEnd: (event: CompositionEvent<Field>) => onType(rewritten(event.currentTarget, input)),
  }
  return (
    <div className="cs-field">
      <label htmlFor={id}>{input.label}</label>
      {input.multiline === true ? (
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
