import { useQueryClient } from '@tanstack/react-query'
import { useDataProvider } from 'ra-core'
import { useEffect } from 'react'
import { listQuery } from './listQuery.ts'
import type { ListParams } from './useRecords.ts'

const LATEST_MS = 500

const whenIdle = (task: () => void): (() => void) => {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(task, LATEST_MS)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(task, { timeout: LATEST_MS })
  return () => cancelIdleCallback(handle)
}

/**
 * Reads the next page while nothing else is going on, under the very name the list will ask for it by. One that fails
 * is read again when somebody goes there.
 */
export function usePrefetch(resource: string, params: ListParams, isSettled: boolean): void {
  const client = useQueryClient()
  const provider = useDataProvider()
  useEffect(() => {
    if (!isSettled) return
    const next = { ...params, pagination: { ...params.pagination, page: params.pagination.page + 1 } }
    return whenIdle(() => {
      void client.prefetchQuery(listQuery(resource, next, provider))
    })
  }, [client, provider, resource, params, isSettled])
}
