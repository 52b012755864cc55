/** The error of a field, shown below it. Draws nothing without an error. */
export const FieldError = ({ id, error }: { readonly id: string; readonly error: string | undefined }) =>
  error === undefined ? null : (
    <p className="cs-field-error" id={id}>
      {error}
    </p>
  )

interface CheckboxProps {
  /** Shared by all checkboxes of a field. It finds the field in its dialog. */
  readonly name: string
  readonly label: string
  readonly isTicked: boolean
  readonly isInvalid: boolean
  readonly isReadOnly: boolean
  readonly onTick: (isTicked: boolean) => void
}

/** One checkbox with its label. */
export const Checkbox = ({ name, label, isTicked, isInvalid, isReadOnly, onTick }: CheckboxProps) => (
  <label className="cs-tick">
    <input
      type="checkbox"
      name={name}
      checked={isTicked}
      aria-disabled={isReadOnly}
      aria-invalid={isInvalid}
      onChange={(event) => {
        if (!isReadOnly) onTick(event.target.checked)
      }}
    />
    <span>{label}</span>
  </label>
)
