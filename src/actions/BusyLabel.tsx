import { Spinner } from '../ui/Spinner.tsx'

interface BusyLabelProps {
  readonly label: string
  /** Said instead while the call is under way. */
  readonly busy: string
  readonly isBusy: boolean
}

/** What a button says, at rest and at work. Both have their room from the beginning, so that it keeps its width. */
export const BusyLabel = ({ label, busy, isBusy }: BusyLabelProps) => (
  <span className="cs-busy-words">
    <span data-shown={!isBusy} aria-hidden={isBusy}>
      {label}
    </span>
    <span data-shown={isBusy} aria-hidden={!isBusy}>
      {busy}
      <Spinner />
    </span>
  </span>
)
