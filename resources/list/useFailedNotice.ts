import { useNotify } from 'ra-core'
import { useEffect } from 'react'
import type { AnyDefinition } from '../../schemas/meta/defineResource.ts'
import type { Failure } from '../failure.ts'

/** The reason stays where the records would stand; the notice must not outlast the next search. */
const SHOWN_MS = 6000

/**
 * Says the definition's own words once for every reading that failed (D-183); what really happened is said where the
 * records would stand. A list that this environment cannot serve was not read and has not failed. @param failure a new
 * object for each reading that failed
 */
export function useFailedNotice({ list }: AnyDefinition, failure: Failure | undefined): void {
  const notify = useNotify()
  const notice = typeof list.failed === 'object' ? list.failed.notice : undefined
  useEffect(() => {
    if (notice === undefined || failure === undefined || failure.code === 'NOT_CONFIGURED') return
    notify(notice, { type: 'error', messageArgs: { _: notice }, autoHideDuration: SHOWN_MS })
  }, [notify, notice, failure])
}
