import { UNREADABLE } from '../../language/unreadable.ts'
import type { ReactNode } from 'react'
import { Disclosure } from '../../src/ui/Disclosure.tsx'
import {
  isUnread,
  type HistoryEntry,
  type Investigation,
  type CipCategory,
} from '../../schemas/verification/investigation.ts'
import { formatValue } from '../../src/format/formatValue.ts'
import { State, CaseStrip, type CaseLink } from './CaseStrip.tsx'
import { ResultTabs } from './ResultTabs.tsx'

const Documents = ({ documents }: Pick<CipCategory, 'documents'>) =>
  documents.length === 0 ? null : (
    <ul className="cs-muted">
      {documents.map(({ proof, description }, index) => (
        <li key={`${proof} ${index}`}>{description}</li>
      ))}
    </ul>
  )

const CipCategories = ({ categories }: { readonly categories: readonly CipCategory[] }) => (
  <ul className="cs-lines-of-three cs-categories" aria-label="Identity checks">
    {categories.map((category, index) => (
      <li key={`${category.name} ${index}`}>
        <span className="cs-strong">
          {isUnread(category, '/name') ? UNREADABLE : formatValue('words', category.name)}
        </span>
        <State state={category.state} isUnread={isUnread(category, '/categoryState')} />
        <Documents documents={category.documents} />
        {isUnread(category, '/requestedDocuments') && (
          <p className="cs-muted">What is requested could not be read in full</p>
        )}
      </li>
    ))}
  </ul>
)

/** The events of a case: who, when in New York, what, and why when a reason was given. */
const HistoryList = ({ history }: { readonly history: readonly HistoryEntry[] }) => (
  <ol className="cs-lines-of-three cs-history">
    {history.map(({ user, timestamp, stateChange, comment }, index) => (
      <li key={index}>
        <time className="cs-muted" dateTime={timestamp}>
          {formatValue('dateTime', timestamp)}
        </time>
        <State state={stateChange} />
        <span>{formatValue('text', user)}</span>
        {comment !== '' && <p>{comment}</p>}
      </li>
    ))}
  </ol>
)

/** The history of a case, closed at first. */
const CaseHistory = ({ history }: { readonly history: readonly HistoryEntry[] }) =>
  history.length === 0 ? null : (
    <Disclosure title="History" count={history.length}>
      <HistoryList history={history} />
    </Disclosure>
  )

interface PreviousCasesProps {
  readonly cases: readonly Investigation[]
  readonly linkOf?: CaseLink | undefined
}

/** Earlier runs of an applicant's check: the same content, read-only (D-96). */
export const PreviousCases = ({ cases, linkOf }: PreviousCasesProps) =>
  cases.length === 0 ? null : (
    <Disclosure title="Previous" count={cases.length}>
      {cases.map((investigation, index) => (
        <CaseView key={`${investigation.sketchId} ${index}`} investigation={investigation} linkOf={linkOf} />
      ))}
    </Disclosure>
  )

interface CaseViewProps {
  readonly investigation: Investigation
  readonly actions?: ReactNode
  readonly linkOf?: CaseLink | undefined
}

/** One identity case: its status, its checks, the result of each source, and its history. */
export const CaseView = ({ investigation, actions, linkOf }: CaseViewProps) => (
  <div className="cs-stack cs-case">
    <CaseStrip investigation={investigation} actions={actions} linkOf={linkOf} />
    {investigation.categories.length === 0 && isUnread(investigation, '/cipCategories') && (
      <p className="cs-note">The identity checks could not be read</p>
    )}
    {investigation.categories.length > 0 && <CipCategories categories={investigation.categories} />}
    {investigation.hasResult ? <ResultTabs investigation={investigation} /> : <p className="cs-note">No result yet</p>}
    {isUnread(investigation, '/history') && <p className="cs-note">The history could not be read in full</p>}
    <CaseHistory history={investigation.history} />
  </div>
)
