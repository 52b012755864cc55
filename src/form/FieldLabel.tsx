import type { FormField } from '../../language/form.ts'

/** The star of a field that must be filled in; the field itself says so to assistive technology. */
export const RequiredMark = ({ field }: { readonly field: Pick<FormField, 'required'> }) =>
  field.required === undefined ? null : (
    <span className="cs-form-required" aria-hidden="true">
      *
    </span>
  )

/** What a field is called. */
export const FieldLabel = ({ id, field }: { readonly id: string; readonly field: FormField }) => (
  <label htmlFor={id}>
    {field.label}
    <RequiredMark field={field} />
  </label>
)
