import type { Failure } from '../data/failure.ts'
import { RequestId } from './EmptyState.tsx'
import { Button } from './Button.tsx'

/** Why a request failed, shown where it was made. */
export const FailureNotice = ({ failure }: { readonly failure: Failure }) => (
  <div className="cs-notice cs-notice--danger" role="alert">
    <p>{failure.message}</p>
    <RequestId failure={failure} />
  </div>
)

/** Shown above a record that could not be read again in full. The data on screen may be out of date or incomplete. */
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

/** Shown above rows that could not be read again. They may be out of date. */
export const RefreshFailed = ({ failure, retry }: { readonly failure: Failure; readonly retry: () => void }) => (
  <div className="cs-strip" role="alert">
    <span>These rows may be out of date: {failure.message}</span>
    <RequestId failure={failure} />
    <Button look="plain" onClick={retry}>
      Retry
    </Button>
  </div>
)
