import { Spinner } from '../parts/Spinner.tsx'
import type { FormLayout } from '../../schemas/meta/form.ts'

interface SubmitButtonProps {
  readonly words: FormLayout['submit']
  readonly isDanger: boolean
  readonly isBusy: boolean
  readonly isOff: boolean
}

/** Sends the form, or asks first. Both of its labels have their room, so that it keeps its width. */
export const SubmitButton = ({ words: { label, busy = label }, isDanger, isBusy, isOff }: SubmitButtonProps) => (
  <button
    type="submit"
    className={`cs-button cs-form-submit ${isDanger ? 'cs-button--danger-outline' : 'cs-button--primary'}`}
    disabled={isOff}
    aria-disabled={isBusy}
    aria-busy={isBusy}
  >
    <span className="cs-form-submit-words">
      <span data-shown={!isBusy} aria-hidden={isBusy}>
        {label}
      </span>
      <span data-shown={isBusy} aria-hidden={!isBusy}>
        {busy}
      </span>
    </span>
    {isBusy && <Spinner />}
  </button>
)
