import { useId } from 'react'
import type { Verification } from '../../schemas/verification/verification.ts'
import { DocumentRow } from './DocumentRows.tsx'
import type { DocumentTools } from './viewer/pagerPosition.ts'
import { isOfUnknownCase } from './viewer/people.ts'
import type { Applicant } from './viewer/people.ts'

interface ApplicantSectionProps {
  readonly applicant: Applicant
  /** Missing until the cases' applicants are known. */
  readonly verification: Verification | undefined
  readonly tools: DocumentTools
}

/** One applicant's uploaded documents, those that wait for a decision first, under their name (account review, section 2; D-101). */
export const ApplicantSection = ({ applicant, verification, tools }: ApplicantSectionProps) => {
  const id = useId()
  const { label, name, documents } = applicant
  return (
    <section className="cs-doc-section" aria-labelledby={id}>
      <h3 id={id}>{label} User Documents</h3>
      {name !== '' && <p className="cs-note">{name}</p>}
      {documents.length === 0 ? (
        <p className="cs-muted">No documents</p>
      ) : (
        <ul className="cs-divided">
          {documents.map((record) => (
            <DocumentRow
              key={record.id}
              tools={tools}
              record={record}
              showsCase={verification === undefined || isOfUnknownCase(verification, record)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}
