import type { FormLayout } from '../../language/form.ts'
import type { FieldErrors } from '../inputs/fieldErrors.ts'
import type { Subject } from '../subject/useSubject.ts'

const NOT_LOOKED_UP = "Couldn't look this up. Press Enter to try again."

/** True if a value that can't be sent as it is, such as a name, could not be looked up. */
export const isLookupFailed = (
  { about }: FormLayout,
  { state }: Pick<Subject, 'state'>,
  errors: FieldErrors,
): boolean => about !== undefined && state === 'failed' && errors[about.field] !== undefined

/** The errors, without blaming a name or a number for not being the value that it is looked up for. */
export function withLookup(layout: FormLayout, subject: Pick<Subject, 'state'>, errors: FieldErrors): FieldErrors {
  const { field = '' } = layout.about ?? {}
  if (isLookupFailed(layout, subject, errors)) return { ...errors, [field]: NOT_LOOKED_UP }
  if (subject.state !== 'looking') return errors
  return Object.fromEntries(Object.entries(errors).filter(([path]) => path !== field))
}
