import type { ReactNode } from 'react'
import { FactLine, Facts } from '../../src/ui/Facts.tsx'
import { Notice } from '../../src/ui/Notice.tsx'
import type { Investigation } from '../../schemas/verification/investigation.ts'
import { NOTHING } from '../../src/format/formatValue.ts'
import { StatusPill } from '../../src/values/drawText.tsx'

interface CaseStripProps {
  readonly investigation: Investigation
  readonly actions?: ReactNode
  /** The link from the status of a stopped case to the account's history. */
  readonly linkOf?: CaseLink | undefined
}

/** Draws the link from the status of a case to the account's history. */
export type CaseLink = (investigation: Investigation) => ReactNode

const Nothing = () => <span className="cs-muted">{NOTHING}</span>

/** A state from the clearing firm: toned when known, raw and neutral otherwise. */
export const State = ({ state }: { readonly state: string }) =>
  state === '' ? <Nothing /> : <StatusPill table="investigation" status={state} />

/** The reason the check itself failed, in the clearing firm's words. */
export const CaseError = ({ error }: { readonly error: string }) =>
  error === '' ? null : (
    <Notice tone="danger" role="alert">
      <p>{error}</p>
    </Notice>
  )

/** The summary of a case: its number, its status, and what the evaluation concluded from which sources (D-100). */
export const CaseStrip = ({ investigation, actions, linkOf }: CaseStripProps) => {
  const { sketchId, status, evaluation, error } = investigation
  return (
    <>
      <div className="cs-row cs-case-strip">
        <Facts kind="stacked">
          <FactLine label="Case">{sketchId === '' ? <Nothing /> : <code>{sketchId}</code>}</FactLine>
          <FactLine label="Status">
            <span className="cs-row">
              <State state={status} />
              {status === 'REJECTED' && linkOf?.(investigation)}
            </span>
          </FactLine>
          <FactLine label="Evaluation">
            <State state={evaluation.state} />
          </FactLine>
          <FactLine label="Data sources">
            {evaluation.dataSources.length === 0 ? <Nothing /> : evaluation.dataSources.join(', ')}
          </FactLine>
          {evaluation.comment !== '' && <FactLine label="Comment">{evaluation.comment}</FactLine>}
        </Facts>
        {actions}
      </div>
      <CaseError error={error} />
    </>
  )
}
