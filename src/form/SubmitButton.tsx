import type { FormLayout } from '../../language/form.ts'
import { Button } from '../ui/Button.tsx'

interface SubmitButtonProps {
  readonly words: FormLayout['submit']
  readonly isDanger: boolean
  readonly isBusy: boolean
  readonly isOff: boolean
}

/** Sends the form, or asks first. */
export const SubmitButton = ({ words: { label, busy = label }, isDanger, isBusy, isOff }: SubmitButtonProps) => (
  <Button type="submit" look={isDanger ? 'dangerOutline' : 'primary'} disabled={isOff} isBusy={isBusy} busyLabel={busy}>
    {label}
  </Button>
)
