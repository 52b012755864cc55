import { Button } from '../../../src/ui/Button.tsx'
import { RequestId } from '../../../src/ui/EmptyState.tsx'
import type { HistoryState } from './useHistory.ts'

interface CipTrailFailureProps {
  readonly productName: string
  readonly trail: HistoryState
}

/** Says in the file itself, and on paper, that it lacks what was decided here: it must not look as if nothing was. */
export const CipTrailFailure = ({ productName, trail: { failure, retry } }: CipTrailFailureProps) => (
  <div className="cs-notice cs-notice--danger" role="alert">
    <p>
      What {productName} has on record about this account could not be read. This file is not complete: it lacks who
      decided about its documents, and what was decided here.
    </p>
    {failure !== undefined && (
      <p className="cs-cip-failure">
        <span>{failure.message}</span> <RequestId failure={failure} />
      </p>
    )}
    {failure?.kind !== 'forbidden' && <Button onClick={retry}>Retry</Button>}
  </div>
)
