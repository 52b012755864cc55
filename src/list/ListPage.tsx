import { useNotify } from 'ra-core'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ListResource } from '../../language/resource.ts'
import { afterPaint, lazyComponent, lazyText } from '../ui/lazyComponent.tsx'
import { PHONE } from '../ui/useMediaQuery.ts'
import { RecordTable } from '../table/RecordTable.tsx'
import type { Row } from '../model/columns.ts'
import { bulkActions } from '../model/controlOf.ts'
import { rowModelOf, type Holders } from '../model/rowModel.ts'
import { useColumnWidths, type ColumnWidths } from '../table/columnWidths.ts'
import { SkeletonTable } from '../table/SkeletonTable.tsx'
import { ListFrame } from './ListFrame.tsx'
import { ListFooter } from './ListFooter.tsx'
import { countText } from './TitleRow.tsx'
import { byPlaceIn, useColumns } from './useColumns.ts'
import { useListPlace, useRowsPlace, type ListPlaceHere } from './useListPlace.ts'
import type { ListParams } from '../query/listQuery.ts'
import { usePrefetch, useRecords, type Records } from './useRecords.ts'

/** A separate chunk: wide windows never draw it, and a phone loads it with the data. */
const PhoneList = lazyComponent(async () => (await import('../table/PhoneList.tsx')).PhoneList, null)
const PhoneSkeleton = lazyText(
  async () => (await import('../table/PhoneList.tsx')).PhoneSkeleton,
  () => null,
)

// What fails here is asked for again, and said, where it is drawn.
if (window.matchMedia(PHONE).matches) PhoneList.preload().catch(() => undefined)

/** A separate chunk: few lists use this layout. */
const CardsPage = lazyComponent(async () => (await import('./CardsPage.tsx')).CardsPage, null)

/** A separate chunk: few lists have actions on several records. */
const BulkBar = lazyComponent(async () => (await import('../bulk/entry.ts')).BulkBar, null)

/** A separate chunk: few lists are saved as files. */
const ExportButton = lazyComponent(async () => {
  await afterPaint()
  return (await import('../export/ExportButton.tsx')).ExportButton
}, null)

/** A separate chunk: people take turns on few lists. */
const WorkBar = lazyComponent(async () => {
  await afterPaint()
  return (await import('../claims/entry.ts')).WorkBar
}, null)

const noRows: readonly Row[] = []
const noHolders: Holders = {}

const useModel = ({ definition, state, permissions }: ListPlaceHere) => {
  const columns = useColumns(definition, state.savedView)
  const place = useRowsPlace(state)
  const model = useMemo(() => {
    const own = rowModelOf(definition, permissions, columns.hidden, place)
    const byPlace = byPlaceIn(columns.order)
    const all = definition.list.columns.map(({ id }) => id).toSorted(byPlace)
    return {
      ...own,
      columns: own.columns.toSorted((one, other) => byPlace(one.id, other.id)),
      allColumns: own.columns.length < all.length ? all : undefined,
      isSelectable: bulkActions(definition, permissions).length > 0,
    }
  }, [definition, permissions, place, columns.hidden, columns.order])
  return { model, columns }
}

/**
 * Redirects to the last page when the page in the address does not exist, and says so unless its last record was removed
 * here. This works only for lists that are read whole. Returns true while redirecting.
 */
function useLastPage({ definition, state }: ListPlaceHere, { isStale, facts: { totalPages } }: Records): boolean {
  const { page, correctPage } = state
  const notify = useNotify()
  const shown = useRef<number>(undefined)
  const last = definition.list.paging === 'client' && !isStale ? totalPages : undefined
  useEffect(() => {
    if (last === undefined) return
    if (page <= last) shown.current = page
    else {
      if (shown.current !== page) notify(`Page ${page} does not exist. This is the last page.`, { type: 'info' })
      correctPage(last)
    }
  }, [last, page, correctPage, notify])
  return last !== undefined && page > last
}

/** The room that a list's search with its tools and its pager need, in px. */
const LEAST_ROOM = 552

/** A table of few columns is as wide as what is above and below it. */
const withRoom = ({ most, ...widths }: ColumnWidths): ColumnWidths => ({
  ...widths,
  most: most === undefined ? undefined : Math.max(most, LEAST_ROOM),
})

/** True when the person may save the list as a file. */
const isExported = ({ definition: { list }, permissions }: ListPlaceHere): boolean =>
  list.export !== undefined && permissions?.includes(list.export.permission) === true

/** What is saved: all of the list's pages, or what is shown alone because it has all typed words. */
function shownParams({ params }: ListPlaceHere, { facts, hasNextPage }: Records): ListParams {
  const { words: _, ...meta } = params.meta
  return (facts.page ?? params.pagination.page) > 1 || hasNextPage ? { ...params, meta } : params
}

const TableList = ({ definition }: { readonly definition: ListResource }) => {
  const place = useListPlace(definition)
  const { state, params, isWanted } = place
  const records = useRecords(definition, params, isWanted)
  const { rows = noRows, isStale, hasNextPage } = records
  const hasRows = rows.length > 0 && !isStale
  const [holders, setHolders] = useState(noHolders)
  const { model, columns } = useModel(place)
  usePrefetch(definition.name, params, hasRows && hasNextPage && definition.list.paging !== 'client')
  const widths = withRoom(useColumnWidths(model, rows, records.asked))
  const section = useRef<HTMLElement>(null)
  const isMovingOn = useLastPage(place, records)
  const table = { model, rows, place: state, isStale, holders }
  return (
    <ListFrame
      {...{ place, records, section, columns }}
      count={countText(records)}
      width={widths.most}
      work={
        hasRows &&
        definition.show?.workTab !== undefined && (
          <WorkBar {...{ definition, params, state }} ids={rows.map(({ id }) => String(id))} onHolders={setHolders} />
        )
      }
      save={
        hasRows &&
        isExported(place) && (
          <ExportButton definition={definition} params={shownParams(place, records)} facts={records.facts} />
        )
      }
      hasArrived={!isStale}
      isSettled={!isStale && !isMovingOn}
      skeleton={(isPhone) => (isPhone ? <PhoneSkeleton /> : <SkeletonTable model={model} widths={widths} />)}
      rows={({ isPhone, ...acting }) =>
        isPhone ? (
          <PhoneList {...table} {...acting} />
        ) : (
          <RecordTable {...table} {...acting} widths={widths} total={records.facts.total} />
        )
      }
      footer={(viewState) => (
        <>
          {model.isSelectable && (
            <BulkBar definition={definition} rows={records.rows} permissions={place.permissions} />
          )}
          <ListFooter definition={definition} state={state} records={records} viewState={viewState} />
        </>
      )}
    />
  )
}

/**
 * The list of a resource, drawn from its definition alone: title, search, filters, actions, and the records as a table
 * with its pager (rows of two lines on a phone) or as cards. Another resource is a new page and keeps no state.
 */
export const ListPage = ({ definition }: { readonly definition: ListResource }) =>
  definition.list.layout === 'cards' ? (
    <CardsPage key={definition.name} definition={definition} />
  ) : (
    <TableList key={definition.name} definition={definition} />
  )
