import { formatValue } from '../../../src/format/formatValue.ts'
import type { CipDocument } from './cipFile.ts'
import type { CipStep } from './cipTrail.ts'

const Step = ({ step }: { readonly step: CipStep }) => (
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
  readonly productName: string
  /** Whether the console's own record is known: without it nothing can be said about who decided. */
  readonly isTrailRead: boolean
}

const decided = ['approved', 'rejected']

/** Documents, each with who did what with it, when and why. */
export const CipDocuments = ({ documents, productName, isTrailRead }: CipDocumentsProps) =>
  documents.length === 0 ? (
    <>None</>
  ) : (
    <ul className="cs-cip-documents">
      {documents.map(({ snap_id, doc_type, proof, status, steps }) => {
        const lacksDecision = decided.includes(status) && !steps.some(({ verb }) => verb.toLowerCase() === status)
        return (
          <li key={snap_id}>
            {formatValue('words', proof || doc_type)}, <code>{snap_id}</code>, {status || 'status not known'}
            {(steps.length > 0 || lacksDecision) && (
              <ul className="cs-cip-steps">
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
