import type { Snap } from '../../schemas/verification/rules.ts'
import { formatValue } from '../format/formatValue.ts'
import { HistoryList } from './CaseHistory.tsx'
import { CaseError, State } from './CaseStrip.tsx'
import type { CipCase, CipCheck, CipList } from './cipFile.ts'

const Documents = ({ documents }: { readonly documents: readonly Snap[] }) =>
  documents.length === 0 ? (
    <>None</>
  ) : (
    <ul>
      {documents.map(({ snap_id, doc_type, proof, status }) => (
        <li key={snap_id}>
          {formatValue('words', proof || doc_type)}, <code>{snap_id}</code>, {status || 'status not known'}
        </li>
      ))}
    </ul>
  )

const Checks = ({ checks }: { readonly checks: readonly CipCheck[] }) => (
  <table className="cs-cip-table" aria-label="Categories">
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
            <Documents documents={documents} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const Lists = ({ lists }: { readonly lists: readonly CipList[] }) => (
  <dl className="cs-cip-lists">
    {lists.map(({ source, result, hits }) => (
      <div key={source}>
        <dt>{source}</dt>
        <dd>
          {result}
          {hits.length > 0 && (
            <ul>
              {hits.map((hit, index) => (
                <li key={index}>{hit}</li>
              ))}
            </ul>
          )}
        </dd>
      </div>
    ))}
  </dl>
)

/** One identity case of the file: its categories, the lists, and what was decided by whom, when and why. */
export const CipCaseView = ({ cipCase }: { readonly cipCase: CipCase }) => {
  const { investigation, isEarlier, checks, others, lists } = cipCase
  return (
    <section className="cs-cip-case">
      <h3>
        {isEarlier ? 'Earlier case' : 'Case'} <code>{investigation.sketchId}</code>{' '}
        <State state={investigation.status} />
      </h3>
      <CaseError error={investigation.error} />
      {checks.length === 0 ? <p>No categories</p> : <Checks checks={checks} />}
      {others.length > 0 && (
        <>
          <h4>Other documents of this case</h4>
          <Documents documents={others} />
        </>
      )}
      <h4>Lists</h4>
      {investigation.hasResult ? <Lists lists={lists} /> : <p>No result yet</p>}
      <h4>Decisions</h4>
      {investigation.history.length === 0 ? <p>None recorded</p> : <HistoryList history={investigation.history} />}
    </section>
  )
}
