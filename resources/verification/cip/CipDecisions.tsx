import { formatValue } from '../../../src/format/formatValue.ts'
import { State } from '../CaseStrip.tsx'
import type { CipDecision, RecordedBy } from './cipTrail.ts'

interface CipDecisionsProps {
  readonly decisions: readonly CipDecision[]
  readonly productName: string
  readonly isTrailRead: boolean
}

const sourceOf = (recordedBy: RecordedBy, productName: string): string =>
  ({ console: productName, firm: 'Clearing firm', both: `${productName} and clearing firm` })[recordedBy]

const Decision = ({ decision, source }: { readonly decision: CipDecision; readonly source: string }) => {
  const { at, state, by, isAutomatic, isUnconfirmed, reason, reliedOn, acknowledged } = decision
  return (
    <li>
      <time dateTime={at}>{formatValue('dateTime', at)}</time>
      <State state={state} />
      <span>
        {formatValue('text', by)}
        {isAutomatic && ', automatically'}
        {isUnconfirmed && ', not confirmed'}
        <span className="cs-meta cs-cip-source">{source}</span>
      </span>
      {reason !== '' && <p className="cs-lines">{reason}</p>}
      {reliedOn !== '' && <p>Relied on: {reliedOn}</p>}
      {acknowledged.length > 0 && <p>Acknowledged: {acknowledged.join('; ')}</p>}
    </li>
  )
}

/** Who decided what about a case, when and why, and who keeps it on record; each decision once. */
export const CipDecisions = ({ decisions, productName, isTrailRead }: CipDecisionsProps) =>
  decisions.length === 0 ? (
    <p>{isTrailRead ? 'None recorded' : 'Could not be read'}</p>
  ) : (
    <ol className="cs-history">
      {decisions.map((decision, index) => (
        <Decision key={index} decision={decision} source={sourceOf(decision.recordedBy, productName)} />
      ))}
    </ol>
  )
