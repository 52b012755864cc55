import { useId } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../../src/ui/Button.tsx'
import { RequestId } from '../../src/ui/EmptyState.tsx'
import type { Saving } from './useSaveDocuments.ts'

interface SaveBarProps {
  readonly saving: Saving
  /** Why nothing can be saved. */
  readonly reason: string | undefined
  /** The appeals, before the saving. */
  readonly children: ReactNode
}

/** Saves what has been chosen, or says why not; and appeals (account review, section 2). */
export const SaveBar = ({ saving, reason, children }: SaveBarProps) => {
  const id = useId()
  const { isSaving, failure, save } = saving
  const isOff = reason !== undefined || isSaving
  return (
    <div className="cs-stack cs-doc-bar">
      {failure !== undefined && (
        <div className="cs-notice cs-notice--danger" role="alert">
          <p>The documents are uploaded, but not saved. {failure.message}</p>
          <RequestId failure={failure} />
        </div>
      )}
      <div className="cs-row cs-doc-bar-line">
        {!isSaving && reason !== undefined && (
          <span className="cs-record-action-reason" id={id}>
            {reason}
          </span>
        )}
        {children}
        <Button
          look="primary"
          isOff={isOff}
          isBusy={isSaving}
          aria-describedby={reason === undefined ? undefined : id}
          onClick={isOff ? undefined : save}
        >
          {failure === undefined ? 'Save' : 'Try again'}
        </Button>
      </div>
    </div>
  )
}
