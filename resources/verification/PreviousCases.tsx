import type { Investigation } from '../../schemas/verification/investigation.ts'
import { CaseView } from './CaseView.tsx'
import { Disclosure } from './Disclosure.tsx'

/** Earlier runs of an applicant's check: the same content, only to be read (D-96). */
export const PreviousCases = ({ cases }: { readonly cases: readonly Investigation[] }) =>
  cases.length === 0 ? null : (
    <Disclosure title="Previous" count={cases.length}>
      {cases.map((investigation, index) => (
        <CaseView key={`${investigation.sketchId} ${index}`} investigation={investigation} />
      ))}
    </Disclosure>
  )
