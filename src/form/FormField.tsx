import { useId } from 'react'
import type { ChangeEvent, RefCallback } from 'react'
import { useController } from 'react-hook-form'
import type { FormErrors } from './fieldError.ts'
import type { FormTexts } from './formValues.ts'
import type { FormField } from '../../language/form.ts'
import { FieldError } from '../ui/Checkbox.tsx'
import { OwnInput } from '../ui/registered.tsx'

/** The state and handlers that a field's control needs. */
export interface FieldState {
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

/** Id of the field's error or hint line, for assistive technology. */
const describedBy = ({ id, error }: FieldState, hint: string | undefined): string | undefined => {
  if (error !== undefined) return `${id}-error`
  return hint === undefined ? undefined : `${id}-hint`
}

/** Connects one field to the surrounding form. */
export function useFormField(name: string, errors: FormErrors, isOff: boolean): FieldState {
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

/** The star of a required field. The field itself has `aria-required` for assistive technology. */
export const RequiredMark = ({ field }: { readonly field: Pick<FormField, 'required'> }) =>
  field.required === undefined ? null : (
    <span className="cs-form-required" aria-hidden="true">
      *
    </span>
  )

const FieldLabel = ({ id, field }: { readonly id: string; readonly field: FormField }) => (
  <label htmlFor={id}>
    {field.label}
    <RequiredMark field={field} />
  </label>
)

interface FieldNoteProps {
  readonly id: string
  readonly hint?: string | undefined
  readonly error: string | undefined
}

/**
 * The line below a field: its error, else its hint. The line always takes up space. If an error appeared between the
 * press and the release of the mouse, it would move the button being pressed.
 */
export const FieldNote = ({ id, hint, error }: FieldNoteProps) => (
  <div className="cs-form-note">
    {error === undefined && hint !== undefined ? (
      <p className="cs-meta" id={`${id}-hint`}>
        {hint}
      </p>
    ) : (
      <FieldError id={`${id}-error`} error={error} />
    )}
  </div>
)

/** The keyboard that a phone shows. It has no other effect. */
function inputModeOf({ schema }: FormField): 'email' | 'numeric' | undefined {
  const { pattern, pii } = typeof schema === 'object' ? schema : {}
  if (pii === 'email') return 'email'
  return pattern?.startsWith('^[0-9]') === true ? 'numeric' : undefined
}

/** A text field, with suggestions if the field has any. */
export const TextField = ({ field, state }: { readonly field: FormField; readonly state: FieldState }) => {
  const { id, input, error } = state
  const { placeholder, suggestions } = field
  return (
    <div className="cs-field">
      <FieldLabel id={id} field={field} />
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
        aria-describedby={describedBy(state, field.hint)}
      />
      {suggestions !== undefined && (
        <datalist id={`${id}-offered`}>
          {suggestions.map((offered) => (
            <option key={offered}>{offered}</option>
          ))}
        </datalist>
      )}
      <FieldNote id={id} hint={field.hint} error={error} />
    </div>
  )
}

interface OwnFieldProps {
  readonly field: FormField
  /** The registered name of its control. */
  readonly widget: string
  readonly state: FieldState
}

/** A field with a control that the console registers. Its label, messages and validation are the same as for others. */
export const OwnField = ({ field, widget, state }: OwnFieldProps) => {
  const { id, input, error, onType, focusBy } = state
  const takeFocus = (box: HTMLDivElement | null) => {
    if (box !== null) focusBy(() => document.getElementById(id)?.focus())
  }
  return (
    <div className="cs-field" ref={takeFocus}>
      <FieldLabel id={id} field={field} />
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
        describedBy={describedBy(state, field.hint)}
        onChange={onType}
        onBlur={input.onBlur}
      />
      <FieldNote id={id} hint={field.hint} error={error} />
    </div>
  )
}

/** A choice of one of a few values, all of them visible. */
export const RadioField = ({ field, state }: { readonly field: FormField; readonly state: FieldState }) => {
  const { id, input, error } = state
  const { ref, value, ...shared } = input
  return (
    <fieldset
      className="cs-form-choices"
      role="radiogroup"
      aria-required={field.required !== undefined}
      aria-invalid={error !== undefined}
      aria-describedby={describedBy(state, field.hint)}
    >
      <legend>
        {field.label}
        <RequiredMark field={field} />
      </legend>
      <div className="cs-form-radios">
        {(field.choices ?? []).map((choice, index) => (
          <label key={String(choice.value)} className="cs-form-radio">
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
      <FieldNote id={id} hint={field.hint} error={error} />
    </fieldset>
  )
}
