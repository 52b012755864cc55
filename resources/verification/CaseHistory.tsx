import type { HistoryEntry } from '../../schemas/verification/investigation.ts'
import { formatValue } from '../../src/format/formatValue.ts'
import { State } from './CaseStrip.tsx'
import { Disclosure } from './Disclosure.tsx'

/** What has happened to a case: who, when in New York, what, and why where a reason was given. */
const HistoryList = ({ history }: { readonly history: readonly HistoryEntry[] }) => (
  <ol className="cs-history">
    {history.map(({ user, timestamp, stateChange, comment }, index) => (
      <li key={index}>
        <time dateTime={timestamp}>{formatValue('dateTime', timestamp)}</time>
        <State state={stateChange} />
        <span>{formatValue('text', user)}</span>
        {comment !== '' && <p>{comment}</p>}
      </li>
    ))}
  </ol>
)

/** The history of a case, closed until it is wanted. */
export const CaseHistory = ({ history }: { readonly history: readonly HistoryEntry[] }) =>
  history.length === 0 ? null : (
    <Disclosure title="History" count={history.length}>
      <HistoryList history={history} />
    </Disclosure>
  )
