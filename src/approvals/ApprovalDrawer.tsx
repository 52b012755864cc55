import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { ApprovalDetail, ApprovalRow } from '../../language/approval.ts'
import { isEqual, pointerOf } from '../../language/pointer.ts'
import { citationText } from '../../language/reasonText.ts'
import { askedOf } from '../../language/secondApprover.ts'
import { UNREADABLE, unreadableAt } from '../../language/unreadable.ts'
import { formatValue } from '../format/formatValue.ts'
import { type Failure, failureIn } from '../data/failure.ts'
import { isOpen } from '../data/ownApprovals.ts'
import { useShell } from '../auth/ShellContext.ts'
import { Drawer } from '../ui/Drawer.tsx'
import { FactLine, Facts } from '../ui/Facts.tsx'
import { Unread } from '../ui/EmptyState.tsx'
import { FailureNotice, Notice, NotRefreshed } from '../ui/Notice.tsx'
import { filledText } from '../model/columns.ts'
import { choiceText } from '../inputs/inputValue.ts'
import { ApprovalDecision, useCommentDraft } from './ApprovalDecision.tsx'
import { ApprovalRecord } from './ApprovalRecord.tsx'
import { Pill } from '../values/drawText.tsx'
import { actionText, declaredIn, endTexts, hasEndedOwn, stateTexts, timeText } from './approvalTexts.ts'
import { useApproval, useApprovalsAbout } from './useApprovals.ts'

/**
 * What a field of a form would replace, before its arrow: as it is now, or, once that is decided, as it was at the
 * request. Empty where it stays as it is.
 */
function replacedText(approval: ApprovalDetail, name: string, value: unknown): string {
  const replaced = approval.state === 'waiting' ? approval.record : approval.seen
  const { field = '' } = declaredIn(approval)?.definition.form?.fields[name] ?? {}
  if (replaced === null || !Object.hasOwn(replaced, field)) return ''
  if (unreadableAt(replaced, pointerOf([field])) !== undefined) return `${UNREADABLE} → `
  return isEqual(replaced[field], value) ? '' : `${formatValue('text', replaced[field])} → `
}

/**
 * What the first person filled in, by the labels of the inputs, each after the value that it replaces. What it relies on
 * is cited by itself.
 */
function inputLines(approval: ApprovalDetail): readonly (readonly [label: string, text: string])[] {
  const declared = declaredIn(approval)
  const asked = declared === undefined ? {} : askedOf(declared.definition, declared.action)
  const isCited = (name: string) => approval.evidence !== null && declared?.action.input[name]?.cited === true
  const others = Object.entries(approval.inputs).filter(([name]) => !isCited(name))
  return others.map(([name, value]) => {
    const { label = name, schema, choices = [] } = asked[name] ?? {}
    const textOf = (one: unknown): string => {
      const choice = choices.find((each) => each.value === one)
      if (choice !== undefined) return choiceText(schema, choice)
      return typeof one === 'object' && one !== null ? 'present' : formatValue('flag', one)
    }
    const text = [value].flat().map(textOf).join(', ')
    return [label, `${replacedText(approval, name, value)}${text}`]
  })
}

/** The consequence, as the first person confirmed it. */
function consequenceOf(approval: ApprovalDetail): string | undefined {
  const { definition, action } = declaredIn(approval) ?? {}
  const body = action?.confirm?.body
  const seen = definition?.kind === 'form' ? null : approval.seen
  if (definition === undefined || body === undefined) return undefined
  return filledText(definition)(body, { ...seen, ...approval.inputs })
}

const Requested = ({ approval }: { readonly approval: ApprovalDetail }) => {
  const { requester, isOwn, requestedAt, expiresAt, state, reason, evidence } = approval
  const consequence = consequenceOf(approval)
  return (
    <Facts kind="lines">
      <FactLine label="Action">{actionText(approval)}</FactLine>
      {consequence !== undefined && <FactLine label="Consequence">{consequence}</FactLine>}
      {reason !== '' && (
        <FactLine label="Reason">
          <span className="cs-approval-text">{reason}</span>
        </FactLine>
      )}
      {inputLines(approval).map(([label, text]) => (
        <FactLine key={label} label={label}>
          <span className="cs-approval-text">{text}</span>
        </FactLine>
      ))}
      {(evidence?.reliedOn ?? []).length > 0 && (
        <FactLine label="Relied on">{evidence?.reliedOn.map(citationText).join('; ')}</FactLine>
      )}
      {(evidence?.acknowledged ?? []).length > 0 && (
        <FactLine label="Acknowledged">
          <ul className="cs-approval-list">
            {evidence?.acknowledged.map((text, index) => (
              <li key={`${index} ${text}`}>{text}</li>
            ))}
          </ul>
        </FactLine>
      )}
      <FactLine label="Requested by">{isOwn ? `You (${requester})` : requester}</FactLine>
      <FactLine label="Requested">{timeText(requestedAt)}</FactLine>
      {state === 'waiting' && <FactLine label="Expires">{timeText(expiresAt)}</FactLine>}
    </Facts>
  )
}

export const StatePill = ({ state }: Pick<ApprovalRow, 'state'>) => {
  const [text, tone] = stateTexts[state]
  return <Pill tone={tone} text={text} isMarked={state === 'waiting'} />
}

/** What the person had typed when the approval ended by someone else. */
const Unrecorded = ({ approval }: { readonly approval: ApprovalDetail }) => {
  const { read, drop } = useCommentDraft(approval)
  const [typed] = useState(() => read()?.comment ?? '')
  useEffect(() => drop, [drop])
  if (['', approval.comment.trim()].includes(typed.trim())) return null
  return (
    <Notice tone="info">
      <p>This ended while you were writing. Your comment was not recorded:</p>
      <p className="cs-approval-text">{typed}</p>
    </Notice>
  )
}

interface DecidedProps {
  readonly approval: ApprovalDetail
  /** True if it was decided while it was open: the button that had the focus is gone. */
  readonly isNew: boolean
  /** Why a decision that came too late was refused. */
  readonly refusal: Failure | undefined
}

const Decided = ({ approval, isNew, refusal }: DecidedProps) => {
  const { state, decider, decidedAt, comment, message } = approval
  const heading = useRef<HTMLHeadingElement>(null)
  const { stepUp } = useShell().sessionManager
  const isAsked = useSyncExternalStore(stepUp.subscribe, stepUp.isAsked)
  useEffect(() => {
    // Below the question for a fresh sign-in nothing can take the focus, and the button that it came from is gone.
    if (isNew && !isAsked) heading.current?.focus()
  }, [isNew, isAsked])
  return (
    <section>
      <h3 ref={heading} tabIndex={-1}>
        Outcome
      </h3>
      {refusal !== undefined && <FailureNotice failure={refusal} />}
      <Unrecorded approval={approval} />
      <Facts kind="lines">
        <FactLine label="State">
          <StatePill state={state} />
        </FactLine>
        {decider !== '' && <FactLine label="By">{hasEndedOwn(approval) ? `You (${decider})` : decider}</FactLine>}
        {decidedAt !== null && <FactLine label="At">{timeText(decidedAt)}</FactLine>}
        {comment !== '' && <FactLine label="Comment">{comment}</FactLine>}
        {message !== '' && <FactLine label="The service said">{message}</FactLine>}
      </Facts>
      {endTexts[state] !== undefined && <p className="cs-note">{endTexts[state]}</p>}
    </section>
  )
}

interface ContentProps {
  readonly approval: ApprovalDetail
  /** Why it could not be read again. */
  readonly failure: Failure | undefined
  readonly readAgain: () => void
  readonly onClose: () => void
}

const Content = ({ approval, failure, readAgain, onClose }: ContentProps) => {
  const [wasWaiting] = useState(approval.state === 'waiting')
  const [refusal, setRefusal] = useState<Failure>()
  const isUnread = failure !== undefined
  return (
    <div className="cs-stack cs-approval">
      {isUnread && <NotRefreshed failure={failure} retry={readAgain} />}
      {approval.state !== 'waiting' && <Decided {...{ approval, refusal }} isNew={wasWaiting} />}
      <section>
        <h3>Request</h3>
        <Requested approval={approval} />
      </section>
      <ApprovalRecord approval={approval} />
      {approval.state === 'waiting' && <ApprovalDecision {...{ approval, isUnread, onClose }} onTooLate={setRefusal} />}
    </div>
  )
}

interface WatchedProps {
  readonly approval: ApprovalDetail
  readonly readAgain: () => void
}

/** Reads an open approval again once it has ended elsewhere or can be approved no longer. Draws nothing. */
const Watched = ({ approval: { id, subject, operation, problem }, readAgain }: WatchedProps) => {
  const [named = ''] = operation.split('.')
  const { data } = useApprovalsAbout(subject?.resource ?? named, subject?.id)
  const row = data?.find((each) => each.id === id)
  const found = row === undefined ? 'ended' : row.problem
  // Only those of one record say what their problem is.
  const isOther = data !== undefined && found !== problem && (row === undefined || subject !== null)
  useEffect(() => {
    if (isOther) readAgain()
  }, [isOther, found, readAgain])
  return null
}

/** One approval next to its list: the request, the record as it is now, and the decision. */
export const ApprovalDrawer = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const { data, error } = useApproval(id)
  const client = useQueryClient()
  // Whom a form is about is read by itself.
  const readAgain = useCallback(() => void client.invalidateQueries(), [client])
  const failure = failureIn(error)
  return (
    <Drawer title={data?.title ?? 'Approval'} onClose={onClose}>
      {data === undefined ? (
        <Unread title="Couldn't load this approval." failure={failure} retry={readAgain} />
      ) : (
        <Content approval={data} {...{ failure, readAgain, onClose }} />
      )}
      {data !== undefined && isOpen(data) && <Watched approval={data} readAgain={readAgain} />}
    </Drawer>
  )
}
