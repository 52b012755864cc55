import { useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { ListResource } from '../../../language/resource.ts'
import { ActionDialog } from '../../actions/ActionDialog.tsx'
import { useActionFlow } from '../../actions/useActionFlow.ts'
import { FocusTooltip } from '../../ui/FocusTooltip.tsx'
import { PHONE, useMediaQuery } from '../../ui/useMediaQuery.ts'
import { rowModelOf } from '../../table/rowModel.ts'
import type { Viewed } from '../../table/viewOf.ts'
import { canNarrow, FilterRow } from '../FilterRow.tsx'
import { ListStates } from '../ListStates.tsx'
import { RefreshFailed } from '../RefreshFailed.tsx'
import { viewStateOf } from '../viewStateOf.ts'
import { TitleRow } from '../TitleRow.tsx'
import { useFailedNotice } from '../useFailedNotice.ts'
import { useListPlace } from '../useListPlace.ts'
import type { ListPlaceHere } from '../useListPlace.ts'
import { usePrefetch } from '../usePrefetch.ts'
import { useRestoredScroll } from '../useRestoredScroll.ts'
import { useReturnFocus } from '../useReturnFocus.ts'
import { useRowFocus } from '../useRowFocus.ts'
import { useScrollRegion } from '../useScrollRegion.ts'
import { ViewDialog } from '../ViewDialog.tsx'
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

/** A list whose records stand one below another as cards, the next page added by 'Load more' (D-161). */
export const CardsPage = ({ definition }: { readonly definition: ListResource }) => {
  const place = useListPlace(definition)
  const { state, permissions } = place
  const { records, wanted, more, hasArrived } = usePages(place)
  const { rows = [], failure } = records
  const viewState = viewStateOf(place, records)
  const flow = useActionFlow(definition)
  const model = useMemo(
    () => rowModelOf(definition, permissions, state.query, NO_COLUMNS_HIDDEN),
    [definition, permissions, state.query],
  )
  const section = useRef<HTMLElement>(null)
  const hasRows = viewState === 'rows' && hasArrived
  const scroller = useRestoredScroll({ ...state, hasRows, isPage: useMediaQuery(PHONE) })
  const region = useScrollRegion(scroller, `${definition.label}: records`)
  useReturnFocus(section, { ...state, hasRows })
  useRowFocus(section, viewState !== 'loading')
  useFailedNotice(definition, failure)
  const [viewed, onView] = useState<Viewed>()
  const closeView = useCallback(() => onView(undefined), [])
  const isClosed = viewState === 'forbidden' || viewState === 'notConfigured'
  const count = viewState === 'rows' ? `${rows.length} shown` : ''
  return (
    <section className="cs-list" aria-label={definition.label} ref={section}>
      <TitleRow {...{ definition, count, flow }} permissions={isClosed ? undefined : permissions} />
      {canNarrow(definition) && !isClosed && (
        <FilterRow definition={definition} state={state} extras={records.facts.extras} retry={records.retry} />
      )}
      {viewState === 'rows' && failure !== undefined && records.pages === wanted && (
        <RefreshFailed failure={failure} retry={records.retry} />
      )}
      <div className="cs-list-scroller" ref={scroller} {...region}>
        {viewState === 'loading' && <CardsSkeleton />}
        {viewState === 'rows' && (
          <>
            <CardList model={model} rows={rows} busy={flow.busy} onAct={flow.start} onView={onView} />
            <LoadMore definition={definition} records={records} wanted={wanted} onMore={more} list={section} />
          </>
        )}
        {viewState !== 'loading' && viewState !== 'rows' && (
          <ListStates definition={definition} viewState={viewState} state={state} records={records} />
        )}
      </div>
      <ActionDialog flow={flow} />
      {viewed !== undefined && <ViewDialog model={model} viewed={viewed} onClose={closeView} />}
      <FocusTooltip within={section} />
    </section>
  )
}
