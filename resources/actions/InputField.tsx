import { useId } from 'react'
import type { ChangeEvent } from 'react'
import type { ActionInput } from '../../schemas/meta/action.ts'
import { FieldError } from './FieldError.tsx'

/** What a field is drawn from. */
type Drawn = Pick<ActionInput, 'label' | 'placeholder' | 'required' | 'multiline'>

interface InputFieldProps {
  /** Finds the field among the dialog's others. */
  readonly name: string
  readonly input: Drawn
  readonly value: string
  readonly error: string | undefined
  readonly isReadOnly: boolean
  readonly onType: (value: string) => void
}

/** One value asked for in an action's dialog, with its sentence when it is missing. */
export const InputField = ({ name, input, value, error, isReadOnly, onType }: InputFieldProps) => {
  const id = useId()
  const shared = {
    id,
    name,
    value,
    readOnly: isReadOnly,
    placeholder: input.placeholder,
    'aria-invalid': error !== undefined,
    'aria-describedby': error === undefined ? undefined : `${id}-error`,
    'aria-required': input.required !== undefined,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onType(event.target.value),
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
    </div>
  )
}
