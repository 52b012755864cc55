import type { FormLayout } from '../../language/form.ts'
import { BusyLabel } from '../actions/BusyLabel.tsx'

interface SubmitButtonProps {
  readonly words: FormLayout['submit']
  readonly isDanger: boolean
  readonly isBusy: boolean
  readonly isOff: boolean
}

/** Sends the form, or asks first. */
export const SubmitButton = ({ words: { label, busy = label }, isDanger, isBusy, isOff }: SubmitButtonProps) => (
  <button
    type="submit"
    className={`cs-button ${isDanger ? 'cs-button--danger-outline' : 'cs-button--primary'}`}
    disabled={isOff}
    aria-disabled={isBusy}
    aria-busy={isBusy}
  >
    <BusyLabel label={label} busy={busy} isBusy={isBusy} />
  </button>
)
