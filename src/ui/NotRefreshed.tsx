import { Button } from './Button.tsx'
import type { Failure } from '../failure.ts'
import { RequestId } from './EmptyState.tsx'

/** Above a record that could not be read again, or not in full: what is on screen may be out of date or incomplete. */
export const NotRefreshed = ({ failure, retry }: { readonly failure: Failure; readonly retry: () => void }) => (
  <output className="cs-quiet">
    <span title={failure.message}>
      {failure.code === 'UNEXPECTED_ANSWER' ? 'Could not be read in full' : 'Could not be refreshed'}
    </span>
    <RequestId failure={failure} />
    <Button look="link" size="small" onClick={retry}>
      Retry
    </Button>
  </output>
)
