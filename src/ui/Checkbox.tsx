/** The sentence about what is wrong with a field, below it; nothing where nothing is. */
export const FieldError = ({ id, error }: { readonly id: string; readonly error: string | undefined }) =>
  error === undefined ? null : (
    <p className="cs-field-error" id={id}>
      {error}
    </p>
  )

interface CheckboxProps {
  /** Shared by all boxes of a field: finds the field among the dialog's others. */
  readonly name: string
  readonly label: string
  readonly isTicked: boolean
  readonly isInvalid: boolean
  readonly isReadOnly: boolean
  readonly onTick: (isTicked: boolean) => void
}

/** One thing to tick, with its words. */
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
