import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { usePermissions } from 'ra-core'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { ApprovalRow } from '../../language/approval.ts'
import { approvalHoursIn, impossibleMark, waitingMark, waitingUnreadMark } from './permissions.ts'

/** The key of everything that is read about approvals. */
export const APPROVALS = ['console', 'approvals'] as const

/** What waits, wherever it is read. */
export const ABOUT = [...APPROVALS, 'about']

/** The key of what waits for approval on one record, or on those of a list. */
export const waitingKey = (resource: string, id = '') => [...ABOUT, resource, id]

/** The state of reading approvals elsewhere on the screen; `undefined` before it. */
export function useReadElsewhere(key: readonly string[]) {
  const client = useQueryClient()
  // The cache also tells of queries that begin while a component is drawn, when no other may be updated.
  const subscribe = useCallback(
    (onChange: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(onChange)),
    [client],
  )
  return useSyncExternalStore(subscribe, () => client.getQueryState<readonly ApprovalRow[]>(key))
}

/** The state of reading what waits for approval on a record, on those of a list, or for a form. */
const useWaiting = (resource: string, id?: string) => useReadElsewhere(waitingKey(resource, id))

/** The marks of what waits, in the list of permissions. */
export const waitingMarks = (rows: readonly ApprovalRow[]): readonly string[] =>
  rows.map(({ operation, recordId, problem }) => {
    const mark = problem === '' ? waitingMark : impossibleMark
    return mark(operation, recordId ?? '')
  })

/** What waits for approval, once the page has read it. */
export const useWaitingRows = (resource: string, id?: string): readonly ApprovalRow[] | undefined =>
  useWaiting(resource, id)?.data

/**
 * The person's permissions with the marks of what is off here and of what waits for a second person on the records of a
 * page. The page reads what waits with `WaitingNotice` or `WaitingRead`. Until then the page of one record has a mark, too.
 */
export function useGrants(resource: string, id?: string) {
  const { permissions, isPending } = usePermissions<readonly string[]>()
  const state = useWaiting(resource, id)
  const waiting = state?.data
  const isRead = id === undefined || (state !== undefined && state.status !== 'pending')
  const isUnread = !isRead && approvalHoursIn(permissions) !== undefined
  const grants = useMemo(() => {
    const marks = [...waitingMarks(waiting ?? []), ...(isUnread ? [waitingUnreadMark] : [])]
    return marks.length === 0 ? permissions : [...(permissions ?? []), ...marks]
  }, [permissions, waiting, isUnread])
  return { permissions: grants, isPending }
}
