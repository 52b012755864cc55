import type { ReactNode } from 'react'
import { type AuditRecordView, auditResults, resultLabels } from '../../language/auditView.ts'
import { isValues, type Values } from '../../language/pointer.ts'
import { Link } from 'react-router-dom'
import { roleLabel } from '../auth/session.ts'
import { NOTHING } from '../format/formatValue.ts'
import { listResource, recordPathOf } from '../model/consoleModel.ts'
import { Button } from '../ui/Button.tsx'
import { Drawer } from '../ui/Drawer.tsx'
import { FactLine, Facts } from '../ui/Facts.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Unread } from '../ui/EmptyState.tsx'
import { Settling } from './Settling.tsx'
import { timeText } from './timeText.ts'
import { useAuditRecord } from './useAudit.ts'

const NOT_RECORDED = 'Not recorded'

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) || NOTHING : NOTHING

const timeOf = (value: unknown): string => (typeof value === 'number' ? timeText(new Date(value)) : NOTHING)

const resultOf = (value: unknown): string => {
  const known = auditResults.find((result) => result === value)
  return known === undefined ? textOf(value) : resultLabels[known]
}

const personOf = (actor: unknown): string => {
  if (!isValues(actor)) return 'No one was signed in'
  const role = typeof actor['role'] === 'string' && actor['role'] !== '' ? ` · ${roleLabel(actor['role'])}` : ''
  const by = actor['actorType'] === 'automation' ? ' · by the gateway on their behalf' : ''
  return `${textOf(actor['email'])} (${textOf(actor['userId'])})${role}${by}`
}

const subjectOf = ({ subject, target }: Values): string =>
  isValues(subject) ? `${textOf(subject['resource'])}/${textOf(subject['id'])}` : textOf(target)

const Json = ({ value }: { readonly value: unknown }) =>
  value === undefined || value === null ? (
    NOT_RECORDED
  ) : (
    <pre className="cs-audit-json">{JSON.stringify(value, null, 2)}</pre>
  )

const code = (value: unknown): ReactNode => <code>{textOf(value)}</code>

/** The record that an entry is about, as a link to its page if it has one: to its history if the page shows that. */
export const Target = ({ target }: { readonly target: string }) => {
  const [, resource = '', id = ''] = /^([^/]+)\/(.+)$/.exec(target) ?? []
  const definition = listResource(resource)
  const path = definition === undefined ? undefined : recordPathOf(definition, id)
  if (target === '') return NOTHING
  if (definition === undefined || path === undefined) return <code>{target}</code>
  const tab = definition.show?.tabs.find(({ blocks }) => blocks.some(({ kind }) => kind === 'history'))
  return (
    <Link to={{ pathname: path, search: tab === undefined ? '' : `?tab=${tab.name}` }}>
      <code>{target}</code>
    </Link>
  )
}

const OutcomeFacts = ({ outcome }: { readonly outcome: Values | null }) => (
  <Facts kind="lines">
    <FactLine label="Outcome">{outcome === null ? resultLabels.open : resultOf(outcome['result'])}</FactLine>
    {outcome !== null && (
      <>
        <FactLine label="Recorded">{timeOf(outcome['ts'])}</FactLine>
        <FactLine label="Status">{textOf(outcome['status'])}</FactLine>
        <FactLine label="Message">{textOf(outcome['message'])}</FactLine>
        {outcome['said'] !== undefined && <FactLine label="The service said">{textOf(outcome['said'])}</FactLine>}
        <FactLine label="Reference">{textOf(outcome['reference'])}</FactLine>
        <FactLine label="Took">{`${textOf(outcome['latencyMs'])} ms`}</FactLine>
      </>
    )}
  </Facts>
)

interface Parts {
  readonly entry: Values
  readonly outcome: Values | null
  /** What was read of the record after the change. */
  readonly after: Values | null
}

const MASKED = '•••'

/** A record after a change. Masked values look the same before and after, so those that changed are marked. */
const StateAfter = ({ entry, state: { after, maskedChanges } }: Pick<Parts, 'entry'> & { readonly state: Values }) => {
  if (!isValues(after)) return <Json value={after} />
  const changed: readonly unknown[] = Array.isArray(maskedChanges) ? maskedChanges : []
  const mark = ([field, value]: readonly [string, unknown]) =>
    [field, value === MASKED && changed.includes(field) ? `${MASKED} (changed)` : value] as const
  // Older records do not say which of them changed.
  const isOlder = isValues(entry['before']) && maskedChanges === undefined && Object.values(after).includes(MASKED)
  return (
    <>
      <Json value={Object.fromEntries(Object.entries(after).map(mark))} />
      {isOlder && <p>Whether a value shown as {MASKED} changed was not recorded then.</p>}
    </>
  )
}

/** The record after a change: as its outcome says, or as it was read again. */
const After = ({ entry, outcome, after }: Parts) => {
  const details = isValues(after?.['details']) ? after['details'] : {}
  if (outcome?.['after'] !== undefined || after === null) return <StateAfter entry={entry} state={outcome ?? {}} />
  if (details['result'] === 'failed')
    return `${NOT_RECORDED}: it couldn’t be read again (${textOf(details['message'])})`
  const read = `Read again ${timeOf(after['ts'])}`
  if (details['after'] === null) return `No longer there. ${read}`
  return (
    <>
      <StateAfter entry={entry} state={details} />
      {read}
    </>
  )
}

/** The request that the person approved. */
const Approved = ({ approval }: { readonly approval: Values }) => (
  <>
    <FactLine label="Requested by">{personOf(approval['requestedBy'])}</FactLine>
    <FactLine label="Requested">{timeOf(approval['requestedAt'])}</FactLine>
    <FactLine label="Comment">{textOf(approval['comment'])}</FactLine>
  </>
)

/** What was asked for or what happened. A change has its inputs, any other event its details. */
const EntryFacts = ({ entry, outcome, after }: Parts) => {
  const isIntent = entry['phase'] === 'intent'
  const details = isValues(entry['details']) ? entry['details'] : {}
  const { reason, target } = isIntent ? entry : details
  const { approval } = entry
  return (
    <Facts kind="lines">
      <FactLine label="Time">{timeOf(entry['ts'])}</FactLine>
      <FactLine label={isValues(approval) ? 'Approved by' : 'Person'}>{personOf(entry['actor'])}</FactLine>
      {isValues(approval) && <Approved approval={approval} />}
      <FactLine label="Operation">{code(entry['operation'])}</FactLine>
      <FactLine label="Record">
        <Target target={subjectOf({ subject: entry['subject'], target })} />
      </FactLine>
      <FactLine label="Reason">{textOf(reason)}</FactLine>
      {entry['evidence'] !== undefined && (
        <FactLine label="Evidence">
          <Json value={entry['evidence']} />
        </FactLine>
      )}
      <FactLine label={isIntent ? 'Inputs' : 'Details'}>
        <Json value={isIntent ? entry['input'] : entry['details']} />
      </FactLine>
      {isIntent && (
        <>
          <FactLine label="Before">
            {entry['before'] === null ? 'Nothing: this made the record' : <Json value={entry['before']} />}
          </FactLine>
          <FactLine label="After">
            <After entry={entry} outcome={outcome} after={after} />
          </FactLine>
        </>
      )}
      <FactLine label="IP address">{code(entry['ip'])}</FactLine>
      <FactLine label="Request">{code(entry['requestId'])}</FactLine>
      <FactLine label="Session">{code(entry['sessionHash'])}</FactLine>
      {entry['idempotencyKey'] !== undefined && (
        <FactLine label="Idempotency key">{code(entry['idempotencyKey'])}</FactLine>
      )}
      {entry['outcomeChecked'] === true && (
        <FactLine label="Repeated">The person had checked the outcome of the same earlier request</FactLine>
      )}
    </Facts>
  )
}

interface Neighbors {
  readonly onOpen: (seq: number) => void
}

/** The number of the entry that a record settles; null for other records. */
function settledIn({ record: { details } }: AuditRecordView): number | null {
  const entry = isValues(details) && details['finding'] !== undefined ? details['entry'] : undefined
  return typeof entry === 'number' ? entry : null
}

const Proof = ({ view, onOpen }: Neighbors & { readonly view: AuditRecordView }) => {
  const { seq, prev, hash, isIntact, checkpoint, previous, next } = view
  const link = (to: number | null, label: string) =>
    to !== null && (
      <Button size="small" onClick={() => onOpen(to)}>
        {label} {to}
      </Button>
    )
  const numberOf = (content: Values | null) => (typeof content?.['seq'] === 'number' ? content['seq'] : null)
  return (
    <>
      {!isIntact && (
        <Notice tone="danger" role="alert">
          <p>
            This record or a neighbor doesn’t fit its hash. Run npm run audit:verify, which names the first bad one.
          </p>
        </Notice>
      )}
      <Facts kind="lines">
        <FactLine label="Chain">{isIntact ? 'Fits its hash and its neighbors' : 'Broken'}</FactLine>
        <FactLine label="Number">{code(seq)}</FactLine>
        <FactLine label="Previous hash">{code(prev)}</FactLine>
        <FactLine label="Own hash">{code(hash)}</FactLine>
        <FactLine label="Checkpoint">
          {checkpoint === null
            ? 'None covers it yet: one is written within a minute'
            : `Covered by that of No. ${checkpoint.seq}, ${timeText(new Date(checkpoint.time))}`}
        </FactLine>
      </Facts>
      <div className="cs-row">
        {link(previous, 'Previous: No.')}
        {link(next, 'Next: No.')}
        {link(numberOf(view.counterpart), view.record['phase'] === 'outcome' ? 'Request: No.' : 'Outcome: No.')}
        {link(numberOf(view.after), 'Record after: No.')}
        {link(view.settled?.seq ?? null, 'Settled: No.')}
        {link(settledIn(view), 'Settles: No.')}
      </div>
    </>
  )
}

const Sections = ({ view, onOpen }: Neighbors & { readonly view: AuditRecordView }) => {
  const { record, counterpart, after } = view
  const isOutcome = record['phase'] === 'outcome'
  const [entry, outcome] = isOutcome ? [counterpart, record] : [record, counterpart]
  return (
    <div className="cs-stack">
      {entry !== null && <EntryFacts entry={entry} outcome={outcome} after={after} />}
      {record['phase'] !== 'event' && (
        <>
          <h3>Outcome</h3>
          <OutcomeFacts outcome={outcome} />
        </>
      )}
      {entry !== null && <Settling {...{ view, entry, outcome }} />}
      <h3>Proof</h3>
      <Proof view={view} onOpen={onOpen} />
    </div>
  )
}

interface AuditDrawerProps extends Neighbors {
  readonly seq: number
  readonly onClose: () => void
}

/** One record of the trail: all that is recorded, its proof, and the way to its neighbors. */
export const AuditDrawer = ({ seq, onOpen, onClose }: AuditDrawerProps) => {
  const { view, failure, retry } = useAuditRecord(seq)
  return (
    <Drawer title={view === undefined ? `No. ${seq}` : view.label} of={`No. ${seq}`} onClose={onClose}>
      {view === undefined ? (
        <Unread title="Couldn't load the record." failure={failure} retry={retry} />
      ) : (
        <Sections view={view} onOpen={onOpen} />
      )}
    </Drawer>
  )
}
