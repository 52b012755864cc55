import { Button } from '../ui/Button.tsx'
import type { Failure } from '../failure.ts'
import { RequestId } from '../ui/EmptyState.tsx'

/** Above rows that could not be read again: they may be out of date. */
export const RefreshFailed = ({ failure, retry }: { readonly failure: Failure; readonly retry: () => void }) => (
  <div className="cs-strip" role="alert">
    <span>These rows may be out of date: {failure.message}</span>
    <RequestId failure={failure} />
    <Button look="plain" onClick={retry}>
      Retry
    </Button>
  </div>
)
