import { useId } from 'react'
import { place } from 'virtual:locale'
import type { Input, TextControl } from '../../language/input.ts'
import { Checkbox, Checkboxes } from '../ui/Checkbox.tsx'
import { Combobox } from '../ui/Combobox.tsx'
import { Field, FieldGroup, FieldLines, notedBy, type FieldTexts } from '../ui/Field.tsx'
import { Select } from '../ui/Select.tsx'
import type { OfferedChoice } from '../ui/useOffered.tsx'
import { OwnInput } from '../ui/registered.tsx'
import { formatValue } from '../format/formatValue.ts'
import type { FieldErrors } from './fieldErrors.ts'
import { GroupInput } from './GroupInput.tsx'
import { ReferenceInput } from './ReferenceInput.tsx'
import { RowsInput } from './RowsInput.tsx'
import { TypedControl } from './TypedControl.tsx'
import { choiceText, textIn, textsIn, typedAs, type Choices, type InputValue } from './inputValue.ts'

export type Drawn = Omit<Input, 'schema'> & Partial<Pick<Input, 'schema'>>

export interface InputFieldProps {
  /** Identifies the field in its dialog or form. */
  readonly name: string
  readonly input: Drawn
  readonly choices?: Choices | undefined
  /** Values found by what is typed: choosing one replaces it. Without it nothing is looked for. */
  readonly offered?: readonly OfferedChoice[] | undefined
  readonly value: InputValue | undefined
  /** The errors of the field, and of those inside it, by their paths. */
  readonly errors: FieldErrors
  /** A line that does not block. Keeps room below the field, also while it is empty. */
  readonly warning?: string | undefined
  /** Focusing the field selects its text, to replace it. */
  readonly isPreset?: boolean
  /** Keeps its value and its focus. */
  readonly isReadOnly?: boolean
  readonly isDisabled?: boolean
  /** In a dialog: whether a ready-made text may be chosen and sent by one key. */
  readonly canSend?: boolean
  /** What the record has now: at the end of the label's line, so it stays next to an error. */
  readonly present?: string | undefined
  /** In a form: room for the error. */
  readonly isInForm?: boolean
  readonly onChange: (value: InputValue) => void
  readonly onBlur?: () => void
}

/** What every control of a field has in common. */
export interface Connected extends InputFieldProps {
  readonly id: string
  readonly error: string | undefined
  readonly describedBy: string | undefined
}

const textsOf = ({ schema }: Drawn, choices: Choices = []) =>
  choices.map((choice) => ({ value: String(choice.value), label: choiceText(schema, choice) }))

interface LabelledProps extends Connected {
  /** The controls of one element below its label. InputField draws the others. */
  readonly control: TextControl | 'select' | 'autocomplete' | undefined
}

const OneControl = ({ control, ...props }: LabelledProps) => {
  const {
    id,
    name,
    input,
    choices,
    value,
    error,
    isReadOnly = false,
    isDisabled,
    describedBy,
    onChange,
    onBlur,
  } = props
  if (input.widget !== undefined) {
    return (
      <OwnInput
        {...{ id, name, describedBy }}
        kind="inputs"
        widget={input.widget}
        label={input.label}
        value={textIn(value)}
        placeholder={input.placeholder}
        suggestions={input.suggestions}
        choices={choices && textsOf(input, choices)}
        isRequired={input.required !== undefined}
        isInvalid={error !== undefined}
        isOff={isReadOnly || isDisabled === true}
        onChange={(text) => onChange(typedAs(input, text))}
        {...(onBlur && { onBlur })}
      />
    )
  }
  const shared = {
    id,
    name,
    isReadOnly,
    onBlur,
    disabled: isDisabled,
    'aria-invalid': error !== undefined,
    'aria-describedby': describedBy,
    'aria-required': input.required !== undefined,
    onChoose: onChange,
  }
  if (input.reference !== undefined) {
    const placeholder = input.placeholder ?? 'Please choose'
    return <ReferenceInput {...shared} {...{ placeholder }} resource={input.reference} value={textIn(value)} />
  }
  if (control !== 'select' && control !== 'autocomplete') return <TypedControl {...props} control={control} />
  const offered = textsOf(input, choices)
  const choosing = {
    ...shared,
    choices: offered,
    placeholder: input.placeholder ?? 'Please choose',
    value: offered.some((choice) => choice.value === value) ? textIn(value) : '',
  }
  return control === 'select' ? <Select {...choosing} /> : <Combobox {...choosing} />
}

/** One of a few values, all of them visible. */
const Radios = ({
  name,
  input,
  choices,
  value,
  error,
  describedBy,
  isReadOnly,
  isDisabled,
  onChange,
  onBlur,
}: Connected) => (
  <div className="cs-row cs-field-radios">
    {textsOf(input, choices).map((choice) => (
      <label key={choice.value} className="cs-tick">
        <input
          type="radio"
          {...{ name, onBlur }}
          value={choice.value}
          checked={value === choice.value}
          aria-describedby={error === undefined ? undefined : describedBy}
          disabled={isDisabled}
          aria-disabled={isReadOnly}
          onChange={() => isReadOnly !== true && onChange(choice.value)}
        />
        {choice.label}
      </label>
    ))}
  </div>
)

/** One control with its label, and what the record has now at the end of the label's line. */
const LabelledControl = ({ texts, ...props }: LabelledProps & { readonly texts: Omit<FieldTexts, 'children'> }) => {
  const { present, describedBy } = props
  const id = `${props.id}-present`
  const aside = present === undefined ? undefined : <Present {...{ id, present }} />
  return (
    <Field {...texts} aside={aside}>
      <OneControl {...props} describedBy={aside === undefined ? describedBy : `${id} ${describedBy ?? ''}`} />
    </Field>
  )
}

const Present = ({ id, present }: { readonly id: string; readonly present: string }) => (
  <span className="cs-meta cs-ellipsis" id={id} title={present}>
    {present}
  </span>
)

const draw = (inner: InputFieldProps) => <InputField key={inner.name} {...inner} />

/** One value that the person fills in: its label, the control for its type, and the lines below it. */
export const InputField = (props: InputFieldProps) => {
  const id = useId()
  const {
    input,
    choices = input.choices,
    value,
    errors,
    warning,
    isInForm: hasRoom,
    isReadOnly = false,
    onChange,
  } = props
  const error = errors[props.name]
  const { label, hint = input.control === 'dateTime' ? `${place} time` : undefined } = input
  const isRequired = input.required !== undefined
  const texts = { id, label, hint, error, warning, hasRoom, isMarked: isRequired }
  const shared = { name: props.name, isReadOnly, disabled: props.isDisabled, onBlur: props.onBlur }
  const connected = { ...props, id, choices, error, describedBy: notedBy(id, { hint, error, warning }) }
  const control = input.widget === undefined ? input.control : undefined
  if (control === 'group') return <GroupInput {...{ ...props, texts, draw }} />
  if (control === 'rows') return <RowsInput {...{ ...props, texts, draw }} />
  if (control === 'masked') {
    return (
      <Field {...texts} hint="Masked values stay as they are">
        <output id={id}>{formatValue('masked', textIn(value))}</output>
      </Field>
    )
  }
  if (control === 'checkbox') {
    return (
      <div className="cs-field">
        <Checkbox
          {...{ id, label, ...shared }}
          isTicked={value === 'true'}
          isInvalid={error !== undefined}
          aria-describedby={connected.describedBy}
          onTick={(isTicked) => onChange(String(isTicked))}
        />
        <FieldLines {...texts} />
      </div>
    )
  }
  if (control === 'checkboxes') {
    const offered = textsOf(input, choices)
    return <Checkboxes {...texts} {...shared} choices={offered} values={textsIn(value)} onChoose={onChange} />
  }
  if (control === 'radio') {
    return (
      <FieldGroup {...texts} role="radiogroup" aria-required={isRequired} aria-invalid={error !== undefined}>
        <Radios {...connected} />
      </FieldGroup>
    )
  }
  return <LabelledControl {...connected} {...{ control, texts }} />
}
