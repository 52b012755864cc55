import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { unexpectedAnswer } from '../../../dataProvider/HttpError.ts'
import type { ViewParams } from '../../../dataProvider/types.ts'
import { isValues } from '../../../language/pointer.ts'
import type { ListResource } from '../../../language/resource.ts'
import type { SavedView } from '../../../language/savedView.ts'
import { failureOf } from '../../data/failure.ts'
import type { Failure } from '../../data/failure.ts'
import { useConsoleProvider } from '../../data/useConsoleProvider.ts'

const isView = (value: unknown): value is SavedView => {
  if (!isValues(value)) return false
  const { columns, version } = value
  const texts = ['id', 'resource', 'name', 'query', 'owner'].every((key) => typeof value[key] === 'string')
  const flags = ['isShared', 'isOwn'].every((key) => typeof value[key] === 'boolean')
  const isColumns = columns === null || (Array.isArray(columns) && columns.every((id) => typeof id === 'string'))
  return texts && flags && isColumns && typeof version === 'number'
}

function viewsIn({ data }: { readonly data: unknown }): readonly SavedView[] {
  if (!Array.isArray(data) || !data.every(isView)) throw unexpectedAnswer('The answer is not a list of views.')
  return data
}

/** The saved views of a list, and the function that changes them. */
export interface SavedViews {
  /** `undefined` until they are read. */
  readonly list: readonly SavedView[] | undefined
  readonly failure: Failure | undefined
  readonly retry: () => void
  /** Answers the view after a change, and rejects after a failure. The list is read again in both cases. */
  readonly change: (change: NonNullable<ViewParams['change']>) => Promise<SavedView | undefined>
}

/** Reads the person's own views of a list and the shared ones. */
export function useSavedViews({ name }: ListResource, isWanted: boolean): SavedViews {
  const provider = useConsoleProvider()
  const client = useQueryClient()
  const queryKey = useMemo(() => ['console', 'views', name], [name])
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => viewsIn(await provider.views(name, { signal })),
    enabled: isWanted,
    retry: false,
  })
  const change = useCallback(
    async (asked: NonNullable<ViewParams['change']>) => {
      try {
        const { data: view } = await provider.views(name, { change: asked })
        return isView(view) ? view : undefined
      } finally {
        await client.invalidateQueries({ queryKey })
      }
    },
    [provider, client, name, queryKey],
  )
  const failure = error === null ? undefined : failureOf(error)
  return { list: data, failure, retry: () => void refetch(), change }
}
