import { useNotify } from 'ra-core'
import { useEffect, useRef } from 'react'
import type { AnyDefinition } from '../../schemas/meta/defineResource.ts'
import type { Failure } from '../failure.ts'

/**
 * Says the definition's own words once for every reading that failed (D-183); what really happened is said where the
 * records would stand. A list that this environment cannot serve was not read and has not failed.
 */
export function useFailedNotice({ list }: AnyDefinition, failure: Failure | undefined): void {
  const notify = useNotify()
  const told = useRef<Failure>(undefined)
  const notice = typeof list.failed === 'object' ? list.failed.notice : undefined
  useEffect(() => {
    if (notice === undefined || failure === undefined || failure === told.current) return
    told.current = failure
    if (failure.code !== 'NOT_CONFIGURED') notify(notice, { type: 'error', messageArgs: { _: notice } })
  }, [notify, notice, failure])
}
