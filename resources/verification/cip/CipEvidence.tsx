import type { Status } from '../../../schemas/shared/enumerations.ts'
import { formatValue } from '../../../src/format/formatValue.ts'
import { State } from '../CaseStrip.tsx'
import { decidedBy } from '../../../src/show/history/HistoryLines.tsx'
import type { TrailState } from '../../../src/show/history/useTrail.ts'
import type { RecordStep } from '../../../src/show/history/recordSteps.tsx'
import type { CipDecision, RecordedBy } from '../caseTrail.ts'
import type { CipDocument } from './cipFile.ts'
import { Button } from '../../../src/ui/Button.tsx'
import { Notice } from '../../../src/ui/Notice.tsx'
import { RequestId } from '../../../src/ui/EmptyState.tsx'

interface CipDecisionsProps {
  readonly decisions: readonly CipDecision[]
  /** True if the clearing firm's history could not be read in full. */
  readonly isUnread: boolean
  readonly productName: string
  readonly isTrailRead: boolean
}

const sourceOf = (recordedBy: RecordedBy, productName: string): string =>
  ({ console: productName, firm: 'Clearing firm', both: `${productName} and clearing firm` })[recordedBy]

/** Who made a decision, or who requested it and who approved it. */
const byWhom = ({ by, approval, isAutomatic }: CipDecision): string => {
  if (approval !== undefined) return decidedBy({ who: by, outcome: 'done', isRejection: false }, approval)
  return `${formatValue('text', by)}${isAutomatic ? ', automatically' : ''}`
}

const Decision = ({ decision, source }: { readonly decision: CipDecision; readonly source: string }) => {
  const { at, state, isUnconfirmed, reason, reliedOn, acknowledged } = decision
  return (
    <li>
      <time className="cs-muted" dateTime={at}>
        {formatValue('dateTime', at)}
      </time>
      <State state={state} />
      <div>
        {byWhom(decision)}
        <p className="cs-meta">{source}</p>
      </div>
      {isUnconfirmed && <p className="cs-strong">Not confirmed: its outcome is unknown</p>}
      {reason !== '' && <p className="cs-lines">{reason}</p>}
      {reliedOn !== '' && <p>Relied on: {reliedOn}</p>}
      {acknowledged.length > 0 && <p>Acknowledged: {acknowledged.join('; ')}</p>}
    </li>
  )
}

/** The decisions on a case: who, when, why, and who holds the record. Each decision appears once. */
export const CipDecisions = ({ decisions, isUnread, productName, isTrailRead }: CipDecisionsProps) => (
  <>
    {decisions.length === 0 && <p>{isTrailRead && !isUnread ? 'None recorded' : 'Could not be read'}</p>}
    {decisions.length > 0 && (
      <ol className="cs-lines-of-three cs-history">
        {decisions.map((decision, index) => (
          <Decision key={index} decision={decision} source={sourceOf(decision.recordedBy, productName)} />
        ))}
      </ol>
    )}
    {decisions.length > 0 && isUnread && <p>The clearing firm's history could not be read in full</p>}
  </>
)

const Step = ({ step }: { readonly step: RecordStep }) => (
  <li>
    {step.verb}
    {step.isUnconfirmed && ', not confirmed,'} by {formatValue('text', step.by)}
    {step.isAutomatic && ', automatically'}
    {', '}
    <time dateTime={step.at}>{formatValue('dateTime', step.at)}</time>
    {step.reason !== '' && <p>{step.reason}</p>}
  </li>
)

interface CipDocumentsProps {
  readonly documents: readonly CipDocument[]
  /** False if a document may be one of these, and could not be read as such. */
  readonly areAllRead: boolean
  readonly productName: string
  /** Whether the console's own record is known. Without it the page can't say who decided. */
  readonly isTrailRead: boolean
}

const decided: readonly string[] = ['approved', 'rejected'] satisfies Status<'document'>[]

/** Documents, each with its actions: who, when and why. */
export const CipDocuments = ({ documents, areAllRead, productName, isTrailRead }: CipDocumentsProps) =>
  documents.length === 0 ? (
    <>{areAllRead ? 'None' : 'Could not be read'}</>
  ) : (
    <ul className="cs-cip-documents">
      {documents.map(({ snap_id, doc_type, proof, status, steps }) => {
        const lacksDecision = decided.includes(status) && !steps.some(({ verb }) => verb.toLowerCase() === status)
        return (
          <li key={snap_id}>
            {formatValue('words', proof || doc_type)}, <code>{snap_id}</code>, {status || 'status not known'}
            {(steps.length > 0 || lacksDecision) && (
              <ul className="cs-meta cs-cip-steps">
                {steps.map((step, index) => (
                  <Step key={index} step={step} />
                ))}
                {lacksDecision && (
                  <li>{isTrailRead ? `Decided outside ${productName}` : 'By whom could not be read'}</li>
                )}
              </ul>
            )}
          </li>
        )
      })}
    </ul>
  )

interface CipTrailFailureProps {
  readonly productName: string
  readonly trail: TrailState
}

/**
 * States in the file, and on paper, that the console's own decisions are missing, so that it does not read as if there
 * were none.
 */
export const CipTrailFailure = ({ productName, trail: { failure, retry } }: CipTrailFailureProps) => (
  <Notice tone="danger" role="alert">
    <p>
      What {productName} has on record about this account could not be read. This file is not complete: it lacks who
      decided about its documents, and what was decided here.
    </p>
    {failure !== undefined && (
      <p>
        <span>{failure.message}</span> <RequestId failure={failure} />
      </p>
    )}
    {failure?.kind !== 'forbidden' && <Button onClick={retry}>Retry</Button>}
  </Notice>
)
