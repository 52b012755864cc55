import type { Verification } from '../../schemas/verification/verification.ts'
import { FailedSight } from '../parts/Sight.tsx'
import { useAfter } from '../parts/useAfter.ts'
import { CaseError } from './CaseStrip.tsx'
import type { VerificationState } from './useVerification.ts'

const PATIENCE_MS = 200

/** Room for the cases to come, in the shape they will have. */
export const VerificationLoading = () => {
  const isSlow = useAfter(PATIENCE_MS)
  return (
    <div className="cs-verification-room" aria-busy="true">
      <span className="cs-visually-hidden">Loading</span>
      {isSlow &&
        ['40%', '90%', '70%', '80%'].map((width) => (
          <span key={width} className="cs-skeleton" style={{ width }} aria-hidden="true" />
        ))}
    </div>
  )
}

/** What stands where the cases would, until there is an answer. */
export const VerificationMissing = ({ failure, retry }: Pick<VerificationState, 'failure' | 'retry'>) =>
  failure === undefined ? (
    <VerificationLoading />
  ) : (
    <FailedSight title="The verification could not be read." failure={failure} retry={retry} />
  )

/** Nothing is asked for (D-50). A check that failed for a reason of its own says so all the same. */
export const NothingRequired = ({ verification }: { readonly verification: Verification }) => (
  <>
    <p className="cs-not-provided">No documents required</p>
    {verification.applicants.map(({ label, current }) => (
      <CaseError key={label} error={current.error} />
    ))}
  </>
)
