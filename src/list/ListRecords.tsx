import { ListContext, type ListControllerResult } from 'ra-core'
import { useState, type ReactNode } from 'react'
import type { Row } from '../model/columns.ts'
import { isScalar } from '../../language/schema.ts'
import type { FormFilters } from '../query/formFilters.ts'
import type { ListPlaceHere } from './useListPlace.ts'
import type { FrameRecords } from './useRecords.ts'

type Id = Row['id']

const isFilled = (value: unknown): value is FormFilters[string] =>
  Array.isArray(value) ? value.length > 0 && value.every(isScalar) : isScalar(value) && value !== ''

/** The list's filters under react-admin's names: those of its form, and the search as `q`. */
function filtersOf({ definition, state }: ListPlaceHere) {
  const { form, search } = state
  // Drops filters that the form does not declare: they would end up in the address.
  const known = new Set(definition.list.filterForm?.fields.map(({ filter }) => filter))
  const setFilters = ({ q, ...wanted }: Readonly<Record<string, unknown>>) => {
    const searched = typeof q === 'string' ? q : ''
    const filters: Record<string, FormFilters[string]> = {}
    for (const [name, value] of Object.entries(wanted)) if (known.has(name) && isFilled(value)) filters[name] = value
    if (searched === search) state.setForm(filters)
    else state.setSearch(searched)
  }
  return { filterValues: { ...form, ...(search === '' ? {} : { q: search }) }, setFilters }
}

interface ListRecordsProps {
  readonly place: ListPlaceHere
  readonly records: FrameRecords
  /** True while the rows are still those of the previous place. */
  readonly isStale: boolean
  readonly children: ReactNode
}

function useListContextValue({
  place,
  records,
  isStale,
}: Omit<ListRecordsProps, 'children'>): ListControllerResult<Row> {
  const { definition, state } = place
  const { rows, facts, failure, hasNextPage = false, retry } = records
  const { name, label, list } = definition
  const [selectedIds, select] = useState<readonly Id[]>([])
  const { filterValues, setFilters } = filtersOf(place)
  const common = {
    resource: name,
    defaultTitle: label,
    sort: state.sort,
    setSort: state.setSort,
    page: state.page,
    setPage: state.setPage,
    perPage: list.perPage,
    // The definition fixes the number of rows per page.
    setPerPage: () => undefined,
    hasNextPage,
    hasPreviousPage: state.page > 1,
    filterValues,
    setFilters,
    displayedFilters: {},
    showFilter: () => undefined,
    hideFilter: (filter: string) => setFilters({ ...filterValues, [filter]: '' }),
    selectedIds: [...selectedIds],
    onSelect: (ids: readonly Id[]) => select(ids),
    onToggleItem: (id: Id) => select((ids) => (ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id])),
    onUnselectItems: () => select([]),
    onSelectAll: () => select((rows ?? []).map((row) => row.id)),
    // react-admin's own export ignores the columns, and text in its files can run as a formula.
    exporter: false as const,
    refetch: retry,
    isLoading: rows === undefined && failure === undefined,
    isFetching: isStale,
    isPlaceholderData: isStale,
  }
  const none = { data: undefined, total: undefined, meta: undefined }
  if (rows !== undefined) {
    const meta = { totalPages: facts.totalPages }
    return { ...common, data: [...rows], total: facts.total ?? rows.length, meta, error: null, isPending: false }
  }
  return failure === undefined
    ? { ...common, ...none, error: null, isPending: true }
    : { ...common, ...none, error: new Error(failure.message), isPending: false }
}

/**
 * Provides the console's list as react-admin's list context, so `useListContext` works in everything drawn inside. The
 * console still keeps the address and the search itself.
 */
export const ListRecords = ({ children, ...list }: ListRecordsProps) => (
  <ListContext value={useListContextValue(list)}>{children}</ListContext>
)
