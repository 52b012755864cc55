import { stepsOf } from '../verification/caseTrail.ts'
import { StepLine } from '../../src/show/history/recordSteps.tsx'
import type { TrailState } from '../../src/show/history/useTrail.ts'
import { isWaiting } from './viewer/people.ts'
import type { DocumentTools } from './viewer/pagerPosition.ts'
import { Button } from '../../src/ui/Button.tsx'
import { parseInstant } from '../../language/parseInstant.ts'
import { formatMoment } from '../../src/format/formatMoment.ts'
import { formatValue } from '../../src/format/formatValue.ts'
import { controlOf } from '../../src/model/controlOf.ts'
import { HistoryLink } from '../../src/nested/HistoryLink.tsx'
import { PartActions } from '../../src/nested/PartTable.tsx'
import { partRecordName, type PartModel } from '../../src/nested/partModel.ts'
import { StatusPill } from '../../src/values/drawText.tsx'
import type { Row } from '../../src/model/columns.ts'

/** True when a document has a file that the person may see. */
export const isViewable = ({ definition, permissions }: PartModel, record: Row): boolean =>
  controlOf(definition, 'download', record, permissions).state === 'ready'

interface ViewButtonProps {
  readonly tools: DocumentTools
  readonly record: Row
  /** The document's name in the label, if it has another one than an upload. */
  readonly of?: string
}

export const ViewButton = ({ tools, record, of }: ViewButtonProps) =>
  isViewable(tools.model, record) ? (
    <Button
      size="small"
      data-view={record.id}
      aria-label={`View: ${of ?? partRecordName(tools.model.definition, record)}`}
      onClick={() => tools.view(String(record.id))}
    >
      View
    </Button>
  ) : null

interface ViewDeniedProps {
  readonly model: PartModel
  readonly records: readonly Row[]
}

/** Says which permission is missing to view documents that have a file. */
export const ViewDenied = ({ model: { definition, permissions }, records }: ViewDeniedProps) => {
  const denied = records
    .map((record) => controlOf(definition, 'download', record, permissions))
    .find(({ state }) => state === 'denied')
  return denied?.state === 'denied' && <p className="cs-muted">You can’t view these documents. {denied.reason}</p>
}

interface ProvenanceProps {
  readonly record: Row
  readonly trail: TrailState
}

/**
 * When and by whom a document was uploaded, and who decided about it, when and why. What was uploaded elsewhere has
 * no time of its own: the row says when this console first saw it.
 */
const Provenance = ({ record, trail: { events, failure, isBehind } }: ProvenanceProps) => {
  const id = String(record.id)
  const status = formatValue('text', record['status'])
  if (events === undefined)
    return <span className="cs-meta">{failure === undefined ? 'Loading' : 'By whom could not be read'}</span>
  const steps = stepsOf(id, events)
  const isRecorded = (wanted: string) => steps.some(({ verb }) => verb.toLowerCase() === wanted)
  const elsewhere = [
    ...(isRecorded('uploaded') ? [] : ['uploaded']),
    ...((status === 'approved' || status === 'rejected') && !isRecorded(status) ? [status] : []),
  ]
  const what = elsewhere.join(' and ')
  const seen = elsewhere.includes('uploaded') ? parseInstant(record['first_seen_at']) : undefined
  return (
    <>
      {what !== '' && (
        <span className="cs-meta">
          {isBehind ? 'Loading' : `${what.charAt(0).toUpperCase()}${what.slice(1)} outside this console`}
          {!isBehind && seen !== undefined && `, first seen ${formatMoment(seen)}`}
        </span>
      )}
      {steps.map((step) => (
        <StepLine key={`${step.verb} ${step.at}`} step={step} />
      ))}
    </>
  )
}

interface DocumentRowProps {
  readonly tools: DocumentTools
  readonly record: Row
  /** The case belongs to no known applicant, so its id is shown. */
  readonly showsCase: boolean
  /** Why it cannot be decided yet. */
  readonly undecidable: string | undefined
}

/** One uploaded document: its type, its status, and its actions. */
export const DocumentRow = ({ tools, record, showsCase, undecidable }: DocumentRowProps) => {
  const { model, busy } = tools
  const status = formatValue('text', record['status'])
  return (
    <li
      className="cs-doc-row"
      data-key={record.id}
      data-waits={(isWaiting(record) && undecidable === undefined) || undefined}
      tabIndex={-1}
    >
      <div className="cs-doc-identity">
        <span className="cs-strong">{formatValue('words', record['proof'])}</span>
        <span className="cs-meta">
          {formatValue('words', record['doc_type'])} · <code>{record.id}</code>
          {showsCase && (
            <>
              {' · Case '}
              <code>{formatValue('text', record['sketch_id'])}</code>
            </>
          )}
        </span>
      </div>
      <div className="cs-doc-state">
        <span className="cs-row">
          <StatusPill table="document" status={status} />
          {status === 'rejected' && (
            <HistoryLink
              page={model.parent}
              subject={{ part: model.definition.name, id: String(record.id) }}
              of={partRecordName(model.definition, record)}
            />
          )}
        </span>
        <Provenance record={record} trail={tools.trail} />
      </div>
      <div className="cs-row cs-row--end">
        <ViewButton tools={tools} record={record} />
        <PartActions
          model={model}
          record={record}
          busy={busy}
          reasonOf={(name) => (name === 'download' ? undefined : undecidable)}
        />
      </div>
    </li>
  )
}
