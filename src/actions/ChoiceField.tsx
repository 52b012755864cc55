import { useId } from 'react'
import type { ActionInput } from '../../language/action.ts'
import type { Choice } from '../../language/choices.ts'
import { noChoicesText } from './choices.ts'
import { FieldError } from './FieldError.tsx'
import { Checkbox } from './Checkbox.tsx'

/** What a field of choices is drawn from. */
type Drawn = Pick<ActionInput, 'label' | 'placeholder' | 'required' | 'none'>

interface ChoiceProps {
  /** Finds the field among the dialog's others. */
  readonly name: string
  readonly input: Drawn
  readonly choices: readonly Choice[]
  readonly error: string | undefined
  readonly isReadOnly: boolean
}

interface OneProps extends ChoiceProps {
  readonly value: string
  readonly onChoose: (value: string) => void
}

/** One of several choices. Nothing is chosen for the person, not even where there is one choice only. */
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

/** Any number of choices. */
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
