import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { usePermissions } from 'ra-core'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { ApprovalRow } from '../../language/approval.ts'
import { approvalHoursIn, waitingMark, waitingUnreadMark } from './permissions.ts'

/** The key of everything that is read about approvals. */
export const APPROVALS = ['console', 'approvals'] as const

const ABOUT = [...APPROVALS, 'about']

/** The key of what waits for approval on one record, or on those of a list. */
export const waitingKey = (resource: string, id = '') => [...ABOUT, resource, id]

/** Everything that waits for approval, as far as a page has read it. */
export const approvalsAbout = (client: QueryClient): readonly ApprovalRow[] =>
  client.getQueriesData<readonly ApprovalRow[]>({ queryKey: ABOUT }).flatMap(([, rows = []]) => rows)

/** What waits for approval on a record, on those of a list, or for a form, once the page has read it. */
export function useWaitingRows(resource: string, id?: string): readonly ApprovalRow[] | undefined {
  const client = useQueryClient()
  const subscribe = useCallback((onChange: () => void) => client.getQueryCache().subscribe(onChange), [client])
  return useSyncExternalStore(subscribe, () => client.getQueryData<readonly ApprovalRow[]>(waitingKey(resource, id)))
}

/** True until it is known what waits for approval on a record, or that it can't be read. */
function useIsWaitingUnread(resource: string, id: string | undefined): boolean {
  const client = useQueryClient()
  const subscribe = useCallback((onChange: () => void) => client.getQueryCache().subscribe(onChange), [client])
  const isPending = () => (client.getQueryState(waitingKey(resource, id))?.status ?? 'pending') === 'pending'
  return useSyncExternalStore(subscribe, isPending) && id !== undefined
}

/**
 * The person's permissions with the marks of what is off here and of what waits for a second person on the records of a
 * page. The page reads what waits with `WaitingNotice` or `WaitingRead`. Until then the page of one record has a mark, too.
 */
export function useGrants(resource: string, id?: string) {
  const { permissions, isPending } = usePermissions<readonly string[]>()
  const waiting = useWaitingRows(resource, id)
  const isUnread = useIsWaitingUnread(resource, id) && approvalHoursIn(permissions) !== undefined
  const grants = useMemo(() => {
    const marks = (waiting ?? []).map((row) => waitingMark(row.operation, row.recordId ?? ''))
    if (isUnread) marks.push(waitingUnreadMark)
    return marks.length === 0 ? permissions : [...(permissions ?? []), ...marks]
  }, [permissions, waiting, isUnread])
  return { permissions: grants, isPending }
}
