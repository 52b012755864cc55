import { useEffect, useRef, useMemo } from 'react'
import type { RefObject } from 'react'
import { useNavigationType } from 'react-router-dom'
import { focusWithoutScroll, isNothingFocused } from '../ui/focus.ts'
import { useGetOne } from 'ra-core'
import type { ListResource } from '../../language/resource.ts'
import { holds } from '../../language/predicate.ts'
import { readRecord } from '../../language/readRecord.ts'
import { failureOf } from '../data/failure.ts'
import type { Failure } from '../data/failure.ts'
import type { Row } from '../model/columns.ts'
import { DETAIL_STALE_MS, detailMeta } from '../query/detailQuery.ts'
import { showViewStateOf } from './ShowStates.tsx'
import type { ShowViewState } from './ShowStates.tsx'

/**
 * Gives the focus to the page's heading once it is there, for whoever came by a link of the console: the link has gone.
 * A page that the browser itself has loaded begins at its top, as every page does.
 */
export function useArrivalFocus(page: RefObject<HTMLElement | null>, isThere: boolean): void {
  const cameByLink = useRef(useNavigationType() !== 'POP')
  useEffect(() => {
    if (!isThere || !cameByLink.current) return
    cameByLink.current = false
    const heading = page.current?.querySelector<HTMLElement>('h1')
    if (heading !== null && heading !== undefined && isNothingFocused()) focusWithoutScroll(heading)
  }, [page, isThere])
}

/** What is known of a record's detail. */
export interface DetailState {
  readonly viewState: ShowViewState
  /** The last answer; only to be shown while the sight is `record`. */
  readonly detail: Row | undefined
  /** Why it could not be read, or, beside a record on screen, why it could not be read again. */
  readonly failure: Failure | undefined
  readonly retry: () => void
}

/** Whether the record is so that its page reads itself again, and how often (ms). */
function intervalOf(definition: ListResource, detail: Row | undefined): number | false {
  const refresh = definition.show?.refresh
  if (refresh === undefined || detail?.id === undefined) return false
  return holds(refresh.when, readRecord(definition, detail, detail.id)) ? refresh.everyMs : false
}

/** A record that is there no longer, or may no longer be seen, does not stay on screen. */
const outweighsData = ({ kind }: Failure): boolean => kind === 'notFound' || kind === 'forbidden'

/**
 * Reads the detail of a record, and again while the definition's `refresh` holds and the page is looked at. What is on
 * screen stays there until the next answer has come.
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
  const failure = useMemo(() => (error === null ? undefined : failureOf(error)), [error])
  const isFirst = data === undefined
  const decisive = failure !== undefined && (isFirst ? !isFetching : outweighsData(failure)) ? failure : undefined
  return {
    viewState: showViewStateOf(definition, data, decisive),
    detail: data,
    failure: isFirst && isFetching ? undefined : failure,
    retry: () => void refetch(),
  }
}
