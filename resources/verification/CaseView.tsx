import type { ReactNode } from 'react'
import type { Investigation } from '../../schemas/verification/investigation.ts'
import { CaseHistory } from './CaseHistory.tsx'
import { CaseStrip } from './CaseStrip.tsx'
import { CipCategories } from './cip/CipCategories.tsx'
import { ResultTabs } from './ResultTabs.tsx'

interface CaseViewProps {
  readonly investigation: Investigation
  readonly actions?: ReactNode
}

/** One identity case: how it stands, which checks it consists of, what each source said, and how it came to that. */
export const CaseView = ({ investigation, actions }: CaseViewProps) => (
  <div className="cs-stack cs-case">
    <CaseStrip investigation={investigation} actions={actions} />
    {investigation.categories.length > 0 && <CipCategories categories={investigation.categories} />}
    {investigation.hasResult ? (
      <ResultTabs investigation={investigation} />
    ) : (
      <p className="cs-not-provided">No result yet</p>
    )}
    <CaseHistory history={investigation.history} />
  </div>
)
