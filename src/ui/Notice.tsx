import type { Failure } from '../failure.ts'
import { RequestId } from './EmptyState.tsx'

/** Why something that was asked for did not happen, where it was asked for. */
export const FailureNotice = ({ failure }: { readonly failure: Failure }) => (
  <div className="cs-notice cs-notice--danger" role="alert">
    <p>{failure.message}</p>
    <RequestId failure={failure} />
  </div>
)
