import { useEffect, useRef } from 'react'
import { usePermissions } from 'ra-core'
import { Link } from 'react-router-dom'
import type { ApprovalRow } from '../../language/approval.ts'
import { failureIn } from '../data/failure.ts'
import { Notice, QuietNote } from '../ui/Notice.tsx'
import { EndedNotice, isAbout } from './EndedNotice.tsx'
import { actionText, approvalsPath, declaredIn, timeText } from './approvalTexts.ts'
import { useApprovalsAbout, useEndings, useWaitingCount } from './useApprovals.ts'
import { useOwnEndings } from './useOwnEndings.ts'

interface WaitingNoticeProps {
  readonly resource: string
  /** The record; absent for a form. */
  readonly id?: string
  /** What the form goes by, where there is no record: only requests about it are shown. */
  readonly about?: string
  /** Until when the request waits that the page itself says was sent: it has no line. */
  readonly saidUntil?: string | undefined
  /** The record as it is on screen: what waits is read again once it is another. */
  readonly record?: object
}

const NONE: readonly ApprovalRow[] = []

/** Reads what waits for approval on the records of a list, whose buttons say so (`useGrants`). Draws nothing. */
export const WaitingRead = ({ resource }: Pick<WaitingNoticeProps, 'resource'>) => {
  useApprovalsAbout(resource)
  return null
}

/** True for a person who may do what an approval asks for. Others are not shown it. */
const mayReview = (approval: ApprovalRow, permissions: readonly string[] | undefined): boolean =>
  permissions?.includes(declaredIn(approval)?.action.permission ?? '') === true

interface WaitingLineProps {
  readonly approval: ApprovalRow
  readonly permissions: readonly string[] | undefined
}

const WaitingLine = ({ approval, permissions }: WaitingLineProps) => {
  const { requester, isOwn, requestedAt, problem } = approval
  const isPossible = problem === ''
  return (
    <Notice tone={isPossible ? 'info' : 'warning'} isRow role="note">
      <span>
        <span className="cs-strong">
          {actionText(approval)}:{' '}
          {isPossible ? 'waiting for approval by another person' : 'requested, but not possible'}.
        </span>{' '}
        {`Requested by ${isOwn ? 'you' : requester}, ${timeText(requestedAt)}. ${problem}`.trim()}
      </span>
      {(isOwn || mayReview(approval, permissions)) && (
        <Link to={approvalsPath(isOwn ? 'mine' : 'review', approval.id)}>{isOwn ? 'Show' : 'Review'}</Link>
      )}
    </Notice>
  )
}

/**
 * What waits for approval on a record, or of a form: who requested it and when, and why it can't be approved any more; or
 * that it can't be read. Then no button is off for it: the gateway refuses. Below it, how the person's own requests have ended.
 */
export const WaitingNotice = ({ resource, id, about, saidUntil, record }: WaitingNoticeProps) => {
  const { data, error, refetch } = useApprovalsAbout(resource, id)
  const waiting = data ?? NONE
  // The queue passes over other records by this.
  useApprovalsAbout(resource)
  const shown = useRef(record)
  useEffect(() => {
    if (shown.current !== record) void refetch()
    shown.current = record
  }, [record, refetch])
  useEndings(data)
  const { permissions } = usePermissions<readonly string[]>()
  const failure = failureIn(error)
  return (
    <>
      {data === undefined && failure !== undefined && failure.kind !== 'sessionOver' && (
        <QuietNote
          text="Couldn't load what waits for approval."
          reason={failure.message}
          retry={() => void refetch()}
        />
      )}
      {waiting
        .filter((row) => isAbout(row, { id, about }) && !(row.isOwn && row.expiresAt === saidUntil))
        .map((approval) => (
          <WaitingLine key={approval.id} approval={approval} permissions={permissions} />
        ))}
      <EndedNotice {...{ resource, id, about, waiting }} />
    </>
  )
}

/** The number of approvals that wait for this person, and how their own ended. Draws nothing while there are none. */
export const WaitingCount = () => {
  useOwnEndings()
  const count = useWaitingCount() ?? 0
  return count === 0 ? null : (
    <span className="cs-count cs-count--marked cs-digits">
      {count}
      <span className="cs-visually-hidden"> waiting for your approval</span>
    </span>
  )
}
