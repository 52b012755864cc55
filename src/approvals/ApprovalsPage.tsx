import { useEffect, useId, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { type ApprovalRow, type ApprovalView, approvalViews } from '../../language/approval.ts'
import { failureIn } from '../data/failure.ts'
import { useSession } from '../auth/ShellContext.ts'
import { usePageTitle } from '../layout/usePageTitle.ts'
import { AddressNote } from '../ui/AddressNote.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState, Unread } from '../ui/EmptyState.tsx'
import { RowsNotice } from '../ui/Notice.tsx'
import { Pager } from '../ui/Pager.tsx'
import { SearchInput } from '../ui/SearchInput.tsx'
import { Select } from '../ui/Select.tsx'
import { Table, type TableColumn } from '../ui/Table.tsx'
import { TabButtons } from '../ui/Tabs.tsx'
import { isNothingFocused } from '../ui/focus.ts'
import { usePaused } from '../query/usePaused.ts'
import { lazyText } from '../ui/lazyComponent.tsx'
import { useKeys } from '../ui/useKeys.ts'
import { useLoadedPages } from '../ui/useLoadedPages.ts'
import { ApprovalDrawer, StatePill } from './ApprovalDrawer.tsx'
import { actionText, approvable, approvalsPath, hasEndedOwn, timeText } from './approvalTexts.ts'
import { type ApprovalFilters, recordSearch, useApprovals, useListAgain, useWaitingCount } from './useApprovals.ts'
import './approvals.css'

const views = {
  review: { label: 'To review', empty: 'Nothing waits for you', hint: 'What others request appears here.' },
  mine: { label: 'Mine', empty: 'No requests of yours', hint: 'What you send for approval appears here.' },
  history: {
    label: 'History',
    empty: 'Nothing has been decided',
    hint: 'What was decided or has expired appears here.',
  },
} as const satisfies Readonly<Record<ApprovalView, object>>

/** The keys of every list, as a separate chunk: they come after the rows. */
const RowKeys = lazyText(
  async () => (await import('../ui/RowKeys.tsx')).RowKeys,
  () => null,
)

const columnsOf = (view: ApprovalView): readonly TableColumn<ApprovalRow>[] => [
  { label: 'Request', isName: true, draw: ({ id, title }) => <Link to={approvalsPath(view, id)}>{title}</Link> },
  { label: 'Action', draw: actionText },
  ...(view === 'mine'
    ? []
    : [{ label: 'Requested by', draw: ({ requester, isOwn }: ApprovalRow) => (isOwn ? 'You' : requester) }]),
  { label: 'Requested', className: 'cs-time', draw: ({ requestedAt }) => timeText(requestedAt) },
  ...(view === 'review'
    ? [
        {
          label: 'Expires',
          className: 'cs-time',
          draw: ({ expiresAt }: ApprovalRow) => timeText(expiresAt),
        },
      ]
    : [
        { label: 'State', draw: StatePill },
        { label: 'Decided by', draw: (row: ApprovalRow) => (hasEndedOwn(row) ? 'You' : row.decider) },
      ]),
]

/**
 * Focuses the row that was opened, where nothing has the focus after that: as where it was opened by its address. Once it
 * is gone, focuses the row that has come in its place.
 */
function useFocusNext(rows: readonly ApprovalRow[] | undefined, open: string | null) {
  const box = useRef<HTMLDivElement>(null)
  const opened = useRef<{ readonly id: string; readonly index: number }>(undefined)
  useEffect(() => {
    const placeOf = (wanted: string | null) => rows?.findIndex(({ id }) => id === wanted) ?? -1
    const index = placeOf(open)
    if (open !== null && index >= 0) opened.current = { id: open, index }
    const last = opened.current
    if (open !== null || last === undefined || !isNothingFocused()) return
    const links = [...(box.current?.querySelectorAll('a') ?? [])]
    const next = links[Math.min(last.index, links.length - 1)] ?? box.current
    if (placeOf(last.id) < 0) opened.current = undefined
    next?.focus()
  }, [rows, open])
  return box
}

interface ViewProps {
  readonly view: ApprovalView
  readonly open: string | null
  readonly filters: ApprovalFilters
}

const Rows = ({ view, open, filters }: ViewProps) => {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } = useApprovals(
    view,
    filters,
  )
  const retry = () => void refetch()
  const more = hasNextPage ? () => void fetchNextPage() : undefined
  const { shown, pager } = useLoadedPages({ pages: data?.pages ?? [], more })
  const box = useFocusNext(shown?.rows, open)
  const failure = failureIn(error)
  if (shown === undefined) return <Unread title="Couldn't load the approvals." failure={failure} retry={retry} />
  const { rows } = shown
  const { empty, hint } = views[view]
  const isFiltered = Object.values(filters).some((text) => text !== '')
  return (
    <div ref={box} className="cs-stack cs-approval-rows" tabIndex={-1} aria-busy={isPlaceholderData}>
      <RowKeys find={() => [...(box.current?.querySelectorAll<HTMLElement>('tbody tr') ?? [])]} />
      {failure !== undefined && <RowsNotice failure={failure} retry={retry} />}
      {rows.length === 0 ? (
        <EmptyState kind="empty" title={isFiltered ? 'Nothing matches these filters' : empty}>
          {isFiltered ? 'Change or clear them to see more.' : hint}
        </EmptyState>
      ) : (
        <Table
          label={views[view].label}
          className="cs-grid--stacks cs-grid--wide"
          columns={columnsOf(view)}
          items={rows}
          keyOf={({ id }) => id}
        />
      )}
      {pager !== undefined && <Pager {...pager} hasNext={pager.hasNext && !isFetchingNextPage} />}
    </div>
  )
}

const none: ApprovalFilters = { operation: '', person: '', record: '' }

interface FiltersProps {
  readonly filters: ApprovalFilters
  readonly onChange: (filters: ApprovalFilters) => void
}

const Filters = ({ filters, onChange }: FiltersProps) => {
  const permissions = useSession()?.permissions ?? []
  const record = useRef<HTMLInputElement>(null)
  useKeys({ '/': { label: 'Search', run: () => record.current?.focus() } })
  const change = (part: Partial<ApprovalFilters>) => onChange({ ...filters, ...part })
  return (
    <search className="cs-row cs-approval-filters" aria-label="Approvals">
      <Select
        className="cs-input--low"
        aria-label="Action"
        placeholder="All actions"
        choices={approvable(permissions)}
        value={filters.operation}
        onChoose={(operation) => change({ operation })}
      />
      <SearchInput
        label="Person"
        value={filters.person}
        onChange={({ target }) => change({ person: target.value })}
        onClear={() => change({ person: '' })}
      />
      <SearchInput
        ref={record}
        label={recordSearch(permissions)}
        value={filters.record}
        onChange={({ target }) => change({ record: target.value })}
        onClear={() => change({ record: '' })}
      />
      {Object.values(filters).some((text) => text !== '') && (
        <Button look="quiet" onClick={() => onChange(none)}>
          Reset
        </Button>
      )}
    </search>
  )
}

/** `/approvals`: what waits for this person, what they have requested, and what has been decided. */
export const ApprovalsPage = () => {
  usePageTitle('Approvals')
  const id = useId()
  const [place, setPlace] = useSearchParams()
  const [filters, setFilters] = useState(none)
  const paused = usePaused(filters)
  const waiting = useWaitingCount()
  useListAgain(waiting)
  const view = approvalViews.find((known) => known === place.get('view')) ?? 'review'
  const open = place.get('id')
  return (
    <section className="cs-stack" aria-label="Approvals">
      <h1>Approvals</h1>
      <AddressNote isRead={(name) => name === 'id' || (name === 'view' && place.get(name) === view)} />
      <TabButtons
        id={id}
        label="Approvals"
        tabs={approvalViews.map((name) => ({
          name,
          label: views[name].label,
          count: name === 'review' ? waiting : undefined,
        }))}
        active={view}
        onChoose={(name) => setPlace({ view: name }, { replace: true })}
      />
      <div className="cs-stack" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${view}`}>
        <Filters filters={filters} onChange={setFilters} />
        <Rows key={view} view={view} open={open} filters={paused} />
      </div>
      {open !== null && <ApprovalDrawer key={open} id={open} onClose={() => setPlace({ view })} />}
    </section>
  )
}
