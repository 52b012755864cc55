import { useId } from 'react'
import type { ChangeEvent, RefCallback } from 'react'
import { useController } from 'react-hook-form'
import type { FormErrors } from './fieldError.ts'
import type { FormTexts } from './formValues.ts'
import type { FormField } from '../../language/form.ts'
import { FieldError } from '../ui/Checkbox.tsx'
import { OwnInput } from '../ui/registered.tsx'

/** A field as its control needs it. */
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
  /** Says how the form is to focus it, where that is not one element of ours. */
  readonly focusBy: (focus: () => void) => void
  /** What is wrong with it, once the person has been there or has tried to send. */
  readonly error: string | undefined
}

/** Id of the line that explains a field, for assistive technology. */
const describedBy = ({ id, error }: FieldState, hint: string | undefined): string | undefined => {
  if (error !== undefined) return `${id}-error`
  return hint === undefined ? undefined : `${id}-hint`
}

/** Ties one field to the form around it. */
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

/** What is wrong, as the form's own library wants it told: it then focuses the first of them. */
export const resolverOf = (judge: (texts: FormTexts) => FormErrors) => (values: Record<string, string>) => {
  const found = Object.entries(judge(values)).map(([name, message]) => [name, { type: 'manual', message }] as const)
  const errors: FoundErrors = Object.fromEntries(found)
  return found.length === 0 ? { values, errors: {} } : { values: {}, errors }
}

/** The star of a field that must be filled in; the field itself says so to assistive technology. */
export const RequiredMark = ({ field }: { readonly field: Pick<FormField, 'required'> }) =>
  field.required === undefined ? null : (
    <span className="cs-form-required" aria-hidden="true">
      *
    </span>
  )

/** What a field is called. */
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
 * The line below a field: what is wrong with it, else what a right value looks like. It is there from the beginning: a
 * sentence that came between the press and the release of the mouse would move what is pressed.
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

/** What is shown on the keys of a phone: nothing else follows from it. */
function inputModeOf({ schema }: FormField): 'email' | 'numeric' | undefined {
  const { pattern, pii } = typeof schema === 'object' ? schema : {}
  if (pii === 'email') return 'email'
  return pattern?.startsWith('^[0-9]') === true ? 'numeric' : undefined
}

/** A text that is typed, with what may be offered for it. */
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

/** A field whose control is the console's own. Its label, its sentences and its validation are those of every field. */
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

/** One of a few values, all of them in sight. */
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
