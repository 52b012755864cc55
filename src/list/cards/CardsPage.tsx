import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react'
import type { ListResource } from '../../../language/resource.ts'
import { rowModelOf } from '../../table/rowModel.ts'
import { ListFrame } from '../ListFrame.tsx'
import { useListPlace } from '../useListPlace.ts'
import type { ListPlaceHere } from '../useListPlace.ts'
import { usePrefetch } from '../usePrefetch.ts'
import { CardList } from './CardList.tsx'
import { CardsSkeleton } from './CardsSkeleton.tsx'
import { LoadMore } from './LoadMore.tsx'
import { useMoreRecords } from './useMoreRecords.ts'

const NO_COLUMNS_HIDDEN: readonly string[] = []

/** The pages of a place, as many as were added there before: Back brings them all back. */
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

/** A list of cards one below another, the next page added by 'Load more' (D-161). */
export const CardsPage = ({ definition }: { readonly definition: ListResource }) => {
  const place = useListPlace(definition)
  const { state, permissions } = place
  const { records, wanted, more, hasArrived } = usePages(place)
  const { rows = [] } = records
  const section = useRef<HTMLElement>(null)
  const model = useMemo(
    () => rowModelOf(definition, permissions, state.query, NO_COLUMNS_HIDDEN),
    [definition, permissions, state.query],
  )
  return (
    <ListFrame
      {...{ place, records, section, model, hasArrived }}
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
