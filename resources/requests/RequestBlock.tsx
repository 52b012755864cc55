import type { BlockProps } from '../../src/console/extensions.ts'
import { anchorOf, HistoryLink } from '../../src/nested/HistoryLink.tsx'
import { PartBlock, usePart } from '../../src/nested/PartBlock.tsx'
import { type PartRowsProps, PartActions } from '../../src/nested/PartTable.tsx'
import { useQueue } from '../../src/queue/useRecordQueue.ts'
import { useKeys } from '../../src/ui/useKeys.ts'
import { useRowKeys } from '../../src/table/RecordTable.tsx'
import './requests.css'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { Button } from '../../src/ui/Button.tsx'
import { valueAt } from '../../language/pointer.ts'
import { isPresent } from '../../language/predicate.ts'
import { recordSteps, StepLine } from '../../src/show/history/recordSteps.tsx'
import { type TrailState, useTrail } from '../../src/show/history/useTrail.ts'
import { controlOf, rowActions } from '../../src/model/controlOf.ts'
import { TransferClock } from './Clock.tsx'
import { formatValue } from '../../src/format/formatValue.ts'
import { partRecordName, type PartModel } from '../../src/nested/partModel.ts'
import { Pill } from '../../src/values/drawText.tsx'
import type { Row } from '../../src/model/columns.ts'
import { AnswerFacts, TransferFacts } from './RequestFacts.tsx'
import { actionsOn, REQUESTED, requestState, requestStates, type RequestState } from './requestState.ts'

const decisions = ['approve', 'reject'] as const

/** True where the person may approve or reject the request. */
const isOpen = ({ definition, permissions }: Pick<PartModel, 'definition' | 'permissions'>, record: Row): boolean =>
  decisions.some((name) => controlOf(definition, name, record, permissions).state === 'ready')

/**
 * Keys that decide about the request with the focus, or else the first one that waits. It has the focus where the queue has
 * led to it. A decision that is off gets the focus, and so says why.
 */
function useDecisions(model: PartModel, rows: readonly Row[]) {
  const { definition } = model
  const list = useRef<HTMLUListElement>(null)
  const queue = useQueue()
  const first = rows.find((record) => isOpen(model, record))
  const blockOf = () => {
    const focused = document.activeElement?.closest('article')
    const isOffered = focused?.querySelector(decisions.map((name) => `[data-action="${name}"]`).join()) != null
    if (isOffered && list.current?.contains(focused) === true) return focused
    return list.current?.querySelector(`[data-id="${first?.id}"]`)?.closest('article')
  }
  const press = (name: string) => {
    const button = blockOf()?.querySelector<HTMLElement>(`[data-action="${name}"]`)
    if (button?.getAttribute('aria-disabled') === 'true') button.focus()
    else button?.click()
  }
  useKeys(
    first === undefined
      ? {}
      : Object.fromEntries(
          decisions.map((name) => [
            name.charAt(0),
            { label: `${definition.actions[name]?.label} the request`, run: () => press(name) },
          ]),
        ),
  )
  useEffect(() => {
    const block = first === undefined ? undefined : blockOf()
    if (block != null && queue?.takeResumed() === true) block.focus()
  })
  return list
}

/** Customer requests, one block each. */
const RequestRows = ({ model, rows, busy }: PartRowsProps) => {
  const keyOf = useRowKeys(rows)
  const trail = useTrail(model.parent, model.page.id)
  const list = useDecisions(model, rows)
  return (
    <ul className="cs-divided" aria-label={model.definition.label} ref={list}>
      {rows.map((record) => (
        <RequestBlock key={keyOf(record)} {...{ model, record, rows, busy, trail }} />
      ))}
    </ul>
  )
}

/**
 * The customer's requests, newest first: transfers with their states and clocks, and account closings. After a decision the
 * focus is on the next request that waits; after the last one the queue goes on, if the record is the person's.
 */
export const CustomerRequests = ({ model, part }: BlockProps) => {
  const { definition, detail, record, permissions } = model
  const place = { parent: definition, part, detail, record }
  const { records } = usePart(place)
  const queue = useQueue()
  const navigate = useNavigate()
  const location = useLocation()
  const state: unknown = location.state
  const goOn = (decided: Row | undefined) => {
    const next = records.find((each) => each.id !== decided?.id && isOpen({ definition: part, permissions }, each))
    const hash = anchorOf({ part: part.name, id: String(next?.id) })
    if (next !== undefined) void navigate({ search: location.search, hash }, { replace: true, state })
    else if (queue?.isClaimed() === true) void queue.goOn()
  }
  return <PartBlock {...place} permissions={permissions} rows={RequestRows} onAccepted={goOn} />
}

const verbs = Object.fromEntries(
  Object.entries(requestStates).map(([operation, state]) => [operation, formatValue('words', state)]),
)

/** The reason both firms' decisions about a list of assets can't be made here (D-72). */
const NOT_HERE = 'Not available in this console'

interface StateLineProps {
  readonly state: RequestState
  readonly record: Row
  readonly children: ReactNode
}

const StateLine = ({ state, record, children }: StateLineProps) => (
  <p className="cs-row cs-request-state">
    {state.ours !== undefined && <span className="cs-muted">Clearing firm</span>}
    <Pill tone={state.tone} text={state.name} isMarked />
    <span>{state.meaning ?? 'This console does not know this state.'}</span>
    {children}
    {state.clock !== undefined && (
      <TransferClock
        clock={state.clock}
        since={valueAt(record['response_data'], '/stateChangedAt')}
        firstSeen={record['first_seen_at']}
      />
    )}
  </p>
)

const ReviewButtons = ({ name }: { readonly name: string }) => {
  const id = useId()
  return (
    <>
      {['Accept', 'Reject'].map((label) => (
        <Button key={label} size="small" isOff aria-label={`${label}: ${name}`} aria-describedby={id} title={NOT_HERE}>
          {label}
        </Button>
      ))}
      <span className="cs-meta" id={id}>
        {NOT_HERE}
      </span>
    </>
  )
}

/** Explains why a person sees a request that needs a decision but no buttons. */
const NotPermitted = ({ model, record }: { readonly model: PartModel; readonly record: Row }) => {
  const { definition, permissions } = model
  if (permissions === undefined) return null
  const reasons = rowActions(definition).flatMap((action) => {
    const control = controlOf(definition, action, record, permissions)
    return control.state === 'denied' ? [control.reason] : []
  })
  return [...new Set(reasons)].map((reason) => (
    <p key={reason} className="cs-meta">
      {reason}
    </p>
  ))
}

/** Moves to the request that the address names. */
function useNamed({ definition: { name } }: PartModel, { id }: Row) {
  const block = useRef<HTMLElement>(null)
  const isNamed = useLocation().hash === `#${anchorOf({ part: name, id: String(id) })}`
  useEffect(() => {
    if (!isNamed) return
    block.current?.scrollIntoView({ block: 'center' })
    block.current?.focus({ preventScroll: true })
  }, [isNamed])
  return block
}

interface DecisionsProps extends Pick<PartRowsProps, 'rows'> {
  readonly record: Row
  readonly trail: TrailState
}

/** Who decided about the request here or sent it, when and why. The answer has the reason and the time of some decisions. */
const Decisions = ({ record, rows, trail: { events, failure } }: DecisionsProps) => {
  if (record['status'] === REQUESTED) return null
  if (failure !== undefined) return <p className="cs-meta">By whom it was decided could not be read</p>
  const steps = recordSteps(actionsOn(record, rows, events ?? []), verbs)
  const hasReason = isPresent(valueAt(record['response_data'], '/comment'))
  return steps.map((step) => <StepLine key={step.at} step={hasReason ? { ...step, reason: '' } : step} />)
}

interface RequestBlockProps extends PartRowsProps, DecisionsProps {}

/** One request: what is asked, its state, the answer, and its actions. */
export const RequestBlock = ({ model, record, rows, busy, trail }: RequestBlockProps) => {
  const id = useId()
  const name = partRecordName(model.definition, record)
  const state = requestState(record)
  const isTransfer = record['request_type'] === 'TRANSFER_ACCOUNT'
  const block = useNamed(model, record)
  return (
    <li>
      <article
        className="cs-stack cs-request"
        aria-labelledby={id}
        ref={block}
        data-waits={record['status'] === REQUESTED || undefined}
        tabIndex={-1}
      >
        <header className="cs-row">
          <h3 id={id}>{formatValue('words', record['request_type'])}</h3>
          <code className="cs-muted">#{record.id}</code>
          {state.ours !== undefined && <span className="cs-muted">{state.ours}</span>}
        </header>
        <StateLine state={state} record={record}>
          {state.tone === 'stopped' && (
            <HistoryLink
              page={model.parent}
              subject={{ part: model.definition.name, id: String(record.id) }}
              of={name}
            />
          )}
        </StateLine>
        {isTransfer && <TransferFacts model={model} record={record} name={name} />}
        <AnswerFacts record={record} />
        <Decisions {...{ record, rows, trail }} />
        <NotPermitted model={model} record={record} />
        <div className="cs-row cs-part-actions">
          <PartActions model={model} record={record} busy={busy} />
          {state.isUnderReview && <ReviewButtons name={name} />}
        </div>
      </article>
    </li>
  )
}
