import { useId, type ReactNode } from 'react'
import { Button } from '../../src/ui/Button.tsx'
import { canPass, mayBeDone } from '../../src/data/failure.ts'
import { FailureNotice } from '../../src/ui/Notice.tsx'
import type { Saving } from './useSaveDocuments.ts'
import { FlowDialogs } from '../../src/actions/FlowDialogs.tsx'
import type { BlockProps, PageModel } from '../../src/console/extensions.ts'
import { Overtaken } from '../verification/Overtaken.tsx'
import { VERIFICATION } from '../verification/useVerification.ts'
import { AccountSection } from './AccountSection.tsx'
import { Appeals } from './Appeals.tsx'
import { type Applicant, askedPersonOf, byWaiting, isOfUnknownCase, ownerOf, personOf } from './viewer/people.ts'
import { RequiredSection } from './RequiredSection.tsx'
import { useDocumentTools } from './useDocumentTools.ts'
import '../../src/actions/actions.css'
import '../../src/nested/part.css'
import './documents.css'
import { formatValue } from '../../src/format/formatValue.ts'
import { IdentityFacts } from '../../src/show/RecordIdentity.tsx'
import type { OpenQuestion } from '../../src/actions/useQuestion.ts'
import { FactLine, Facts } from '../../src/ui/Facts.tsx'
import { useKeys } from '../../src/ui/useKeys.ts'
import type { Verification } from '../../schemas/verification/verification.ts'
import { DocumentRow, isViewable, ViewDenied } from './DocumentRows.tsx'
import {
  asDecided,
  type DocumentTools,
  pagerPositionOf,
  type ViewableDocument,
  viewableOf,
} from './viewer/pagerPosition.ts'
import { DocumentViewer } from './viewer/DocumentViewer.tsx'

interface ViewerProps {
  readonly page: PageModel
  readonly applicants: readonly Applicant[]
  readonly documents: ReturnType<typeof useDocumentTools>
}

function viewedIn({ applicants, documents }: Omit<ViewerProps, 'page'>): readonly ViewableDocument[] {
  const letters = documents.letters.flatMap(({ record, applicant: label }): readonly ViewableDocument[] => {
    const applicant = applicants.find((one) => one.label === label) ?? applicants[0]
    return applicant === undefined ? [] : [{ record, applicant }]
  })
  return [...viewableOf(asDecided(applicants, documents.tools.busy, documents.viewed)), ...letters]
}

const Viewer = (props: ViewerProps) => {
  const { page, documents } = props
  const { viewed, tools, flow, close } = documents
  const pagerPosition =
    viewed === undefined
      ? undefined
      : pagerPositionOf(viewedIn(props), viewed, ({ record }) => isViewable(tools.model, record))
  if (pagerPosition === undefined) return null
  return (
    <DocumentViewer
      page={page}
      tools={tools}
      pagerPosition={pagerPosition}
      isAsking={flow.question !== undefined}
      close={close}
    />
  )
}

interface ApplicantSectionProps {
  readonly applicant: Applicant
  /** Missing until the cases' applicants are known. */
  readonly verification: Verification | undefined
  readonly tools: DocumentTools
  /** The applicant's documents that wait for a decision are in a section of their own. */
  readonly isRest?: boolean
}

/** One applicant's uploaded documents under their name (account review, section 2; D-101). */
const ApplicantSection = ({ applicant, verification, tools, isRest = false }: ApplicantSectionProps) => {
  const id = useId()
  const { label, name, documents, unknown, undecidable } = applicant
  const title = unknown === undefined ? `${label} User Documents` : 'User Documents'
  return (
    <section className="cs-doc-section" aria-labelledby={id}>
      <h3 id={id}>{isRest ? `${title}: decided` : title}</h3>
      {name !== '' && <p className="cs-note">{name}</p>}
      {unknown !== undefined && <p className="cs-note">{unknown}</p>}
      {documents.length === 0 ? (
        <p className="cs-muted">No documents</p>
      ) : (
        <ul className="cs-divided">
          {documents.map((record) => (
            <DocumentRow
              key={record.id}
              tools={tools}
              record={record}
              showsCase={isOfUnknownCase(verification, record)}
              undecidable={undecidable}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

interface DecisionFactsProps {
  readonly page: PageModel
  readonly question: OpenQuestion
  readonly applicants: readonly Applicant[]
}

/** Whose document a decision is about, on which account, and which one. */
const DecisionFacts = ({ page, question: { intent }, applicants }: DecisionFactsProps) => {
  const { name, record } = intent
  const owner = ownerOf(record, applicants)
  return (
    <>
      <Facts kind="stacked">
        <FactLine label="Person">{owner && askedPersonOf(owner, page.detail)}</FactLine>
        <FactLine label="Account">
          <span className="cs-row">
            <IdentityFacts {...page} />
          </span>
        </FactLine>
        <FactLine label="Document">{formatValue('words', record?.['proof'])}</FactLine>
      </Facts>
      {name === 'reject' && (
        <Overtaken
          page={page}
          isAbout={({ reliedOn }) => reliedOn.includes(String(record?.id))}
          once="once this document is rejected"
        />
      )}
    </>
  )
}

interface SaveBarProps {
  readonly saving: Saving
  /** The reason nothing can be saved. */
  readonly reason: string | undefined
  /** The appeals, drawn before the save button. */
  readonly children: ReactNode
}

/** Saves the chosen documents or says why it can't, and holds the appeals (account review, section 2). */
const SaveBar = ({ saving, reason, children }: SaveBarProps) => {
  const id = useId()
  const { isSaving, failure, save } = saving
  const isOff = reason !== undefined || isSaving
  return (
    <div className="cs-stack cs-doc-bar cs-screen">
      {failure !== undefined && (
        <FailureNotice
          failure={failure}
          text={mayBeDone(failure) ? 'The documents are uploaded.' : 'The documents are uploaded, but not saved.'}
        >
          {mayBeDone(failure) && <p>The account has been read again: check here whether they are saved.</p>}
        </FailureNotice>
      )}
      <div className="cs-row cs-row--end">
        {children}
        {!isSaving && reason !== undefined && (
          <span className="cs-meta" id={id}>
            {reason}
          </span>
        )}
        <Button
          look="primary"
          isOff={isOff}
          isBusy={isSaving}
          aria-describedby={reason === undefined ? undefined : id}
          onClick={isOff ? undefined : save}
        >
          {failure !== undefined && canPass(failure) && !isOff ? 'Try again' : 'Save'}
        </Button>
      </div>
    </div>
  )
}

type Names = Readonly<Partial<Record<Applicant['label'], string>>>

/** The applicants' names when there are two. */
const namesOf = (applicants: readonly Applicant[]): Names =>
  applicants.length < 2 ? {} : Object.fromEntries(applicants.map((applicant) => [applicant.label, personOf(applicant)]))

interface Counts {
  readonly uploads: number
  readonly letters: number
  /** As many as the viewer counts: those that have a file. */
  readonly viewable: number
}

/** How many documents the tab has: '2 in all', or '2 uploads and 1 account document, 2 can be viewed'. */
function countText({ uploads, letters, viewable }: Counts): string {
  const own = `${letters} account ${letters === 1 ? 'document' : 'documents'}`
  const all = letters === 0 ? `${uploads} in all` : `${uploads} ${uploads === 1 ? 'upload' : 'uploads'} and ${own}`
  return viewable === 0 || viewable === uploads + letters ? all : `${all}, ${viewable} can be viewed`
}

/**
 * An account's documents: first the applicants' uploads that wait for a decision, then the documents the clearing firm
 * requires with their upload rows, then all others (account review, section 2 'Account documents panel').
 */
export const DocumentsBlock = ({ model, part }: BlockProps) => {
  const id = useId()
  const documents = useDocumentTools(model, part)
  const { ref, flow, tools, records, required, applicants } = documents
  const { verification, saving, unread } = required
  const cases = model.parts.find(({ partOf }) => partOf.read === VERIFICATION)
  const { waiting, others } = byWaiting(applicants)
  const isAbove = ({ label }: Applicant) => waiting.some((applicant) => applicant.label === label)
  const areKnown = unread === '' && applicants.every(({ undecidable }) => undecidable === undefined)
  const sections = (shown: readonly Applicant[]) =>
    shown.length > 0 && (
      <fieldset className="cs-stack" disabled={saving.isSaving}>
        {shown.map((applicant) => (
          <ApplicantSection
            key={applicant.label}
            {...{ applicant, verification, tools }}
            isRest={shown !== waiting && isAbove(applicant)}
          />
        ))}
      </fieldset>
    )
  const listed = [...records, ...documents.letters.map(({ record }) => record)]
  const viewable = viewedIn({ applicants, documents }).filter(({ record }) => isViewable(tools.model, record))
  const [first] = viewable
  const counts = { uploads: records.length, letters: documents.letters.length, viewable: viewable.length }
  useKeys(
    first === undefined
      ? {}
      : { v: { label: 'View the first document', run: () => tools.view(String(first.record.id)) } },
  )
  return (
    <section className="cs-stack cs-part cs-documents" aria-labelledby={id} ref={ref}>
      <h2 id={id}>
        {part.label}
        {listed.length > 0 && <span className="cs-muted"> {countText(counts)}</span>}
      </h2>
      <ViewDenied model={tools.model} records={listed} />
      {sections(waiting)}
      <RequiredSection {...required} documents={records} trail={tools.trail} names={namesOf(applicants)} />
      <SaveBar saving={saving} reason={required.reason}>
        {cases !== undefined && <Appeals model={model} part={cases} read={required.read} isOff={saving.isSaving} />}
      </SaveBar>
      {sections(others.filter((rest) => rest.documents.length > 0 || (areKnown && !isAbove(rest))))}
      {unread !== '' && <p className="cs-warning">{unread}</p>}
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
