import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ListResource } from '../../language/resource.ts'
import { ActionDialog } from '../actions/ActionDialog.tsx'
import { useActionFlow } from '../actions/useActionFlow.ts'
import { FocusTooltip } from '../ui/FocusTooltip.tsx'
import { lazyComponent } from '../ui/lazyComponent.tsx'
import { PHONE, useMediaQuery } from '../ui/useMediaQuery.ts'
import { PhoneList } from '../phone/PhoneList.tsx'
import { PhoneSkeleton } from '../phone/PhoneSkeleton.tsx'
import { RecordTable } from '../table/RecordTable.tsx'
import { rowModelOf } from '../table/rowModel.ts'
import { SkeletonTable } from '../table/SkeletonTable.tsx'
import type { Viewed } from '../table/viewOf.ts'
import { canNarrow, FilterRow } from './FilterRow.tsx'
import { ListFooter } from './ListFooter.tsx'
import { ListStates } from './ListStates.tsx'
import { RefreshFailed } from './RefreshFailed.tsx'
import { viewStateOf } from './viewStateOf.ts'
import { countText, TitleRow } from './TitleRow.tsx'
import { useFailedNotice } from './useFailedNotice.ts'
import { useHiddenColumns } from './useHiddenColumns.ts'
import { useListPlace } from './useListPlace.ts'
import type { ListPlaceHere } from './useListPlace.ts'
import { usePrefetch } from './usePrefetch.ts'
import { useRecords } from './useRecords.ts'
import type { Records } from './useRecords.ts'
import { useRestoredScroll } from './useRestoredScroll.ts'
import { useReturnFocus } from './useReturnFocus.ts'
import { useRowFocus } from './useRowFocus.ts'
import { useScrollRegion } from './useScrollRegion.ts'
import { ViewDialog } from './ViewDialog.tsx'
import './list.css'
import '../ui/parts.css'

/** A chunk of its own: few lists are laid out so. */
const CardsPage = lazyComponent(async () => (await import('./cards/CardsPage.tsx')).CardsPage, null)

const useModel = ({ definition, state, permissions }: ListPlaceHere) => {
  const columns = useHiddenColumns(definition)
  const { query } = state
  const model = useMemo(
    () => rowModelOf(definition, permissions, query, columns.hidden),
    [definition, permissions, query, columns.hidden],
  )
  return { model, columns }
}

/**
 * Goes to the last page where the one in the address is there no longer: the whole list is known here. Answers whether
 * it is on its way there.
 */
function useLastPage({ definition, state }: ListPlaceHere, { isStale, facts }: Records): boolean {
  const { page, correctPage } = state
  const isPastEnd =
    definition.list.paging === 'client' && !isStale && facts.totalPages !== undefined && page > facts.totalPages
  useEffect(() => {
    if (isPastEnd) correctPage(facts.totalPages ?? 1)
  }, [isPastEnd, correctPage, facts.totalPages])
  return isPastEnd
}

const TableList = ({ definition }: { readonly definition: ListResource }) => {
  const place = useListPlace(definition)
  const { state, params, isWanted } = place
  const records = useRecords(definition, params, isWanted)
  const { rows, facts, failure, isStale, hasNextPage } = records
  const viewState = viewStateOf(place, records)
  const flow = useActionFlow(definition)
  const { model, columns } = useModel(place)
  const section = useRef<HTMLElement>(null)
  const isPhone = useMediaQuery(PHONE)
  const hasRows = viewState === 'rows' && !isStale
  const scroller = useRestoredScroll({ ...state, hasRows, isPage: isPhone })
  const region = useScrollRegion(scroller, `${definition.label}: records`)
  useReturnFocus(section, { ...state, hasRows })
  usePrefetch(definition.name, params, hasRows && hasNextPage && definition.list.paging !== 'client')
  const isMovingOn = useLastPage(place, records)
  useRowFocus(section, viewState !== 'loading' && !isStale && !isMovingOn)
  useFailedNotice(definition, failure)
  const [viewed, onView] = useState<Viewed>()
  const closeView = useCallback(() => onView(undefined), [])
  const acting = { busy: flow.busy, onAct: flow.start, onView }
  const table = { model, rows: rows ?? [], sort: state.sort, onSort: state.setSort, isStale, ...acting }
  const isClosed = viewState === 'forbidden' || viewState === 'notConfigured'
  return (
    <section className="cs-list" aria-label={definition.label} ref={section}>
      <TitleRow
        definition={definition}
        permissions={isClosed ? undefined : place.permissions}
        count={countText(records)}
        flow={flow}
        columns={isClosed || canNarrow(definition) ? undefined : columns}
      />
      {!isClosed && canNarrow(definition) && (
        <FilterRow
          definition={definition}
          state={state}
          extras={facts.extras}
          columns={columns}
          retry={records.retry}
        />
      )}
      {viewState === 'rows' && failure !== undefined && <RefreshFailed failure={failure} retry={records.retry} />}
      <div className="cs-list-scroller" ref={scroller} {...region}>
        {viewState === 'loading' && (isPhone ? <PhoneSkeleton /> : <SkeletonTable model={model} />)}
        {viewState === 'rows' && (isPhone ? <PhoneList {...table} /> : <RecordTable {...table} />)}
        {viewState !== 'loading' && viewState !== 'rows' && (
          <ListStates definition={definition} viewState={viewState} state={state} records={records} />
        )}
      </div>
      <ListFooter definition={definition} state={state} records={records} viewState={viewState} />
      <ActionDialog flow={flow} />
      {viewed !== undefined && <ViewDialog model={model} viewed={viewed} onClose={closeView} />}
      <FocusTooltip within={section} />
    </section>
  )
}

/**
 * The list of a resource, drawn from its definition alone: title, search and filter, table (rows of two lines on a
 * phone) with its pager or cards, and the actions on records and on the list. Another resource is another page: nothing
 * is carried over.
 */
export const ListPage = ({ definition }: { readonly definition: ListResource }) =>
  definition.list.layout === 'cards' ? (
    <CardsPage key={definition.name} definition={definition} />
  ) : (
    <TableList key={definition.name} definition={definition} />
  )
