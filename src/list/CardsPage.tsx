import { useEffect, useRef, useCallback, useMemo, useSyncExternalStore, type RefObject } from 'react'
import type { ListResource } from '../../language/resource.ts'
import { Button } from '../ui/Button.tsx'
import { formatValue } from '../format/formatValue.ts'
import { focusWithoutScroll, isNothingFocused } from '../ui/focus.ts'
import { RowsNotice } from '../ui/Notice.tsx'
import { ListNotes } from './ListFooter.tsx'
import { type MoreRecords, useMoreRecords } from './useMoreRecords.ts'
import { rowModelOf } from '../model/rowModel.ts'
import { ListFrame } from './ListFrame.tsx'
import { useListPlace, useRowsPlace, type ListPlaceHere } from './useListPlace.ts'
import { usePrefetch } from './useRecords.ts'
import { CardList, CardsSkeleton } from './CardList.tsx'

interface LoadMoreProps {
  readonly definition: ListResource
  readonly records: MoreRecords
  /** Number of pages asked for. It is one more than loaded while the next page loads or after it failed. */
  readonly wanted: number
  readonly onMore: () => void
  readonly list: RefObject<HTMLElement | null>
}

/** When the button disappears with the last page, moves the focus to the first card of that page. */
function useFocusOnNew({ records, list }: Pick<LoadMoreProps, 'records' | 'list'>): () => void {
  const first = useRef<number>(undefined)
  const count = records.rows?.length ?? 0
  const isSettled = !records.isLoading && records.failure === undefined
  useEffect(() => {
    const index = first.current
    if (index === undefined || !isSettled) return
    first.current = undefined
    const cards = list.current?.querySelectorAll<HTMLElement>('.cs-card') ?? []
    const target = cards[Math.min(index, cards.length - 1)]
    if (target !== undefined && isNothingFocused()) focusWithoutScroll(target)
  }, [count, isSettled, list])
  return () => {
    first.current = count
  }
}

/**
 * Below the cards: their number and the button for the next page. After a failure it shows why, and the button retries.
 */
const LoadMore = ({ definition, records, wanted, onMore, list }: LoadMoreProps) => {
  const { rows = [], facts, pages, failure, isLoading, hasMore, retry } = records
  const remember = useFocusOnNew({ records, list })
  const failed = pages < wanted ? failure : undefined
  const press = () => {
    remember()
    if (failed === undefined) onMore()
    else retry()
  }
  const pageText = facts.totalPages === undefined ? `page ${pages}` : `page ${pages} of ${facts.totalPages}`
  return (
    <footer className="cs-row cs-cards-foot">
      {failed !== undefined && <RowsNotice text="Couldn't load the next page:" failure={failed} />}
      {(hasMore || pages < wanted) && (
        <Button isBusy={isLoading} onClick={isLoading ? undefined : press}>
          {failed === undefined ? 'Load more' : 'Retry'}
        </Button>
      )}
      <output className="cs-muted">
        {formatValue('number', rows.length)} shown, {pageText}
      </output>
      <ListNotes definition={definition} facts={facts} />
    </footer>
  )
}

const NO_COLUMNS_HIDDEN: readonly string[] = []

/** The loaded pages of a place. Back brings back as many as were loaded before. */
function usePages({ definition, state, params, isWanted }: ListPlaceHere) {
  const { memory, entry } = state
  const wanted = useSyncExternalStore(memory.subscribe, () => memory.read(entry).pages)
  const atArrival = useMemo(() => memory.read(entry).pages, [memory, entry])
  const records = useMoreRecords(definition.name, params, wanted, isWanted)
  const last = useMemo(() => ({ ...params, pagination: { ...params.pagination, page: wanted } }), [params, wanted])
  usePrefetch(definition.name, last, records.hasMore)
  const more = useCallback(() => memory.write(entry, { pages: wanted + 1 }), [memory, entry, wanted])
  return { records, wanted, more, hasArrived: records.pages >= atArrival }
}

/** A list shown as a column of cards. 'Load more' adds the next page (D-161). */
export const CardsPage = ({ definition }: { readonly definition: ListResource }) => {
  const place = useListPlace(definition)
  const { state, permissions } = place
  const { records, wanted, more, hasArrived } = usePages(place)
  const { rows = [] } = records
  const section = useRef<HTMLElement>(null)
  const link = useRowsPlace(state)
  const model = useMemo(
    () => rowModelOf(definition, permissions, NO_COLUMNS_HIDDEN, link),
    [definition, permissions, link],
  )
  return (
    <ListFrame
      {...{ place, records, section, hasArrived }}
      count={rows.length > 0 ? `${rows.length} shown` : ''}
      isSettled
      saysFailureBelow={records.pages !== wanted}
      skeleton={() => <CardsSkeleton />}
      rows={(acting) => (
        <>
          <CardList model={model} rows={rows} {...acting} />
          <LoadMore definition={definition} records={records} wanted={wanted} onMore={more} list={section} />
        </>
      )}
    />
  )
}
