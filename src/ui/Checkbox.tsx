import { useId } from 'react'
import type { Choice } from '../../language/evidence.ts'
import { FieldGroup } from './Field.tsx'

interface CheckboxProps {
  /** Shared by all checkboxes of a field. It finds the field in its dialog. */
  readonly name: string
  readonly label: string
  readonly isTicked: boolean
  readonly isInvalid: boolean
  readonly isReadOnly: boolean
  readonly onTick: (isTicked: boolean) => void
}

/** One checkbox with its label. */
export const Checkbox = ({ name, label, isTicked, isInvalid, isReadOnly, onTick }: CheckboxProps) => (
  <label className="cs-tick">
    <input
      type="checkbox"
      name={name}
      checked={isTicked}
      aria-disabled={isReadOnly}
      aria-invalid={isInvalid}
      onChange={(event) => {
        if (!isReadOnly) onTick(event.target.checked)
      }}
    />
    <span>{label}</span>
  </label>
)

interface CheckboxesProps extends Pick<CheckboxProps, 'name' | 'label' | 'isReadOnly'> {
  readonly choices: readonly Choice[]
  /** The ticked values. */
  readonly values: readonly string[]
  readonly error: string | undefined
  readonly onChoose: (values: readonly string[]) => void
}

/** A field for any number of choices, as checkboxes under one label. */
export const Checkboxes = ({ name, label, isReadOnly, choices, values, error, onChoose }: CheckboxesProps) => {
  const flip = (value: string, isTicked: boolean) => {
    const others = values.filter((each) => each !== value)
    onChoose(isTicked ? [...others, value] : others)
  }
  return (
    <FieldGroup id={useId()} label={label} error={error}>
      {choices.map((choice) => (
        <Checkbox
          key={choice.value}
          {...{ name, isReadOnly }}
          label={choice.label}
          isTicked={values.includes(choice.value)}
          isInvalid={error !== undefined}
          onTick={(isTicked) => flip(choice.value, isTicked)}
        />
      ))}
    </FieldGroup>
  )
}
