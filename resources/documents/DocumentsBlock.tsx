import { useId } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../../src/ui/Button.tsx'
import { FailureNotice } from '../../src/ui/Notice.tsx'
import type { Saving } from './useSaveDocuments.ts'
import { FlowDialogs } from '../../src/actions/FlowDialogs.tsx'
import type { BlockProps } from '../../src/console/extensions.ts'
import { VERIFICATION } from '../verification/useVerification.ts'
import { AccountSection } from './AccountSection.tsx'
import { Appeals } from './Appeals.tsx'
import { ApplicantSection } from './ApplicantSection.tsx'
import { hasWaiting, type Applicant } from './viewer/people.ts'
import { RequiredSection } from './RequiredSection.tsx'
import { useDocumentTools } from './useDocumentTools.ts'
import { DecisionFacts } from './DecisionFacts.tsx'
import { Viewer } from './Viewer.tsx'
import '../../src/actions/actions.css'
import '../../src/nested/part.css'
import './documents.css'

interface SaveBarProps {
  readonly saving: Saving
  /** The reason nothing can be saved. */
  readonly reason: string | undefined
  /** The appeals, drawn before the save button. */
  readonly children: ReactNode
}

/** Saves the chosen documents or says why it can't, and holds the appeals (account review, section 2). */
export const SaveBar = ({ saving, reason, children }: SaveBarProps) => {
  const id = useId()
  const { isSaving, failure, save } = saving
  const isOff = reason !== undefined || isSaving
  return (
    <div className="cs-stack cs-doc-bar cs-screen">
      {failure !== undefined && <FailureNotice failure={failure} text="The documents are uploaded, but not saved." />}
      <div className="cs-row cs-row--end">
        {!isSaving && reason !== undefined && (
          <span className="cs-meta" id={id}>
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

type Names = Readonly<Partial<Record<Applicant['label'], string>>>

/** The applicants' names when there are two. */
const namesOf = (applicants: readonly Applicant[]): Names =>
  applicants.length < 2 ? {} : Object.fromEntries(applicants.map(({ label, name }) => [label, name || label]))

const unreadableText = (count: number): string =>
  count === 1 ? '1 document could not be read' : `${count} documents could not be read`

/**
 * An account's documents: first the applicants' uploads that wait for a decision, then the documents the clearing firm
 * requires with their upload rows, then all others (account review, section 2 'Account documents panel').
 */
export const DocumentsBlock = ({ model, part }: BlockProps) => {
  const id = useId()
  const documents = useDocumentTools(model, part)
  const { ref, flow, tools, records, unreadable, required, applicants } = documents
  const { verification, saving } = required
  const cases = model.parts.find(({ partOf }) => partOf.read === VERIFICATION)
  const sections = (shown: readonly Applicant[]) =>
    shown.length > 0 && (
      <fieldset className="cs-stack" disabled={saving.isSaving}>
        {shown.map((applicant) => (
          <ApplicantSection key={applicant.label} applicant={applicant} verification={verification} tools={tools} />
        ))}
      </fieldset>
    )
  return (
    <section className="cs-stack cs-part cs-documents" aria-labelledby={id} ref={ref}>
      <h2 id={id}>
        {part.label}
        {records.length > 0 && <span className="cs-muted"> {records.length}</span>}
      </h2>
      {sections(applicants.filter(hasWaiting))}
      <RequiredSection {...required} documents={records} trail={tools.trail} names={namesOf(applicants)} />
      <SaveBar saving={saving} reason={required.reason}>
        {cases !== undefined && <Appeals model={model} part={cases} read={required.read} isOff={saving.isSaving} />}
      </SaveBar>
      {sections(applicants.filter((applicant) => !hasWaiting(applicant)))}
      {unreadable > 0 && <p className="cs-warning">{unreadableText(unreadable)}</p>}
      <fieldset className="cs-stack" disabled={saving.isSaving}>
        <AccountSection detail={model.detail} documents={records} tools={tools} />
      </fieldset>
      <Viewer page={model} applicants={applicants} documents={documents} />
      <FlowDialogs
        flow={flow}
        details={(question) => <DecisionFacts page={model} question={question} applicants={applicants} />}
      />
    </section>
  )
}
