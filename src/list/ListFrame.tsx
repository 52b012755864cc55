import { useCallback, useState, type CSSProperties, type ReactNode, type RefObject } from 'react'
import { FlowDialogs } from '../actions/FlowDialogs.tsx'
import { useActionFlow, type ActionFlow } from '../actions/useActionFlow.ts'
import type { RecordTableProps } from '../table/RecordTable.tsx'
import { recordActions } from '../model/controlOf.ts'
import type { Viewed } from '../model/pressed.ts'
import { approvalHoursIn } from '../data/permissions.ts'
import { WithAside } from '../console/Slot.tsx'
import { afterPaint, lazyComponent, lazyText } from '../ui/lazyComponent.tsx'
import { useKeys } from '../ui/useKeys.ts'
import { PHONE, useMediaQuery } from '../ui/useMediaQuery.ts'
import { canNarrow, FilterRow } from './FilterRow.tsx'
import { ListRecords } from './ListRecords.tsx'
import { ListStates } from './ListStates.tsx'
import { ScrollRegion } from './ScrollRegion.tsx'
import { RowsNotice } from '../ui/Notice.tsx'
import { Toolbar } from '../ui/Toolbar.tsx'
import { TitleRow } from './TitleRow.tsx'
import { useFailedNotice, type FrameRecords } from './useRecords.ts'
import type { ColumnChoice } from './useColumns.ts'
import type { ListPlaceHere } from './useListPlace.ts'
import { useRestoredScroll } from './useRestoredScroll.ts'
import { useReturnFocus, useRowFocus } from './useRowFocus.ts'
import { foundBy } from './foundBy.ts'
import { useOnlyHit } from './useOnlyHit.ts'
import { viewStateOf, type ListViewState } from './viewStateOf.ts'
import './list.css'
import '../ui/parts.css'

/** A separate chunk: where the gateway asks for second approvers, and for few lists. A failed read disables nothing. */
const WaitingRead = lazyText(
  async () => (await import('../approvals/entry.ts')).WaitingRead,
  () => null,
)

/** How long what is above a list waits for its rows, in ms. */
const PATIENCE_MS = 400

/** Resolves when the rows are on the screen, and after a moment where they take long. */
async function afterRows(): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  const isBusy = () => document.querySelector('.cs-list [aria-busy="true"]') !== null
  while (isBusy() && performance.now() < end) await afterPaint()
  await afterPaint()
}

/** A separate chunk: no one chooses columns or views before the first rows. */
const ListTools = lazyComponent(async () => {
  await afterRows()
  return (await import('./savedViews/ListTools.tsx')).ListTools
}, null)

/** A separate chunk: few lists have tabs. Their place is kept until they are there. */
const ListTabs = lazyComponent(async () => {
  await afterRows()
  return (await import('./ListTabs.tsx')).ListTabs
}, null)

/** A separate chunk: a press comes after the first rows. */
const ViewDialog = lazyComponent(async () => (await import('./ViewDialog.tsx')).ViewDialog, null)

/** A separate chunk: few addresses have what a list can't read. */
const ListAddressNote = lazyText(
  async () => (await import('./ListAddressNote.tsx')).ListAddressNote,
  () => null,
)

/** A separate chunk: no one presses a key or asks for a full text before the first rows. */
const ListKeys = lazyText(
  async () => {
    await afterPaint()
    return (await import('./ListKeys.tsx')).ListKeys
  },
  () => null,
)

/** True if an action of the list may wait for a second person, or one on a page of its queue. */
const isWaitedFor = ({ definition, permissions }: ListPlaceHere): boolean =>
  approvalHoursIn(permissions) !== undefined &&
  (definition.show?.workTab !== undefined ||
    recordActions(definition).some((name) => definition.actions[name]?.secondApprover !== undefined))

/** What the rows of a list receive: their action handlers, and whether the screen is a phone. */
type RowsInFrame = Pick<RecordTableProps, 'busy' | 'onAct' | 'onView'> & {
  readonly isPhone: boolean
}

/** The look of a list whose records need less width than the page. */
const fitting = (width: number | undefined) => {
  if (width === undefined) return { className: 'cs-list' }
  const style: CSSProperties & Readonly<Record<'--cs-list-width', string>> = { '--cs-list-width': `${width}px` }
  return { className: 'cs-list cs-list--fits', style }
}

interface ListFrameProps {
  readonly place: ListPlaceHere
  readonly records: FrameRecords
  readonly section: RefObject<HTMLElement | null>
  /** The number of records, in words. */
  readonly count: string
  readonly columns?: ColumnChoice | undefined
  /** The width of the records, in px, where they do not take all of the room. */
  readonly width?: number | undefined
  /** With the list's buttons: what people who take turns on its records have, and what saves it as a file. */
  readonly work?: ReactNode
  readonly save?: ReactNode
  /** True when all rows of the current place have loaded. */
  readonly hasArrived: boolean
  /** True when nothing more will load. Until then, lost focus is not restored. */
  readonly isSettled: boolean
  /** True when a failure is shown below the rows already. */
  readonly saysFailureBelow?: boolean
  readonly skeleton: (isPhone: boolean) => ReactNode
  readonly rows: (given: RowsInFrame) => ReactNode
  readonly footer?: (viewState: ListViewState) => ReactNode
}

interface ListHeadProps extends Pick<ListFrameProps, 'place' | 'records' | 'count' | 'columns' | 'work' | 'save'> {
  readonly viewState: ListViewState
  readonly flow: ActionFlow
}

/** What is above the records of a list: its title, tabs, search and filters. */
const ListHead = ({ place, records, viewState, count, columns, flow, work, save }: ListHeadProps) => {
  const { definition, state, permissions } = place
  const isClosed = viewState === 'forbidden' || viewState === 'notConfigured'
  const hasFilterRow = canNarrow(definition) && !isClosed
  const tools = columns !== undefined && !isClosed && (
    <Toolbar className="cs-row cs-filter-end" label="Views and columns">
      <ListTools definition={definition} state={state} choice={columns} />
    </Toolbar>
  )
  return (
    <>
      <TitleRow
        definition={definition}
        permissions={isClosed ? undefined : permissions}
        count={count}
        flow={flow}
        work={viewState === 'rows' && work}
        save={viewState === 'rows' && save}
        tools={!hasFilterRow && tools}
      />
      {definition.list.tabs.length > 0 && !isClosed && (
        <div className="cs-list-tabs">
          <ListTabs definition={definition} state={state} isRead={records.rows !== undefined} />
        </div>
      )}
      {hasFilterRow && (
        <FilterRow {...{ definition, state, tools }} extras={records.facts.extras} retry={records.retry} />
      )}
    </>
  )
}

/**
 * The page of a list around its records, whatever their layout: title, search, filters, view states, actions with their
 * dialogs, and restored scroll and focus.
 */
export const ListFrame = ({ place, records, section, count, columns, width, ...parts }: ListFrameProps) => {
  const { definition, state } = place
  const { hasArrived, isSettled } = parts
  const { failure, retry } = records
  const viewState = viewStateOf(place, records)
  const flow = useActionFlow(definition)
  const isPhone = useMediaQuery(PHONE)
  const hasRows = viewState === 'rows' && hasArrived
  const scroller = useRestoredScroll({ ...state, hasRows, isPage: isPhone })
  // Not among the other keys, which come later: people type it as soon as they see the box.
  const search = () => section.current?.querySelector<HTMLInputElement>('search input')?.focus()
  const found = foundBy(place, records)
  useOnlyHit(section, state.search, hasRows && found.isMeant)
  useKeys(place.definition.list.search === undefined ? {} : { '/': { label: 'Search', run: search } })
  // First, so that it knows of the focus that the other one restores to a row that is about to go.
  useRowFocus(section, viewState !== 'loading' && isSettled)
  useReturnFocus(section, { ...state, params: place.params, hasRows })
  useFailedNotice(definition, failure)
  const [viewed, onView] = useState<Viewed>()
  const closeView = useCallback(() => onView(undefined), [])
  return (
    <ListRecords place={place} records={records} isStale={!hasArrived}>
      <section
        {...fitting(viewState === 'rows' || viewState === 'loading' ? width : undefined)}
        aria-label={definition.label}
        ref={section}
      >
        <ListHead {...{ place, records, viewState, count, columns, flow }} work={parts.work} save={parts.save} />
        {state.unknownFilter === undefined && state.query !== '' && <ListAddressNote definition={definition} />}
        {viewState === 'rows' && failure !== undefined && parts.saysFailureBelow !== true && (
          <RowsNotice failure={failure} retry={retry} />
        )}
        {hasRows && found.text !== undefined && <output className="cs-note">{found.text}</output>}
        <WithAside page="list" definition={definition}>
          <ScrollRegion className="cs-list-scroller" box={scroller} name={`${definition.label}: records`}>
            {viewState === 'loading' && parts.skeleton(isPhone)}
            {viewState === 'rows' && parts.rows({ busy: flow.busy, onAct: flow.start, onView, isPhone })}
            {viewState !== 'loading' && viewState !== 'rows' && (
              <ListStates definition={definition} viewState={viewState} state={state} records={records} />
            )}
          </ScrollRegion>
        </WithAside>
        {parts.footer?.(viewState)}
        {isWaitedFor(place) && <WaitingRead resource={definition.name} />}
        <FlowDialogs flow={flow} />
        {viewed !== undefined && <ViewDialog {...{ definition, viewed }} place={state} onClose={closeView} />}
        {viewState !== 'loading' && (
          <ListKeys {...{ section, definition, state, hasRows }} hasNone={viewState === 'noMatch' && hasArrived} />
        )}
      </section>
    </ListRecords>
  )
}
