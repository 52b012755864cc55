import type { ReactNode } from 'react'
import { Facts } from '../../src/ui/Facts.tsx'
import type { Investigation } from '../../schemas/verification/investigation.ts'
import { NOTHING } from '../../src/format/formatValue.ts'
import { StatusPill } from '../../src/values/drawText.tsx'

interface CaseStripProps {
  readonly investigation: Investigation
  /** The actions on the case. */
  readonly actions?: ReactNode
}

const Nothing = () => <span className="cs-muted">{NOTHING}</span>

/** A state from the clearing firm: toned when known, raw and neutral otherwise. */
export const State = ({ state }: { readonly state: string }) =>
  state === '' ? <Nothing /> : <StatusPill table="investigation" status={state} />

/** The reason the check itself failed, in the clearing firm's words. */
export const CaseError = ({ error }: { readonly error: string }) =>
  error === '' ? null : (
    <div className="cs-notice cs-notice--danger" role="alert">
      <p>{error}</p>
    </div>
  )

/** The summary of a case: its number, its status, and what the evaluation concluded from which sources (D-100). */
export const CaseStrip = ({ investigation, actions }: CaseStripProps) => {
  const { sketchId, status, evaluation, error } = investigation
  return (
    <>
      <div className="cs-row cs-case-strip">
        <Facts kind="stacked">
          <div>
            <dt>Case</dt>
            <dd>{sketchId === '' ? <Nothing /> : <code>{sketchId}</code>}</dd>
          </div>
          <div>
            <dt>Status</dt>
            <dd>
              <State state={status} />
            </dd>
          </div>
          <div>
            <dt>Evaluation</dt>
            <dd>
              <State state={evaluation.state} />
            </dd>
          </div>
          <div>
            <dt>Data sources</dt>
            <dd>{evaluation.dataSources.length === 0 ? <Nothing /> : evaluation.dataSources.join(', ')}</dd>
          </div>
          {evaluation.comment !== '' && (
            <div>
              <dt>Comment</dt>
              <dd>{evaluation.comment}</dd>
            </div>
          )}
        </Facts>
        {actions}
      </div>
      <CaseError error={error} />
    </>
  )
}
