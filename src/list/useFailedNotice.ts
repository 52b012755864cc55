import { useNotify } from 'ra-core'
import { useEffect } from 'react'
import type { ListResource } from '../../language/resource.ts'
import type { Failure } from '../failure.ts'

/** The reason stays where the records would stand. */
const SHOWN_MS = 6000

/** The words of the definition; below them the true reason where it is another than that nothing was found. */
const wordsOf = (notice: string, { kind, message }: Failure): string =>
  kind === 'notFound' || message === notice ? notice : `${notice}\n${message}`

/**
 * Says the definition's own words once for every reading that failed (D-183), until the next reading begins or the list
 * is left. A list that this environment cannot serve was not read and has not failed. @param failure a new object for
 * each reading that failed
 */
export function useFailedNotice({ list }: ListResource, failure: Failure | undefined): void {
  const notify = useNotify()
  const notice = typeof list.failed === 'object' ? list.failed.notice : undefined
  useEffect(() => {
    if (notice === undefined || failure === undefined || failure.code === 'NOT_CONFIGURED') return
    const over = new AbortController()
    const text = wordsOf(notice, failure)
    notify(text, { type: 'error', messageArgs: { _: text }, autoHideDuration: SHOWN_MS, until: over.signal })
    return () => over.abort()
  }, [notify, notice, failure])
}
