import { useId, type ComponentProps } from 'react'
import type { Choice } from '../../language/evidence.ts'
import { FieldGroup, type FieldTexts } from './Field.tsx'

interface CheckboxProps extends Pick<ComponentProps<'input'>, 'id' | 'onBlur' | 'disabled' | 'aria-describedby'> {
  /** Shared by all checkboxes of a field. It finds the field in its dialog. */
  readonly name: string
  readonly label: string
  readonly isTicked: boolean
  readonly isInvalid: boolean
  readonly isReadOnly: boolean
  readonly onTick: (isTicked: boolean) => void
}

export const Checkbox = ({ label, isTicked, isInvalid, isReadOnly, onTick, ...rest }: CheckboxProps) => (
  <label className="cs-tick">
    <input
      type="checkbox"
      {...rest}
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

interface CheckboxesProps
  extends
    Pick<CheckboxProps, 'name' | 'label' | 'isReadOnly' | 'disabled' | 'onBlur'>,
    Partial<Pick<FieldTexts, 'hint' | 'isMarked' | 'hasRoom'>> {
  readonly choices: readonly Choice[]
  readonly values: readonly string[]
  readonly error: string | undefined
  readonly onChoose: (values: readonly string[]) => void
}

/** A field for any number of choices, as checkboxes under one label. */
export const Checkboxes = (props: CheckboxesProps) => {
  const { name, label, isReadOnly, disabled, onBlur, choices, values, error, onChoose, ...texts } = props
  const flip = (value: string, isTicked: boolean) => {
    const others = values.filter((each) => each !== value)
    onChoose(isTicked ? [...others, value] : others)
  }
  return (
    <FieldGroup id={useId()} {...{ label, error }} {...texts}>
      {choices.map((choice) => (
        <Checkbox
          key={choice.value}
          {...{ name, isReadOnly, disabled, onBlur }}
          label={choice.label}
          isTicked={values.includes(choice.value)}
          isInvalid={error !== undefined}
          onTick={(isTicked) => flip(choice.value, isTicked)}
        />
      ))}
    </FieldGroup>
  )
}
