import { formatValue } from '../../src/format/formatValue.ts'
import type { OpenQuestion } from '../../src/actions/useQuestion.ts'
import { FactLine, Facts } from '../../src/ui/Facts.tsx'
import type { Applicant } from './viewer/people.ts'

interface DecisionFactsProps {
  readonly question: OpenQuestion
  readonly applicants: readonly Applicant[]
}

/** Whose document a decision is about, and which one. */
export const DecisionFacts = ({ question: { intent }, applicants }: DecisionFactsProps) => {
  const { record } = intent
  const [primary] = applicants
  const owner = applicants.find(({ documents }) => documents.some(({ id }) => id === record?.id)) ?? primary
  return (
    <Facts kind="stacked">
      <FactLine label="Person">{owner?.name ?? ''}</FactLine>
      <FactLine label="Document">{formatValue('words', record?.['proof'])}</FactLine>
    </Facts>
  )
}
