import { UNREADABLE } from '../../language/unreadable.ts'
import type { ReactNode } from 'react'
import { FactLine, Facts } from '../../src/ui/Facts.tsx'
import { Notice } from '../../src/ui/Notice.tsx'
import { isUnread, type Investigation } from '../../schemas/verification/investigation.ts'
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

interface UnreadProps {
  /** True where it could not be read, so that it is not known to be empty. */
  readonly isUnread?: boolean
}

const Nothing = ({ isUnread: isUnreadable = false }: UnreadProps) => (
  <span className="cs-muted">{isUnreadable ? UNREADABLE : NOTHING}</span>
)

/** A state from the clearing firm: toned when known, raw and neutral otherwise. */
export const State = ({ state, ...rest }: UnreadProps & { readonly state: string }) =>
  state === '' ? <Nothing {...rest} /> : <StatusPill table="investigation" status={state} />

/** The reason the check itself failed, in the clearing firm's words. */
export const CaseError = ({ investigation }: Pick<CaseStripProps, 'investigation'>) => {
  const text =
    investigation.error || (isUnread(investigation, '/error') ? 'Whether the check failed could not be read' : '')
  return text === '' ? null : (
    <Notice tone="danger" role="alert">
      <p>{text}</p>
    </Notice>
  )
}

/** The summary of a case: its number, its status, and what the evaluation concluded from which sources (D-100). */
export const CaseStrip = ({ investigation, actions, linkOf }: CaseStripProps) => {
  const { sketchId, status, evaluation } = investigation
  const isUnreadAt = (place: Parameters<typeof isUnread>[1]) => isUnread(investigation, place)
  return (
    <>
      <div className="cs-row cs-case-strip">
        <Facts kind="stacked">
          <FactLine label="Case">
            {sketchId === '' ? <Nothing isUnread={isUnreadAt('/sketchId')} /> : <code>{sketchId}</code>}
          </FactLine>
          <FactLine label="Status">
            <span className="cs-row">
              <State state={status} isUnread={isUnreadAt('/status')} />
              {status === 'REJECTED' && linkOf?.(investigation)}
            </span>
          </FactLine>
          <FactLine label="Evaluation">
            <State state={evaluation.state} isUnread={isUnreadAt('/result/evaluation/evaluatedState')} />
          </FactLine>
          <FactLine label="Data sources">
            {evaluation.dataSources.length === 0 ? (
              <Nothing isUnread={isUnreadAt('/result/evaluation/dataSources')} />
            ) : (
              evaluation.dataSources.join(', ')
            )}
          </FactLine>
          {evaluation.comment !== '' && <FactLine label="Comment">{evaluation.comment}</FactLine>}
        </Facts>
        {actions}
      </div>
      <CaseError investigation={investigation} />
    </>
  )
}
