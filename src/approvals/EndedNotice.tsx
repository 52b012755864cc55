import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { ApprovalRow } from '../../language/approval.ts'
import { OWN } from '../data/ownApprovals.ts'
import { useReadElsewhere } from '../data/useGrants.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Notice } from '../ui/Notice.tsx'
import { actionText, endingText, timeText } from './approvalTexts.ts'
import { useDismissal } from './useApprovals.ts'

const DAY_MS = 24 * 60 * 60_000

/** The states of a request that was not carried out, or perhaps not, without the person's own doing. */
const ENDED: readonly string[] = ['rejected', 'failed', 'unknown', 'expired']

const keyOf = ({ operation, recordId, about, subject }: ApprovalRow): string =>
  JSON.stringify([operation, recordId, about, subject?.resource, subject?.id])

interface EndedNoticeProps {
  readonly resource: string
  /** The record; undefined for a form. */
  readonly id: string | undefined
  /** True for a request about what the form goes by, and for all about a record. */
  readonly isShown: (row: ApprovalRow) => boolean
  /** What waits there. */
  readonly waiting: readonly ApprovalRow[]
}

/**
 * How the person's own requests ended that were rejected, refused or not decided within the last day: until the same is
 * requested again, or they dismiss it. The menu reads them.
 */
export const EndedNotice = ({ resource, id, isShown, waiting }: EndedNoticeProps) => {
  const own = useReadElsewhere(OWN)?.data ?? []
  const [openedAt] = useState(() => Date.now())
  const dismiss = useDismissal()
  const isHere = ({ operation, subject }: ApprovalRow) =>
    id === undefined ? operation.split('.')[0] === resource : subject?.resource === resource && subject.id === id
  const isAgain = (row: ApprovalRow, at: number) =>
    [...waiting, ...own.slice(0, at)].some((other) => keyOf(other) === keyOf(row))
  return own
    .filter((row, at) => isHere(row) && isShown(row) && ENDED.includes(row.state) && !isAgain(row, at))
    .filter(({ decidedAt, isDismissed }) => Date.parse(decidedAt ?? '') > openedAt - DAY_MS && !isDismissed)
    .map((row) => (
      <Notice key={row.id} tone="warning" isRow role="note">
        <span>{endingText(row, actionText(row), timeText(row.decidedAt))}</span>
        <Link to={`/approvals?${new URLSearchParams({ view: 'mine', id: row.id }).toString()}`}>Show</Link>
        <Button
          look="icon"
          aria-label="Dismiss"
          data-dismiss
          onClick={({ currentTarget: button }) => dismiss({ id: row.id, button })}
        >
          <Icon name="close" />
        </Button>
      </Notice>
    ))
}
