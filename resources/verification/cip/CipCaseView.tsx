import { Facts } from '../../../src/ui/Facts.tsx'
import { formatValue } from '../../../src/format/formatValue.ts'
import { CaseError, State } from '../CaseStrip.tsx'
import { CipDecisions, CipDocuments } from './CipEvidence.tsx'
import type { CipCase, CipCheck, CipHit, CipList } from './cipFile.ts'
import type { CipEvidence } from './cipTrail.ts'
import '../../../src/ui/grid.css'

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
  <table className="cs-grid cs-cip-table" aria-label="Categories">
    <thead>
      <tr>
        <th scope="col">Category</th>
        <th scope="col">State</th>
        <th scope="col">Method</th>
        <th scope="col">Documents</th>
      </tr>
    </thead>
    <tbody>
      {checks.map(({ name, state, method, documents }, index) => (
        <tr key={`${name} ${index}`}>
          <th scope="row">{name}</th>
          <td>
            <State state={state} />
          </td>
          <td>{method}</td>
          <td>
            <CipDocuments documents={documents} {...telling} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const Hit = ({ hit: { text, acknowledged } }: { readonly hit: CipHit }) => (
  <li>
    {text}
    {acknowledged.map(({ by, at }, index) => (
      <span key={index}>
        , acknowledged by {formatValue('text', by)}, {formatValue('dateTime', at)}
      </span>
    ))}
  </li>
)

const Lists = ({ lists }: { readonly lists: readonly CipList[] }) => (
  <Facts>
    {lists.map(({ source, result, hits }) => (
      <div key={source}>
        <dt>{source}</dt>
        <dd>
          {result}
          {hits.length > 0 && (
            <ul>
              {hits.map((hit, index) => (
                <Hit key={index} hit={hit} />
              ))}
            </ul>
          )}
        </dd>
      </div>
    ))}
  </Facts>
)

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
  const { investigation, isEarlier, checks, others, rejected, lists, decisions, evidence } = cipCase
  return (
    <section className="cs-stack cs-cip-case">
      <h3>
        {isEarlier ? 'Earlier case' : 'Case'} <code>{investigation.sketchId}</code>{' '}
        <State state={investigation.status} />
      </h3>
      <CaseError error={investigation.error} />
      {checks.length === 0 ? <p>No categories</p> : <Checks checks={checks} telling={telling} />}
      {others.length > 0 && (
        <>
          <h4>Other documents of this case</h4>
          <CipDocuments documents={others} {...telling} />
        </>
      )}
      {rejected.length > 0 && (
        <>
          <h4>Rejected documents</h4>
          <CipDocuments documents={rejected} {...telling} />
        </>
      )}
      <h4>Lists</h4>
      {investigation.hasResult ? <Lists lists={lists} /> : <p>No result yet</p>}
      {evidence.length > 0 && <Evidence evidence={evidence} />}
      <h4>Decisions</h4>
      <CipDecisions decisions={decisions} {...telling} />
    </section>
  )
}
