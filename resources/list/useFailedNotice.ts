import { useNotify } from 'ra-core'
import { useEffect, useRef } from 'react'
import type { AnyDefinition } from '../../schemas/meta/defineResource.ts'
import type { Failure } from '../failure.ts'

/** The reason stays where the records would stand; the notice must not outlast the next search. */
const SHOWN_MS = 6000

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
    if (failure.code !== 'NOT_CONFIGURED')
      notify(notice, { type: 'error', messageArgs: { _: notice }, autoHideDuration: SHOWN_MS })
  }, [notify, notice, failure])
}
