import { useDataProvider, useNotify } from 'ra-core'
import { useCallback } from 'react'
import { isRemoval } from '../../language/removal.ts'
import type { ListResource } from '../../language/resource.ts'
import type { Intent } from '../actions/actionProvider.ts'
import { useReadAgain } from '../actions/useActions.ts'
import { failureOf } from '../data/failure.ts'
import { recordName } from '../model/rowModel.ts'
import { detailMeta } from '../query/detailQuery.ts'

/**
 * After an action that was refused because its record may be gone: reads the record, says so if it is, and leaves its page
 * if the action was to remove it. Resolves with false where the record is there, or could not be read.
 */
export function useSayGone(definition: ListResource, leave: () => void): (intent: Intent) => Promise<boolean> {
  const provider = useDataProvider()
  const notify = useNotify()
  const readAgain = useReadAgain(definition)
  return useCallback(
    async ({ name, record }) => {
      if (record === undefined) return false
      try {
        await provider.getOne(definition.name, { id: record.id, meta: detailMeta })
        return false
      } catch (error) {
        if (failureOf(error).kind !== 'notFound') return false
      }
      const isLeft = isRemoval(definition, name)
      if (isLeft) leave()
      const named = recordName(definition, record)
      const text = `${named} is no longer there. It was removed before, so nothing was changed now.`
      notify(text, { type: 'warning', messageArgs: { _: text }, autoHideDuration: null })
      void readAgain(name, isLeft ? record : undefined)
      return true
    },
    [provider, definition, notify, readAgain, leave],
  )
}
