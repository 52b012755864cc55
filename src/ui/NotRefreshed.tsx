import type { Failure } from '../failure.ts'
import { RequestId } from './Sight.tsx'

/** Above a record that could not be read again, where it moves nothing: what is on screen may be out of date. */
export const NotRefreshed = ({ failure, retry }: { readonly failure: Failure; readonly retry: () => void }) => (
  <output className="cs-quiet">
    <span title={failure.message}>Could not be refreshed</span>
    <RequestId failure={failure} />
    <button type="button" className="cs-quiet-button" onClick={retry}>
      Retry
    </button>
  </output>
)
