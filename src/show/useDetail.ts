import { useEffect, useMemo } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useGetOne } from 'ra-core'
import type { ListResource } from '../../language/resource.ts'
import { holds } from '../../language/predicate.ts'
import { readRecord } from '../../language/readRecord.ts'
import { failureIn, type Failure } from '../data/failure.ts'
import type { Row } from '../model/columns.ts'
import { useConsoleProvider } from '../data/useConsoleProvider.ts'
import { DETAIL_STALE_MS, detailMeta, takeUnseen } from '../query/detailQuery.ts'
import { showViewStateOf, type ShowViewState } from './ShowStates.tsx'

interface DetailState {
  readonly viewState: ShowViewState
  /** The last answer. Show it only while the view state is `record`. */
  readonly detail: Row | undefined
  /** Why the read failed. With a record on screen: why reading it again failed. */
  readonly failure: Failure | undefined
  readonly retry: () => void
}

/** How often the page reads the record again, in ms; `false` when the record's state does not call for it. */
function intervalOf(definition: ListResource, detail: Row | undefined): number | false {
  const refresh = definition.show?.refresh
  if (refresh === undefined || detail?.id === undefined) return false
  return holds(refresh.when, readRecord(definition, detail, detail.id)) ? refresh.everyMs : false
}

/** A record that no longer exists or is now forbidden leaves the screen. */
const outweighsData = ({ kind }: Failure): boolean => kind === 'notFound' || kind === 'forbidden'

/** Says that a record which was read ahead is now on the screen. */
function useViewed(definition: ListResource, id: string, isShown: boolean): void {
  const client = useQueryClient()
  const provider = useConsoleProvider()
  useEffect(() => {
    // Without an answer the record stays one that was read ahead, which the gateway has on record too.
    if (isShown && takeUnseen(definition, id, client)) provider.viewed(definition.name, { id }).catch(() => null)
  }, [definition, id, isShown, client, provider])
}

/**
 * Reads the detail of a record, and repeats it while the definition's `refresh` applies and the page is visible. The
 * current data stays on screen until the next answer.
 */
export function useDetail(definition: ListResource, id: string): DetailState {
  const { data, error, isFetching, refetch } = useGetOne<Row>(
    definition.name,
    { id, meta: detailMeta },
    {
      retry: false,
      staleTime: DETAIL_STALE_MS,
      refetchInterval: (query) => intervalOf(definition, query.state.data),
    },
  )
  useViewed(definition, id, data !== undefined)
  const failure = useMemo(() => failureIn(error), [error])
  const isFirst = data === undefined
  const decisive = failure !== undefined && (isFirst ? !isFetching : outweighsData(failure)) ? failure : undefined
  return {
    viewState: showViewStateOf(definition, data, decisive),
    detail: data,
    failure: isFirst && isFetching ? undefined : failure,
    retry: () => void refetch(),
  }
}
