import type { RecordChange } from './recordChange.ts'

const headings = {
  gone: 'This record is no longer there.',
  impossible: 'This is no longer possible: the record has changed.',
  possible: 'The record has changed since you saw it.',
} as const

/** What a record has become since the person saw it, field by field, and that nothing was sent. */
export const ChangeNotice = ({ change }: { readonly change: RecordChange }) => (
  <div className="cs-notice cs-notice--warning" role="alert">
    <p className="cs-change-heading">{headings[change.state]}</p>
    {change.differences.length > 0 && (
      <ul className="cs-change-list">
        {change.differences.map(({ title, before, after }) => (
          <li key={title}>{before === undefined ? `${title}: changed` : `${title}: ${before} → ${after ?? ''}`}</li>
        ))}
      </ul>
    )}
    {change.reason !== undefined && <p>{change.reason}</p>}
    <p>Nothing was sent.</p>
  </div>
)
