/** The sentence about what is wrong with a field, below it; nothing where nothing is. */
export const FieldError = ({ id, error }: { readonly id: string; readonly error: string | undefined }) =>
  error === undefined ? null : (
    <p className="cs-field-error" id={id}>
      {error}
    </p>
  )
