import { Link } from 'react-router-dom'
import { Notice } from '../ui/Notice.tsx'
import { actionText, timeText } from './approvalTexts.ts'
import { useApprovalsAbout } from './useApprovals.ts'

interface WaitingNoticeProps {
  readonly resource: string
  readonly id: string
}

/** Reads what waits for approval on the records of a list, whose buttons say so (`useGrants`). Draws nothing. */
export const WaitingRead = ({ resource }: Pick<WaitingNoticeProps, 'resource'>) => {
  useApprovalsAbout(resource)
  return null
}

/** What waits for approval on a record: who requested it and when. A failed read draws nothing: the gateway refuses. */
export const WaitingNotice = ({ resource, id }: WaitingNoticeProps) => {
  const { data = [] } = useApprovalsAbout(resource, id)
  return data.map((approval) => {
    const { requester, isOwn, requestedAt } = approval
    const place = new URLSearchParams({ view: isOwn ? 'mine' : 'review', id: approval.id })
    return (
      <Notice key={approval.id} tone="info" isRow role="note">
        <span>
          <span className="cs-strong">{actionText(approval)}: waiting for approval by another person.</span>{' '}
          {`Requested by ${isOwn ? 'you' : requester}, ${timeText(requestedAt)}.`}
        </span>
        <Link to={`/approvals?${place.toString()}`}>{isOwn ? 'Show' : 'Review'}</Link>
      </Notice>
    )
  })
}
