import { formatValue } from '../../src/format/formatValue.ts'
import type { PageModel } from '../../src/console/extensions.ts'
import { IdentityFacts } from '../../src/show/RecordIdentity.tsx'
import type { OpenQuestion } from '../../src/actions/useQuestion.ts'
import { FactLine, Facts } from '../../src/ui/Facts.tsx'
import { ownerOf } from './viewer/people.ts'
import type { Applicant } from './viewer/people.ts'

interface DecisionFactsProps {
  readonly page: PageModel
  readonly question: OpenQuestion
  readonly applicants: readonly Applicant[]
}

/** Whose document a decision is about, on which account, and which one. */
export const DecisionFacts = ({ page, question: { intent }, applicants }: DecisionFactsProps) => {
  const { record } = intent
  return (
    <Facts kind="stacked">
      <FactLine label="Person">{ownerOf(record, applicants)?.name ?? ''}</FactLine>
      <FactLine label="Account">
        <span className="cs-row">
          <IdentityFacts {...page} />
        </span>
      </FactLine>
      <FactLine label="Document">{formatValue('words', record?.['proof'])}</FactLine>
    </Facts>
  )
}
