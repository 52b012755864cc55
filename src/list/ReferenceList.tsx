import { useCallback, useMemo, useRef, useState } from 'react'
import { FlowDialogs } from '../actions/FlowDialogs.tsx'
import { useActionFlow } from '../actions/useActionFlow.ts'
import type { ListResource } from '../../language/resource.ts'
import type { ListBlock } from '../../language/authored/show.ts'
import type { PageModel } from '../console/extensions.ts'
import { hindranceOf } from '../data/permissions.ts'
import type { Row } from '../model/columns.ts'
import type { Viewed } from '../model/pressed.ts'
import { rowModelOf } from '../model/rowModel.ts'
import { PhoneList } from '../table/PhoneList.tsx'
import { useColumnWidths } from '../table/columnWidths.ts'
import { RecordTable } from '../table/RecordTable.tsx'
import { ErrorState } from '../ui/EmptyState.tsx'
import { RowsNotice } from '../ui/Notice.tsx'
import { PHONE, useMediaQuery } from '../ui/useMediaQuery.ts'
import { ListNotes } from './ListFooter.tsx'
import { couldNotBeRead } from './ListStates.tsx'
import { callFor } from '../query/listQuery.ts'
import { useRowsPlace } from './useListPlace.ts'
import { Pager } from '../ui/Pager.tsx'
import { type Records, useRecords } from './useRecords.ts'
import { type ReferenceListPlace, useReferenceListPlace } from './useReferenceListPlace.ts'
import { ScrollRegion } from './ScrollRegion.tsx'
import { ViewDialog } from './ViewDialog.tsx'
import '../ui/parts.css'
import './referenceList.css'

/** Column ids that say the same in every row: the record of the page. */
const sameInAll = ({ list }: ListResource, { filter }: ListBlock, parent: string): readonly string[] =>
  list.columns.filter(({ field, reference }) => field === filter && reference === parent).map(({ id }) => id)

interface ReferenceListProps {
  readonly model: PageModel
  readonly block: ListBlock
  readonly definition: ListResource
}

interface RowsProps extends ReferenceListProps {
  readonly place: ReferenceListPlace
  readonly rows: readonly Row[]
  readonly asked: string
  readonly isStale: boolean
}

/** The rows with their actions. They scroll sideways inside their own box if needed. */
const Rows = ({ model: page, block, definition, place, rows, asked, isStale }: RowsProps) => {
  const { permissions } = page
  const { name: parent } = page.definition
  const link = useRowsPlace(place)
  const model = useMemo(
    () => rowModelOf(definition, permissions, sameInAll(definition, block, parent), link),
    [definition, permissions, link, block, parent],
  )
  const flow = useActionFlow(definition)
  const [viewed, onView] = useState<Viewed>()
  const closeView = useCallback(() => onView(undefined), [])
  const scroller = useRef<HTMLDivElement>(null)
  const widths = useColumnWidths(model, rows, asked)
  const isPhone = useMediaQuery(PHONE)
  const table = {
    model,
    rows,
    isStale,
    onView,
    place,
    busy: flow.busy,
    onAct: flow.start,
  }
  return (
    <ScrollRegion className="cs-reference-scroller" box={scroller} name={`${definition.label}: records`}>
      {isPhone ? <PhoneList {...table} /> : <RecordTable {...table} widths={widths} />}
      <FlowDialogs flow={flow} />
      {viewed !== undefined && <ViewDialog {...{ definition, viewed, place }} onClose={closeView} />}
    </ScrollRegion>
  )
}

interface FootProps {
  readonly definition: ListResource
  readonly place: ReferenceListPlace
  readonly records: Records
}

/** The pager, unless there is only one page, and notes about what is not shown. */
const Foot = ({ definition, place, records: { facts, range, hasNextPage, isStale } }: FootProps) => {
  const isLast = facts.totalPages === undefined ? !hasNextPage : facts.totalPages <= 1
  return (
    <div className="cs-row">
      {!(place.page === 1 && isLast) && (
        <Pager
          page={place.page}
          pages={facts.totalPages}
          range={range}
          hasNext={hasNextPage && !isStale}
          onPage={place.setPage}
        />
      )}
      <ListNotes definition={definition} facts={facts} />
    </div>
  )
}

const Loading = () => (
  <div className="cs-skeleton-rows" aria-busy="true">
    {[1, 2, 3].map((row) => (
      <span key={row} className="cs-skeleton" />
    ))}
  </div>
)

/**
 * The records of another resource that refer to the record of the page: its list, filtered by the record's id, with its
 * columns, order, pages and actions. react-admin calls this a many-reference.
 */
export const ReferenceList = (props: ReferenceListProps) => {
  const { model, block, definition } = props
  const place = useReferenceListPlace(definition, block.filter, model.record.id)
  const hindrance = hindranceOf(definition, callFor(definition, place.params.filter), model.permissions)
  const records = useRecords(definition, place.params, hindrance === undefined)
  const { rows, facts, asked, failure, isStale, retry } = records
  if (hindrance !== undefined) return <p className="cs-note">{hindrance}</p>
  if (rows === undefined)
    return failure === undefined ? (
      <Loading />
    ) : (
      <ErrorState title={couldNotBeRead(definition)} failure={failure} retry={retry} />
    )
  return (
    <div className="cs-stack">
      {failure !== undefined && <RowsNotice failure={failure} retry={retry} />}
      {rows.length === 0 ? (
        facts.dropped === 0 && <p className="cs-note">{definition.list.emptyText}</p>
      ) : (
        <Rows {...props} {...{ place, rows, asked, isStale }} />
      )}
      <Foot {...{ definition, place, records }} />
    </div>
  )
}
