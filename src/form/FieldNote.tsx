import { FieldError } from '../actions/FieldError.tsx'

interface FieldNoteProps {
  readonly id: string
  readonly hint?: string | undefined
  readonly error: string | undefined
}

/**
 * The line below a field: what is wrong with it, else what a right value looks like. It is there from the beginning: a
 * sentence that came between the press and the release of the mouse would move what is pressed.
 */
export const FieldNote = ({ id, hint, error }: FieldNoteProps) => (
  <div className="cs-form-note">
    {error === undefined && hint !== undefined ? (
      <p className="cs-meta" id={`${id}-hint`}>
        {hint}
      </p>
    ) : (
      <FieldError id={`${id}-error`} error={error} />
    )}
  </div>
)
