import { needsNothing } from '../../schemas/verification/rules.ts'
import type { RecordDialogProps } from '../../src/console/extensions.ts'
import { NotRefreshed } from '../../src/ui/Notice.tsx'
import { InvestigationViewer } from './InvestigationViewer.tsx'
import { useApplicantNames } from './useApplicantNames.ts'
import { useVerification } from './useVerification.ts'
import { NothingRequired, VerificationMissing } from './VerificationStates.tsx'
import './verification.css'

/** An account's identity checks in a dialog: fetched when it opens, and read-only (D-49). */
export const VerificationView = ({ definition, record }: RecordDialogProps) => {
  const { verification, failure, retry } = useVerification(definition, record, { staleMs: 0 })
  const names = useApplicantNames(definition, record, verification)
  if (verification === undefined) return <VerificationMissing failure={failure} retry={retry} />
  return needsNothing(verification) ? (
    <NothingRequired verification={verification} failure={failure} retry={retry} />
  ) : (
    <>
      {failure !== undefined && <NotRefreshed failure={failure} retry={retry} />}
      <InvestigationViewer verification={verification} names={names} />
    </>
  )
}
