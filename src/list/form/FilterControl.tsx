import { useId } from 'react'
import type { ChangeEvent, KeyboardEvent } from 'react'
import type { JSONSchema } from 'json-schema-to-ts'
import type { FilterField } from '../../../language/list.ts'
import { FieldError } from '../../actions/FieldError.tsx'
import { choicesIn, isDay, isWhole } from './filterValue.ts'

interface FilterControlProps {
  readonly field: FilterField
  readonly schema: JSONSchema
  readonly text: string
  readonly refusal: string | undefined
  readonly onType: (text: string) => void
}

/** Whether the choices of a control are on screen: Enter then takes one of them. */
const isUnfolded = (control: HTMLSelectElement): boolean => CSS.supports('selector(:open)') && control.matches(':open')

/** Browsers send a form on Enter from everything but a choice. */
const applyOnEnter = (event: KeyboardEvent<HTMLSelectElement>) => {
  if (event.key !== 'Enter' || isUnfolded(event.currentTarget)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

/** One field of a filter form: a choice, a day, a number or a text, as the filter's schema says. */
export const FilterControl = ({ field, schema, text, refusal, onType }: FilterControlProps) => {
  const id = useId()
  const { filter, label, placeholder, words, suggestions } = field
  const choices = choicesIn(schema)
  const shared = {
    id,
    className: 'cs-input',
    value: text,
    // Found by this and not by a name: a form's own `id` and `action` would give way to fields of that name.
    'data-filter': filter,
    'aria-invalid': refusal !== undefined,
    'aria-describedby': refusal === undefined ? undefined : `${id}-error`,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => onType(target.value),
  }
  return (
    <div className="cs-field">
      <label htmlFor={id}>{label}</label>
      {choices !== undefined ? (
        <select {...shared} onKeyDown={applyOnEnter}>
          <option value="">Any</option>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {words?.[choice] ?? choice}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          type={isDay(schema) ? 'date' : 'text'}
          inputMode={isWhole(schema) ? 'numeric' : undefined}
          placeholder={placeholder}
          list={suggestions === undefined ? undefined : `${id}-offered`}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      {suggestions !== undefined && (
        <datalist id={`${id}-offered`}>
          {suggestions.map((offered) => (
            <option key={offered}>{offered}</option>
          ))}
        </datalist>
      )}
      <FieldError id={`${id}-error`} error={refusal} />
    </div>
  )
}
