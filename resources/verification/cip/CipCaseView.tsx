import { UNREADABLE } from '../../../language/unreadable.ts'
import { FactLine, Facts } from '../../../src/ui/Facts.tsx'
import { Table } from '../../../src/ui/Table.tsx'
import { formatValue } from '../../../src/format/formatValue.ts'
import { isUnread } from '../../../schemas/verification/investigation.ts'
import { CaseError, State } from '../CaseStrip.tsx'
import { CipDecisions, CipDocuments } from './CipEvidence.tsx'
import type { CipCase, CipCheck, CipHit, CipList } from './cipFile.ts'
import type { CipEvidence } from '../caseTrail.ts'

interface Telling {
  /** The console's name, shown as a source like the clearing firm. */
  readonly productName: string
  /** Whether the console's own record is known. */
  readonly isTrailRead: boolean
}

interface ChecksProps {
  readonly checks: readonly CipCheck[]
  readonly telling: Telling
}

const Checks = ({ checks, telling }: ChecksProps) => (
  <Table
    className="cs-grid--stacks"
    label="Categories"
    items={checks}
    columns={[
      { label: 'Category', isName: true, draw: ({ name }) => name },
      { label: 'State', className: 'cs-state', draw: (check) => <State {...check} /> },
      { label: 'Method', draw: ({ method }) => method },
      { label: 'Documents', draw: (check) => <CipDocuments {...check} {...telling} /> },
    ]}
  />
)

const Hit = ({ hit: { text, acknowledged } }: { readonly hit: CipHit }) => (
  <li>
    {text}
    {acknowledged.map(({ by, approval, at, isUnconfirmed }, index) => (
      <span key={index}>
        , acknowledged by {formatValue('text', approval?.requester ?? by)}
        {approval !== undefined && `, approved by ${formatValue('text', by)}`}, {formatValue('dateTime', at)}
        {isUnconfirmed && ', not confirmed'}
      </span>
    ))}
  </li>
)

const Lists = ({ lists }: { readonly lists: readonly CipList[] }) => (
  <Facts>
    {lists.map(({ source, result, hits }) => (
      <FactLine key={source} label={source}>
        {result}
        {hits.length > 0 && (
          <ul>
            {hits.map((hit, index) => (
              <Hit key={index} hit={hit} />
            ))}
          </ul>
        )}
      </FactLine>
    ))}
  </Facts>
)

/** What the third-party checks found, whatever was decided since: discrepancies stay in the file (obligation R3). */
const Results = ({ investigation, equifax }: Pick<CipCase, 'investigation' | 'equifax'>) => {
  const { state, comment } = investigation.evaluation
  return (
    <>
      <h4>Results</h4>
      <Facts>
        <FactLine label="Evaluation">
          <State state={state} isUnread={isUnread(investigation, '/result/evaluation/evaluatedState')} />
        </FactLine>
        {comment !== '' && <FactLine label="Comment">{comment}</FactLine>}
        {equifax.map(({ label, text }) => (
          <FactLine key={label} label={label}>
            {text}
          </FactLine>
        ))}
      </Facts>
    </>
  )
}

const Evidence = ({ evidence }: { readonly evidence: readonly CipEvidence[] }) => (
  <>
    <h4>Address validation</h4>
    <ul>
      {evidence.map(({ at, by, reference }, index) => (
        <li key={index}>
          Answered {formatValue('dateTime', at)}, reference <code>{formatValue('text', reference)}</code>, asked
          automatically for {formatValue('text', by)}
        </li>
      ))}
    </ul>
  </>
)

interface CipCaseViewProps extends Telling {
  readonly cipCase: CipCase
}

/** One identity case of the file: its categories, the lists, and its decisions with who, when and why. */
export const CipCaseView = ({ cipCase, ...telling }: CipCaseViewProps) => {
  const { investigation, isEarlier, checks, unread, others, rejected, equifax, lists, decisions, evidence } = cipCase
  return (
    <section className="cs-stack cs-cip-case">
      <h3 className="cs-row">
        {isEarlier ? 'Earlier case' : 'Case'}{' '}
        <code>{investigation.sketchId || (isUnread(investigation, '/sketchId') && UNREADABLE)}</code>{' '}
        <State state={investigation.status} isUnread={isUnread(investigation, '/status')} />
      </h3>
      <CaseError investigation={investigation} />
      {checks.length === 0 ? (
        <p>{isUnread(investigation, '/cipCategories') ? 'Categories could not be read' : 'No categories'}</p>
      ) : (
        <Checks checks={checks} telling={telling} />
      )}
      {others.length > 0 && (
        <>
          <h4>Other documents of this case</h4>
          <CipDocuments documents={others} areAllRead {...telling} />
        </>
      )}
      {rejected.length > 0 && (
        <>
          <h4>Rejected documents</h4>
          <CipDocuments documents={rejected} areAllRead {...telling} />
        </>
      )}
      {unread !== '' && <p>{unread}</p>}
      {investigation.hasResult && <Results investigation={investigation} equifax={equifax} />}
      <h4>Lists</h4>
      {investigation.hasResult ? <Lists lists={lists} /> : <p>No result yet</p>}
      {evidence.length > 0 && <Evidence evidence={evidence} />}
      <h4>Decisions</h4>
      <CipDecisions decisions={decisions} isUnread={isUnread(investigation, '/history')} {...telling} />
    </section>
  )
}
