import { usePermissions } from 'ra-core'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { AnyDefinition } from '../../schemas/meta/defineResource.ts'
import { ActionDialog } from '../actions/ActionDialog.tsx'
import { useActionFlow } from '../actions/useActionFlow.ts'
import { FocusTip } from '../parts/FocusTip.tsx'
import { PHONE, useMediaQuery } from '../parts/useMediaQuery.ts'
import { PhoneList } from '../phone/PhoneList.tsx'
import { PhoneSkeleton } from '../phone/PhoneSkeleton.tsx'
import { RecordTable } from '../table/RecordTable.tsx'
import { rowModelOf } from '../table/rowModel.ts'
import { SkeletonTable } from '../table/SkeletonTable.tsx'
import type { Viewed } from '../table/viewOf.ts'
import { FilterRow } from './FilterRow.tsx'
import { ListFoot } from './ListFoot.tsx'
import { ListSights } from './ListSights.tsx'
import { RefreshFailed } from './RefreshFailed.tsx'
import { sightOf } from './sightOf.ts'
import { TitleRow } from './TitleRow.tsx'
import { useHiddenColumns } from './useHiddenColumns.ts'
import { useReturnFocus } from './useReturnFocus.ts'
import { useListState } from './useListState.ts'
import { usePrefetch } from './usePrefetch.ts'
import { listParamsOf, useRecords } from './useRecords.ts'
import { ViewDialog } from './ViewDialog.tsx'
import { useRestoredScroll } from './useRestoredScroll.ts'
import './list.css'
import '../parts/parts.css'

const useModel = (definition: AnyDefinition, query: string) => {
  const { permissions } = usePermissions<readonly string[]>()
  const columns = useHiddenColumns(definition)
  const model = useMemo(
    () => rowModelOf(definition, permissions, query, columns.hidden),
    [definition, permissions, query, columns.hidden],
  )
  return { model, columns, permissions }
}

const ResourceList = ({ definition }: { readonly definition: AnyDefinition }) => {
  const state = useListState(definition)
  const { page, filter, sort, search, unknownFilter } = state
  const params = useMemo(
    () => listParamsOf(definition, { page, filter, sort, search }),
    [definition, page, filter, sort, search],
  )
  const records = useRecords(definition, params, unknownFilter === undefined)
  const { rows, facts, failure, isStale, hasNextPage } = records
  const sight = sightOf(state, records)
  const flow = useActionFlow(definition)
  const { model, columns, permissions } = useModel(definition, state.query)
  const section = useRef<HTMLElement>(null)
  const isPhone = useMediaQuery(PHONE)
  const hasRows = sight === 'rows' && !isStale
  const scroller = useRestoredScroll({ ...state, hasRows, isPage: isPhone })
  useReturnFocus(section, { ...state, hasRows })
  const isWhole = definition.list.paging === 'client'
  usePrefetch(definition.name, params, hasRows && hasNextPage && !isWhole)

  const isPastEnd = isWhole && !isStale && facts.totalPages !== undefined && page > facts.totalPages
  const { correctPage } = state
  useEffect(() => {
    if (isPastEnd) correctPage(facts.totalPages ?? 1)
  }, [isPastEnd, correctPage, facts.totalPages])

  const [viewed, onView] = useState<Viewed>()
  const closeView = useCallback(() => onView(undefined), [])
  const acting = { busy: flow.busy, onAct: flow.start, onView }
  const table = { model, rows: rows ?? [], sort, onSort: state.setSort, isStale, ...acting }
  return (
    <section className="cs-list" aria-label={definition.label} ref={section}>
      <TitleRow
        definition={definition}
        permissions={sight === 'forbidden' ? undefined : permissions}
        records={records}
        flow={flow}
      />
      {sight !== 'forbidden' && (
        <FilterRow definition={definition} state={state} extras={facts.extras} columns={columns} />
      )}
      {sight === 'rows' && failure !== undefined && <RefreshFailed failure={failure} retry={records.retry} />}
      <div className="cs-list-scroller" ref={scroller}>
        {sight === 'loading' && (isPhone ? <PhoneSkeleton /> : <SkeletonTable model={model} />)}
        {sight === 'rows' && (isPhone ? <PhoneList {...table} /> : <RecordTable {...table} />)}
        {sight !== 'loading' && sight !== 'rows' && (
          <ListSights definition={definition} sight={sight} state={state} records={records} />
        )}
      </div>
      {unknownFilter === undefined && (
        <ListFoot definition={definition} state={state} records={records} sight={sight} />
      )}
      <ActionDialog flow={flow} />
      {viewed !== undefined && <ViewDialog model={model} viewed={viewed} onClose={closeView} />}
      <FocusTip within={section} />
    </section>
  )
}

/**
 * The list of a resource, drawn from its definition alone: title, search and filter, table (rows of two lines on a
 * phone), pager, and the actions on records and on the list. Another resource is another page: nothing is carried over.
 */
export const ListPage = ({ definition }: { readonly definition: AnyDefinition }) => (
  <ResourceList key={definition.name} definition={definition} />
)
