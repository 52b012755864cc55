import { useDataProvider, useNotify } from 'ra-core'
import { useCallback } from 'react'
import { isRemoval } from '../../language/removal.ts'
import type { ListResource } from '../../language/resource.ts'
import type { Intent } from '../actions/actionProvider.ts'
import { useReadAgain } from '../actions/useActions.ts'
import { type Failure, failureOf, mayBeDone } from '../data/failure.ts'
import { recordName } from '../model/rowModel.ts'
import { detailMeta } from '../query/detailQuery.ts'

/**
 * After an action that was refused because its record may be gone, and after a removal with an unknown outcome: reads the
 * record, says so if it is gone, and leaves its page if the action was to remove it. Resolves with false where the record
 * is there, or could not be read.
 */
export function useSayGone(
  definition: ListResource,
  leave: () => void,
): (intent: Intent, failure: Failure) => Promise<boolean> {
  const provider = useDataProvider()
  const notify = useNotify()
  const readAgain = useReadAgain(definition)
  return useCallback(
    async ({ name, record }, failure) => {
      const isLeft = isRemoval(definition, name)
      const isDone = isLeft && mayBeDone(failure)
      const mayBeGone = isDone || failure.kind === 'notFound' || failure.code === 'CONFLICT'
      if (record === undefined || !mayBeGone) return false
      try {
        await provider.getOne(definition.name, { id: record.id, meta: detailMeta })
        return false
      } catch (error) {
        if (failureOf(error).kind !== 'notFound') return false
      }
      if (isLeft) leave()
      const named = `${recordName(definition, record)} is no longer there`
      const text = isDone
        ? `${named}: it was removed, although no answer said so.`
        : `${named}. It was removed before, so nothing was changed now.`
      notify(text, isDone ? { type: 'info' } : { type: 'warning', autoHideDuration: null })
      void readAgain(name, isLeft ? record : undefined)
      return true
    },
    [provider, definition, notify, readAgain, leave],
  )
}
