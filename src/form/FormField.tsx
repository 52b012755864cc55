import { useId } from 'react'
import type { ChangeEvent, RefCallback } from 'react'
import { useController } from 'react-hook-form'
import type { FormErrors } from './fieldError.ts'
import type { FormTexts } from './formValues.ts'
import type { FormField } from '../../language/form.ts'
import { Field, FieldGroup, notedBy, Suggestions } from '../ui/Field.tsx'
import { OwnInput } from '../ui/registered.tsx'

/** The state and handlers that a field's control needs. */
interface FieldState {
  readonly id: string
  readonly input: {
    readonly name: string
    readonly value: string
    readonly disabled: boolean
    readonly ref: RefCallback<HTMLInputElement>
    readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
    readonly onBlur: () => void
  }
  readonly onType: (text: string) => void
  /** Sets how the form focuses the field, if the control is not a plain input element. */
  readonly focusBy: (focus: () => void) => void
  /** The field's error, once the person has touched the field or tried to send. */
  readonly error: string | undefined
}

/** Connects one field to the surrounding form. */
function useFormField(name: string, errors: FormErrors, isOff: boolean): FieldState {
  const id = useId()
  const { field, fieldState, formState } = useController<Record<string, string>>({ name })
  const isShown = fieldState.isTouched || formState.isSubmitted
  return {
    id,
    input: { ...field, value: field.value ?? '', disabled: isOff },
    onType: (text) => field.onChange(text),
    focusBy: (focus) => field.ref({ focus }),
    error: isShown ? errors[name] : undefined,
  }
}

type FoundErrors = Readonly<Record<string, { readonly type: string; readonly message: string }>>

/** The errors as a react-hook-form resolver, so that the library focuses the first invalid field. */
export const resolverOf = (judge: (texts: FormTexts) => FormErrors) => (values: Record<string, string>) => {
  const found = Object.entries(judge(values)).map(([name, message]) => [name, { type: 'manual', message }] as const)
  const errors: FoundErrors = Object.fromEntries(found)
  return found.length === 0 ? { values, errors: {} } : { values: {}, errors }
}

interface FieldProps {
  readonly field: FormField
  readonly state: FieldState
}

const textsOf = ({ field: { label, hint, required }, state: { id, error } }: FieldProps) => ({
  id,
  label,
  hint,
  error,
  isMarked: required !== undefined,
  hasRoom: true,
})

/** The keyboard that a phone shows. It has no other effect. */
function inputModeOf({ schema }: FormField): 'email' | 'numeric' | undefined {
  const { pattern, pii } = typeof schema === 'object' ? schema : {}
  if (pii === 'email') return 'email'
  return pattern?.startsWith('^[0-9]') === true ? 'numeric' : undefined
}

/** A text field, with suggestions if the field has any. */
const TextField = (props: FieldProps) => {
  const { field, state } = props
  const { id, input, error } = state
  const { placeholder, suggestions } = field
  return (
    <Field {...textsOf(props)}>
      <input
        {...input}
        id={id}
        className="cs-input"
        type="text"
        inputMode={inputModeOf(field)}
        placeholder={placeholder}
        list={suggestions === undefined ? undefined : `${id}-offered`}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        aria-required={field.required !== undefined}
        aria-invalid={error !== undefined}
        aria-describedby={notedBy(id, { hint: field.hint, error })}
      />
      <Suggestions id={`${id}-offered`} texts={suggestions} />
    </Field>
  )
}

/** A field with a control that the console registers. Its label, messages and validation are the same as for others. */
const OwnField = ({ widget, ...props }: FieldProps & { readonly widget: string }) => {
  const { field, state } = props
  const { id, input, error, onType, focusBy } = state
  const takeFocus = (box: HTMLDivElement | null) => {
    if (box !== null) focusBy(() => document.getElementById(id)?.focus())
  }
  return (
    <Field {...textsOf(props)} ref={takeFocus}>
      <OwnInput
        {...{ id, widget }}
        kind="inputs"
        name={input.name}
        label={field.label}
        value={input.value}
        placeholder={field.placeholder}
        suggestions={field.suggestions}
        choices={field.choices?.map(({ value, label }) => ({ value: String(value), label }))}
        isRequired={field.required !== undefined}
        isInvalid={error !== undefined}
        isOff={input.disabled}
        describedBy={notedBy(id, { hint: field.hint, error })}
        onChange={onType}
        onBlur={input.onBlur}
      />
    </Field>
  )
}

/** A choice of one of a few values, all of them visible. */
const RadioField = (props: FieldProps) => {
  const { field, state } = props
  const { ref, value, ...shared } = state.input
  return (
    <FieldGroup
      {...textsOf(props)}
      role="radiogroup"
      aria-required={field.required !== undefined}
      aria-invalid={state.error !== undefined}
    >
      <div className="cs-row cs-form-radios">
        {(field.choices ?? []).map((choice, index) => (
          <label key={String(choice.value)} className="cs-tick">
            <input
              {...shared}
              ref={index === 0 ? ref : undefined}
              type="radio"
              value={String(choice.value)}
              checked={value === String(choice.value)}
            />
            {choice.label}
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}

interface ConnectedFieldProps {
  readonly name: string
  readonly field: FormField
  readonly errors: FormErrors
  readonly isOff: boolean
}

/** One field of a form, with the control that its definition asks for. */
export const ConnectedField = ({ name, field, errors, isOff }: ConnectedFieldProps) => {
  const state = useFormField(name, errors, isOff)
  if (field.widget !== undefined) return <OwnField field={field} widget={field.widget} state={state} />
  return field.choices === undefined ? (
    <TextField field={field} state={state} />
  ) : (
    <RadioField field={field} state={state} />
  )
}
