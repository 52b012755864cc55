import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { checked } from '../../../dataProvider/answerOf.ts'
import type { SavedViewParams } from '../../../dataProvider/types.ts'
import type { ListResource } from '../../../language/resource.ts'
import { type SavedView, savedView, savedViewList } from '../../../language/savedView.ts'
import { isWire } from '../../../language/wire.ts'
import { failureIn, type Failure } from '../../data/failure.ts'
import { useConsoleProvider } from '../../data/useConsoleProvider.ts'

export interface SavedViewList {
  /** `undefined` until they are read. */
  readonly list: readonly SavedView[] | undefined
  readonly failure: Failure | undefined
  readonly retry: () => void
  /** Answers the view after a change, and rejects after a failure. The list is read again in both cases. */
  readonly change: (change: NonNullable<SavedViewParams['change']>) => Promise<SavedView | undefined>
}

/** Reads the person's own views of a list and the shared ones. */
export function useSavedViewList({ name }: ListResource, isWanted: boolean): SavedViewList {
  const provider = useConsoleProvider()
  const client = useQueryClient()
  const queryKey = useMemo(() => ['console', 'views', name], [name])
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => checked(savedViewList, (await provider.savedViews(name, { signal })).data),
    enabled: isWanted,
    retry: false,
  })
  const change = useCallback(
    async (asked: NonNullable<SavedViewParams['change']>) => {
      try {
        const { data: view } = await provider.savedViews(name, { change: asked })
        return isWire(savedView, view) ? view : undefined
      } finally {
        await client.invalidateQueries({ queryKey })
      }
    },
    [provider, client, name, queryKey],
  )
  const failure = failureIn(error)
  return { list: data, failure, retry: () => void refetch(), change }
}
