import type { ReactNode } from 'react'
import type { ApplicantCases, Verification } from '../../schemas/verification/verification.ts'
import { ErrorState } from '../../src/ui/EmptyState.tsx'
import { useIsSlow } from '../../src/ui/Skeleton.tsx'
import { CaseStrip, type CaseLink } from './CaseStrip.tsx'
import type { VerificationState } from './useVerification.ts'

/** A skeleton in the shape of the cases. */
export const VerificationLoading = () => {
  const isSlow = useIsSlow()
  return (
    <div className="cs-stack cs-verification-room" aria-busy="true">
      <span className="cs-visually-hidden">Loading</span>
      {isSlow &&
        ['40%', '90%', '70%', '80%'].map((width) => (
          <span key={width} className="cs-skeleton" style={{ width }} aria-hidden="true" />
        ))}
    </div>
  )
}

/** The content shown in place of the cases until there is an answer. */
export const VerificationMissing = ({ failure, retry }: Pick<VerificationState, 'failure' | 'retry'>) =>
  failure === undefined ? (
    <VerificationLoading />
  ) : (
    <ErrorState title="Couldn't load the verification." failure={failure} retry={retry} />
  )

interface NothingRequiredProps extends Pick<VerificationState, 'failure' | 'retry'> {
  readonly verification: Verification
  /** Said in place of D-50's words where there is no case at all. */
  readonly noCaseText?: string
  /** The actions on an applicant's case, drawn next to its status. */
  readonly actions?: (applicant: ApplicantCases) => ReactNode
  readonly linkOf?: CaseLink
}

/**
 * Says that no documents are required (D-50), unless the answer is stale or incomplete. Each case's status is shown
 * anyway, because one may have failed or have no result.
 */
export const NothingRequired = ({ verification, failure, retry, ...own }: NothingRequiredProps) => (
  <div className="cs-stack">
    {failure === undefined ? (
      <p className="cs-note">
        {(verification.applicants.length === 0 ? own.noCaseText : undefined) ?? 'No documents required'}
      </p>
    ) : (
      <ErrorState title="Couldn't load what is required" failure={failure} retry={retry} />
    )}
    {verification.applicants.map((applicant) => (
      <div key={applicant.label} className="cs-stack cs-case">
        <CaseStrip investigation={applicant.current} actions={own.actions?.(applicant)} linkOf={own.linkOf} />
        {!applicant.current.hasResult && <p className="cs-note">No result yet</p>}
      </div>
    ))}
  </div>
)
