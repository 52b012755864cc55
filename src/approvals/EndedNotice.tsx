import { useCallback, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import type { ApprovalRow } from '../../language/approval.ts'
import { OWN } from '../data/ownApprovals.ts'
import { useReadElsewhere } from '../data/useGrants.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Notice } from '../ui/Notice.tsx'
import { actionText, approvalsPath, endingText, timeText } from './approvalTexts.ts'
import { endedIn, useDismissal, useLines } from './useOwnEndings.ts'

/** True for a request about what the form goes by, and for all about a record. */
export const isAbout = (row: ApprovalRow, { id, about }: Pick<EndedNoticeProps, 'id' | 'about'>): boolean =>
  id !== undefined || (row.about ?? about) === about

type Rows = readonly ApprovalRow[]

const NONE: Rows = []

interface EndedNoticeProps {
  readonly resource: string
  /** The record; undefined for a form. */
  readonly id: string | undefined
  /** What the form goes by. */
  readonly about: string | undefined
  /** What waits there. */
  readonly waiting: readonly ApprovalRow[]
}

/**
 * How the person's own requests ended that were rejected, refused or not decided within the last day: until the same is
 * requested again, or they dismiss it. The menu reads them.
 */
export const EndedNotice = ({ resource, id, about, waiting }: EndedNoticeProps) => {
  const own = useReadElsewhere(OWN)?.data ?? NONE
  const [openedAt] = useState(() => Date.now())
  const dismiss = useDismissal()
  const linesIn = useCallback(
    (rows: Rows) => {
      const isHere = ({ operation, subject }: ApprovalRow) =>
        id === undefined ? operation.split('.')[0] === resource : subject?.resource === resource && subject.id === id
      return endedIn(rows, openedAt, waiting).filter((row) => isHere(row) && isAbout(row, { id, about }))
    },
    [resource, id, about, waiting, openedAt],
  )
  const lines = useMemo(() => linesIn(own), [linesIn, own])
  useLines(linesIn, lines)
  return lines.map((row) => (
    <Notice key={row.id} tone="warning" isRow role="note">
      <output>{endingText(row, actionText(row), timeText(row.decidedAt))}</output>
      <Link to={approvalsPath('mine', row.id)}>Show</Link>
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
