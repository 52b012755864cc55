import { useQueryClient } from '@tanstack/react-query'
import { usePermissions } from 'ra-core'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { ApprovalRow } from '../../language/approval.ts'
import { waitingMark } from './permissions.ts'

/** The key of everything that is read about approvals. */
export const APPROVALS = ['console', 'approvals'] as const

/** The key of what waits for approval on one record, or on those of a list. */
export const waitingKey = (resource: string, id = '') => [...APPROVALS, 'about', resource, id]

/**
 * The person's permissions with the marks of what is off here and of what waits for a second person on the records of a
 * page. The page reads what waits with `WaitingNotice` or `WaitingRead`.
 */
export function useGrants(resource: string, id?: string) {
  const { permissions, isPending } = usePermissions<readonly string[]>()
  const client = useQueryClient()
  const subscribe = useCallback((onChange: () => void) => client.getQueryCache().subscribe(onChange), [client])
  const waiting = useSyncExternalStore(subscribe, () =>
    client.getQueryData<readonly ApprovalRow[]>(waitingKey(resource, id)),
  )
  const grants = useMemo(
    () =>
      waiting === undefined || waiting.length === 0
        ? permissions
        : [...(permissions ?? []), ...waiting.map((row) => waitingMark(row.operation, row.recordId ?? ''))],
    [permissions, waiting],
  )
  return { permissions: grants, isPending }
}
