import type { FormField, FormLayout } from '../../language/form.ts'
import { misordered } from '../../language/orderedInputs.ts'
import { errorsOf, type FieldErrors } from '../inputs/fieldErrors.ts'
import { sentValue, textIn, type InputValues } from '../inputs/inputValue.ts'

/** Compares two values, ignoring case and surrounding spaces. */
const isSame = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

/** The errors of one field, by path: missing, refused by the schema, or the same as another field. */
function fieldErrors(field: FormField, name: string, all: InputValues) {
  const found = errorsOf(field, all[name], name)
  const { not } = field
  const typed = textIn(all[name])
  return found.length === 0 && not !== undefined && typed.trim() !== '' && isSame(typed, textIn(all[not.field]))
    ? [[name, not.message] as const]
    : found
}

/** True while the field that unlocks the others is not valid. */
export const isLocked = ({ fields, unlockedBy }: FormLayout, typed: InputValues): boolean => {
  const key = unlockedBy === undefined ? undefined : fields[unlockedBy]
  return key !== undefined && fieldErrors(key, unlockedBy ?? '', typed).length > 0
}

/** The errors of a form. While the other fields are locked, only the field that unlocks them can have one. */
export function formErrors(form: FormLayout, typed: InputValues): FieldErrors {
  const locked = isLocked(form, typed)
  const values = Object.entries(form.fields).map(([name, field]) => [
    name,
    sentValue(field, typed[name], field.choices),
  ])
  return Object.fromEntries([
    ...(locked ? [] : misordered(form.fields, Object.fromEntries(values))),
    ...Object.entries(form.fields).flatMap(([name, field]) =>
      locked && name !== form.unlockedBy ? [] : fieldErrors(field, name, typed),
    ),
  ])
}
