import { useId, useMemo } from 'react'
import { ActionDialog } from '../../src/actions/ActionDialog.tsx'
import { LeaveDialog } from '../../src/ui/LeaveDialog.tsx'
import type { BlockProps } from '../../src/console/extensions.ts'
import { VERIFICATION } from '../verification/useVerification.ts'
import { AccountSection } from './AccountSection.tsx'
import { Appeals } from './Appeals.tsx'
import { ApplicantSection } from './ApplicantSection.tsx'
import { applicantsWith } from './people.ts'
import type { Applicant } from './people.ts'
import { RequiredSection } from './RequiredSection.tsx'
import { SaveBar } from './SaveBar.tsx'
import { useDocumentTools } from './useDocumentTools.ts'
import { useRequiredDocuments } from './useRequiredDocuments.ts'
import { Viewer } from './Viewer.tsx'
import '../../src/actions/actions.css'
import '../../src/nested/part.css'
import './documents.css'

type Names = Readonly<Partial<Record<Applicant['label'], string>>>

/** The applicants' names where there are two to tell apart. */
const namesOf = (applicants: readonly Applicant[]): Names =>
  applicants.length < 2 ? {} : Object.fromEntries(applicants.map(({ label, name }) => [label, name || label]))

const unreadableText = (count: number): string =>
  count === 1 ? '1 document could not be read' : `${count} documents could not be read`

/**
 * The documents of an account: its own letters, what the clearing firm asks for with the place to give it, and what
 * each applicant has uploaded, to be looked at and decided upon (account review, section 2 'Account documents panel').
 */
export const DocumentsBlock = ({ model, part }: BlockProps) => {
  const id = useId()
  const documents = useDocumentTools(model, part)
  const { ref, flow, tools, records, unreadable } = documents
  const required = useRequiredDocuments(model, records)
  const { verification, saving, leaving } = required
  const applicants = useMemo(() => applicantsWith(model, verification, records), [model, verification, records])
  const cases = model.parts.find(({ partOf }) => partOf.read === VERIFICATION)
  return (
    <section className="cs-stack cs-part cs-documents" aria-labelledby={id} ref={ref}>
      <h2 id={id}>
        {part.label}
        {records.length > 0 && <span className="cs-muted"> {records.length}</span>}
      </h2>
      <fieldset className="cs-doc-lock" disabled={saving.isSaving}>
        <AccountSection detail={model.detail} documents={records} tools={tools} />
      </fieldset>
      <RequiredSection {...required} names={namesOf(applicants)} />
      <SaveBar saving={saving} reason={required.reason}>
        {cases !== undefined && <Appeals model={model} part={cases} read={required.read} isOff={saving.isSaving} />}
      </SaveBar>
      <fieldset className="cs-doc-lock" disabled={saving.isSaving}>
        {applicants.map((applicant) => (
          <ApplicantSection key={applicant.label} applicant={applicant} verification={verification} tools={tools} />
        ))}
        {unreadable > 0 && <p className="cs-warning">{unreadableText(unreadable)}</p>}
      </fieldset>
      <Viewer page={model} applicants={applicants} documents={documents} />
      <ActionDialog flow={flow} />
      {leaving !== undefined && (
        <LeaveDialog
          question={leaving}
          title="Leave without saving?"
          text="The chosen documents are not saved. They have to be chosen again."
        />
      )}
    </section>
  )
}
