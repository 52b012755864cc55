import type { FormField } from '../../language/form.ts'
import { FieldLabel } from './FieldLabel.tsx'
import { FieldNote } from './FieldNote.tsx'
import { describedBy } from './useFormField.ts'
import type { FieldState } from './useFormField.ts'

/** What is shown on the keys of a phone: nothing else follows from it. */
function inputModeOf({ pii, schema }: FormField): 'email' | 'numeric' | undefined {
  const { pattern, pii: annotated } = typeof schema === 'object' ? schema : {}
  if ((annotated ?? pii) === 'email') return 'email'
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
