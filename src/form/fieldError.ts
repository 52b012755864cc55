import type { FormField, FormLayout } from '../../language/form.ts'
import { refusalOf, type FieldErrors } from '../inputs/inputError.ts'
import { sentValue, textIn, type InputValue, type InputValues } from '../inputs/inputValue.ts'

/** Compares two values, ignoring case and surrounding spaces. */
const isSame = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

/** The error of one field: missing, refused by the schema, or the same as another field. `undefined` if it is valid. */
function fieldError(field: FormField, typed: InputValue | undefined, all: InputValues): string | undefined {
  const value = sentValue(field, typed, field.choices)
  if (value === undefined) return field.required
  const refusal = refusalOf(field, value)
  if (refusal !== undefined) return refusal
  const { differsFrom } = field
  return differsFrom !== undefined && isSame(textIn(typed), textIn(all[differsFrom.field]))
    ? differsFrom.text
    : undefined
}

/** True while the field that unlocks the others is not valid. */
export const isLocked = ({ fields, unlockedBy }: FormLayout, typed: InputValues): boolean => {
  const key = unlockedBy === undefined ? undefined : fields[unlockedBy]
  return key !== undefined && fieldError(key, typed[unlockedBy ?? ''], typed) !== undefined
}

/** The errors of a form. While the other fields are locked, only the field that unlocks them can have one. */
export function formErrors(form: FormLayout, typed: InputValues): FieldErrors {
  const locked = isLocked(form, typed)
  return Object.fromEntries(
    Object.entries(form.fields).flatMap(([name, field]) => {
      if (locked && name !== form.unlockedBy) return []
      const error = fieldError(field, typed[name], typed)
      return error === undefined ? [] : [[name, error]]
    }),
  )
}
