import type { FormField } from '../../language/form.ts'
import { RequiredMark } from './FieldLabel.tsx'
import { FieldNote } from './FieldNote.tsx'
import { describedBy } from './useFormField.ts'
import type { FieldState } from './useFormField.ts'

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
